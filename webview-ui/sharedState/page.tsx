import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { stateLookShape, type StateTelling, type StateWish } from '../../src/shared/sharedState/messages';
import type { StateLook, StatePicture } from '../../src/shared/sharedState/picture';
import type { Channel } from '../kit/channel';
import { type KeptPlace, useKeptFocus } from '../kit/keptFocus';
import { useKeptState } from '../kit/keptState';
import { useNews } from '../kit/news';
import { HeatMapView } from '../plots/heatMap';
import { SearchBox } from '../kit/searchBox';
import { Tabs } from '../kit/tabs';
import { Note } from './note';
import { StateTableView } from './stateTable';

/** How long the remembered place may be behind. */
const REMEMBER_AFTER_MS = 200;

/** The whole page of what agents share. */
export function Page({ channel }: { readonly channel: Channel<StateWish, StateTelling> }) {
  const [picture, setPicture] = useState<StatePicture>();
  const { look, lookAt, kept } = useRememberedLook(channel, picture !== undefined);
  const [said, say] = useNews();
  const field = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const entrance = () => panel.current?.querySelector<HTMLElement>('[tabindex="0"]');
  useKeptFocus(() => entrance() ?? field.current, kept);

  // At once, not after the first paint: the extension waits for a word.
  useLayoutEffect(() => {
    channel.listen(telling => {
      setPicture(telling.picture);
      say(telling.picture.count);
    });
    channel.send({ type: 'ready', ...look });
  }, []);

  if (!picture) return <div class="loading" aria-hidden="true" />;
  const { tabs, count, table, map, note, words } = picture;
  const change = (next: StateLook): void => {
    lookAt(next);
    channel.send({ type: 'look', ...next });
  };
  const run = (item: string, command: string): void => channel.send({ type: 'run', command, item });
  return (
    <main aria-labelledby="title">
      <h1 id="title">{words.title}</h1>
      <p class="goal about">{words.about}</p>
      {tabs.length > 0 && (
        <div class="bar-of-tabs">
          <Tabs tabs={tabs} chosen={look.tab} onChoose={tab => change({ ...look, tab })} />
          <SearchBox
            field={field}
            words={words}
            query={look.query}
            canClose={false}
            onChange={query => change({ ...look, query })}
            onLeave={() => entrance()?.focus()}
            onClose={() => {}}
          />
        </div>
      )}
      <div
        ref={panel}
        id="panel"
        {...(tabs.length > 0 && { role: 'tabpanel', 'aria-labelledby': `tab-${look.tab}` })}
      >
        {count !== '' && <p class="count">{count}</p>}
        {table && <StateTableView key={picture.tab} table={table} words={words} onRun={run} />}
        {map && <HeatMapView map={map} />}
        {note && <Note note={note} onRun={command => run('', command)} />}
      </div>
      <div class="unseen" role="status" aria-live="polite">
        {said}
      </div>
    </main>
  );
}

/** What the person looks at and where, also after the document was gone for a while. */
function useRememberedLook(
  channel: Channel<StateWish, StateTelling>,
  isDrawn: boolean,
): { readonly look: StateLook; readonly lookAt: (look: StateLook) => void; readonly kept: KeptPlace } {
  const [first] = useState(() => {
    const state = channel.recall();
    return stateLookShape(state) ? state : { tab: 'blackboard' as const, query: '', scrollTop: 0 };
  });
  const [look, setLook] = useState<StateLook>({ tab: first.tab, query: first.query });
  const [scrollTop, setScrollTop] = useState(first.scrollTop);
  const kept = useKeptState(channel, {}, { ...look, scrollTop });
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scrolled = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setScrollTop(window.scrollY), REMEMBER_AFTER_MS);
    };
    window.addEventListener('scroll', scrolled, { passive: true });
    return () => window.removeEventListener('scroll', scrolled);
  }, []);
  useLayoutEffect(() => {
    if (isDrawn) window.scrollTo(0, first.scrollTop);
  }, [isDrawn]);
  return { look, lookAt: setLook, kept };
}
