import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { ReplayTelling, ReplayWish } from '../../src/shared/replay/messages';
import type { ReplayPicture, ReplayTimeline } from '../../src/shared/replay/picture';
import { finite, record, text } from '../../src/shared/webview/shape';
import type { Channel } from '../kit/channel';
import { useKeptFocus } from '../kit/keptFocus';
import { useNews } from '../kit/news';
import { NoteView } from '../kit/noteView';
import { HeadingView } from '../taskPage/headingView';
import { Rows } from '../taskPage/rows';
import { pressed, usePlayer } from './player';
import { Scrubber } from './scrubber';
import { TreePane } from './treePane';

/** What the page remembers of itself while its document is gone; also whose replay it is, for a reload of the window. */
const saved = record({ workflow: text(200), moment: text(200), speed: finite });

/** The whole page of a replay: the time line of a workflow, and how everything stood at one moment of it. */
export function Page({
  channel,
  workflow,
}: {
  readonly channel: Channel<ReplayWish, ReplayTelling>;
  readonly workflow: string;
}) {
  const [picture, setPicture] = useState<ReplayPicture>();
  const [timeline, setTimeline] = useState<ReplayTimeline>();
  const [said, say] = useNews();
  const [kept] = useState(() => {
    const state = channel.recall();
    return saved(state) ? state : { workflow, moment: '', speed: 1 };
  });
  /** The moment that is looked at, by id; empty: the last one, whatever comes. */
  const [moment, setMoment] = useState(kept.moment);
  useKeptFocus(() => document.querySelector<HTMLElement>('[role="slider"], .note button'));

  // At once, not after the first paint: the extension waits for a word.
  useLayoutEffect(() => {
    channel.listen(telling => {
      setPicture(telling.picture);
      if (telling.picture.timeline) setTimeline(telling.picture.timeline);
    });
    channel.send({ type: 'ready', moment: kept.moment });
  }, []);

  const moments = timeline?.moments ?? [];
  const last = moments.length - 1;
  const found = moments.findIndex(({ id }) => id === moment);
  const at = found < 0 ? last : found;
  const player = usePlayer(moments.length, at, kept.speed, place => {
    const next = place >= last ? '' : (moments[place]?.id ?? '');
    setMoment(next);
    channel.send({ type: 'seek', moment: next });
  });
  useLayoutEffect(() => channel.remember({ workflow, moment, speed: player.speed }), [moment, player.speed]);
  useBodyKeys(key => pressed(key, at, moments.length, player));
  const caption = picture?.frame?.caption ?? '';
  // Who is at the handle hears where it stands.
  useEffect(() => {
    if (document.activeElement?.role !== 'slider') say(caption);
  }, [caption]);

  if (!picture) return <div class="loading" aria-hidden="true" />;
  const { heading, note, frame, words } = picture;
  const run = (item: string, command: string): void => channel.send({ type: 'run', command, item });
  const current = moments[at];
  return (
    <main aria-label={heading?.title ?? words.page}>
      {heading && <HeadingView heading={heading} words={words} onRun={run} />}
      {note && <NoteView note={note} isMain onRun={command => run('', command)} />}
      {timeline && frame && current && !note && (
        <>
          <p class="caption">
            <strong>{caption}</strong>{' '}
            {frame.action && (
              <button type="button" class="link" onClick={() => run(current.id, frame.action?.command ?? '')}>
                {frame.action.title}
              </button>
            )}
          </p>
          <Scrubber timeline={timeline} at={at} player={player} words={words} />
          {timeline.notes.map(each => (
            <p key={each} class="remark">
              {each}
            </p>
          ))}
          <div class="panes">
            <TreePane id="tasks" list={frame.tasks} onRun={(row, command) => run(row.id, command)} />
            <TreePane
              id="moments"
              list={{ title: words.moments, count: moments.length, rows: moments }}
              focus={current.id}
              onFocus={id => player.go(moments.findIndex(row => row.id === id))}
              onRun={(row, command) => {
                if (command !== 'goTo') run(row.id, command);
              }}
            />
            <Rows id="files" list={frame.files} onRun={run} />
            <div>
              <Rows id="trails" list={frame.trails} onRun={run} />
              <TreePane id="plans" list={frame.plans} onRun={(row, command) => run(row.id, command)} />
            </div>
          </div>
        </>
      )}
      <div class="unseen" role="status" aria-live="polite">
        {said}
      </div>
    </main>
  );
}

/** Keys that nothing on the page has the focus for. */
function useBodyKeys(press: (key: string) => boolean): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.target !== document.body) return;
      if (press(event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
}
