import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PageTelling, PageWish } from '../../src/shared/taskPage/messages';
import type { TaskPicture } from '../../src/shared/taskPage/picture';
import { finite, record, type Shape, text } from '../../src/shared/webview/shape';
import type { Channel } from '../kit/channel';
import { useKeptFocus } from '../kit/keptFocus';
import { useNews } from '../kit/news';
import { Blocks } from './blocks';
import { HeadingView } from './headingView';
import { pageNewsOf } from './pageNews';
import { Rows } from './rows';
import { LeftPlots, RightPlots } from './plots';
import { Timeline } from './timeline';

/** How long the remembered place may be behind. */
const REMEMBER_AFTER_MS = 200;

/** What the page remembers of itself while its document is gone. */
interface Saved {
  readonly task: string;
  readonly scrollTop: number;
}

const saved: Shape<Saved> = record({ task: text(200), scrollTop: finite });

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
  useRememberedScroll(channel, task, picture !== undefined);
  useKeptFocus(() => document.querySelector<HTMLElement>('.buttons button'));

  // At once, not after the first paint: the extension waits for a word.
  useLayoutEffect(() => {
    let last: TaskPicture | undefined;
    channel.listen(telling => {
      if (telling.type === 'picture') {
        if (last) say(pageNewsOf(last, telling.picture));
        last = telling.picture;
        return setPicture(telling.picture);
      }
      toReveal.current = telling.event;
      reveal(toReveal);
    });
    channel.send({ type: 'ready' });
  }, []);
  useLayoutEffect(() => reveal(toReveal), [picture]);

  const run = (item: string, command: string): void => channel.send({ type: 'run', command, item });
  if (!picture) return <div class="loading" aria-hidden="true" />;
  const { heading, blocks, timeline, files, subtasks, plots = {}, words } = picture;
  return (
    <main aria-label={heading?.title ?? words.page}>
      {heading && <HeadingView heading={heading} words={words} onRun={run} />}
      <Blocks blocks={blocks} onRun={run} />
      {heading && (
        <div class="columns">
          <div>
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

/** Goes back to where the page was, and remembers where it is: and of which task it is, for a reload of the window. */
function useRememberedScroll(channel: Channel<PageWish, PageTelling>, task: string, isDrawn: boolean): void {
  const first = useRef<Saved>(undefined);
  useLayoutEffect(() => {
    const state = channel.recall();
    first.current = saved(state) ? state : { task, scrollTop: 0 };
    channel.remember(first.current);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scrolled = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => channel.remember({ task, scrollTop: window.scrollY }), REMEMBER_AFTER_MS);
    };
    window.addEventListener('scroll', scrolled, { passive: true });
    return () => window.removeEventListener('scroll', scrolled);
  }, []);
  useLayoutEffect(() => {
    if (isDrawn) window.scrollTo(0, first.current?.scrollTop ?? 0);
  }, [isDrawn]);
}
