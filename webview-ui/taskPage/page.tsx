import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PageTelling, PageWish } from '../../src/shared/taskPage/messages';
import type { TaskPicture } from '../../src/shared/taskPage/picture';
import type { Channel } from '../kit/channel';
import { useKeptFocus } from '../kit/keptFocus';
import { useNews } from '../kit/news';
import { Blocks } from './blocks';
import { HeadingView } from './headingView';
import { pageNewsOf } from './pageNews';
import { useRemembered } from './remembered';
import { ReviewView } from './reviewView';
import { Rows } from './rows';
import { LeftPlots, RightPlots } from './plots';
import { Timeline } from './timeline';

/** The whole page of a task. */
export function Page({
  channel,
  task,
}: {
  readonly channel: Channel<PageWish, PageTelling>;
  readonly task: string;
}) {
  const [picture, setPicture] = useState<TaskPicture>();
  const [said, say] = useNews();
  /** What is to get the focus as soon as it is drawn. */
  const toReveal = useRef('');
  const kept = useRemembered(channel, task, picture !== undefined);
  /** What is written here; the picture says what was begun before. */
  const [written, setDraft] = useState<string>();
  useKeptFocus(() => document.querySelector<HTMLElement>('.buttons button'), kept);

  // At once, not after the first paint: the extension waits for a word.
  useLayoutEffect(() => {
    let last: TaskPicture | undefined;
    channel.listen(telling => {
      if (telling.type === 'picture') {
        if (last) say(pageNewsOf(last, telling.picture));
        last = telling.picture;
        return setPicture(telling.picture);
      }
      if (telling.type === 'reviewed') return setDraft('');
      toReveal.current = telling.event;
      reveal(toReveal);
    });
    channel.send({ type: 'ready' });
  }, []);
  useLayoutEffect(() => reveal(toReveal), [picture]);

  const run = (item: string, command: string): void => channel.send({ type: 'run', task, command, item });
  if (!picture) return <div class="loading" aria-hidden="true" />;
  const draft = written ?? picture.review?.draft ?? '';
  const begin = (text: string): void => {
    setDraft(text);
    channel.send({ type: 'draft', task, text });
  };
  const { heading, blocks, review: form, timeline, files, subtasks, plots = {}, words } = picture;
  // Beside a form, its button is the likely one; to end a running task is nobody's first wish.
  const isPrimary = !form && heading?.actions[0]?.command !== 'endTask';
  return (
    <main aria-label={heading?.title ?? words.page}>
      {heading ? (
        <HeadingView heading={heading} words={words} onRun={run} isPrimary={isPrimary}>
          <Blocks blocks={blocks} onRun={run} />
        </HeadingView>
      ) : (
        <Blocks blocks={blocks} onRun={run} />
      )}
      {heading && (
        <div class="columns">
          <div>
            {form && (
              <ReviewView
                form={form}
                draft={draft}
                onDraft={begin}
                onReview={verdict => channel.send({ type: 'review', task, verdict, comment: draft.trim() })}
              />
            )}
            <section aria-labelledby="timeline">
              <h2 id="timeline">{words.timeline}</h2>
              <Timeline happenings={timeline} onRun={run} />
            </section>
            <LeftPlots plots={plots} onRun={run} />
          </div>
          <div>
            <Rows id="files" list={files} onRun={run} />
            {subtasks.count > 0 && <Rows id="subtasks" list={subtasks} onRun={run} />}
            <RightPlots plots={plots} onRun={run} />
          </div>
        </div>
      )}
      <div class="unseen" role="status" aria-live="polite">
        {said}
      </div>
    </main>
  );
}

/**
 * Brings what is to be revealed into sight, once it is there, and gives it the focus: when the page has the keyboard, since nothing is
 * taken from a list or a field of the editor.
 */
function reveal(wanted: { current: string }): void {
  if (wanted.current === '') return;
  const element = document.querySelector<HTMLElement>(`[data-event="${CSS.escape(wanted.current)}"]`);
  if (!element) return;
  wanted.current = '';
  element.scrollIntoView({ block: 'center' });
  const focus = (): void => element.focus({ preventScroll: true });
  if (document.hasFocus()) focus();
  else window.addEventListener('focus', focus, { once: true });
}
