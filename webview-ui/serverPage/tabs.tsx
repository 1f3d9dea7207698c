import { useRef } from 'preact/hooks';
import type { ServerPicture, ServerTab } from '../../src/shared/serverPage/picture';

/** The parts of the page: one stop for the Tab key, and arrows choose the next one. */
export function Tabs({
  tabs,
  chosen,
  onChoose,
}: {
  readonly tabs: ServerPicture['tabs'];
  readonly chosen: ServerTab;
  readonly onChoose: (tab: ServerTab) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const at = tabs.findIndex(({ id }) => id === chosen);

  function press(event: KeyboardEvent): void {
    const last = tabs.length - 1;
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const tab = tabs[next > last ? 0 : next < 0 ? last : next];
    if (!tab) return;
    onChoose(tab.id);
    list.current?.querySelector<HTMLElement>(`#tab-${tab.id}`)?.focus();
  }

  return (
    <div class="bar-of-tabs">
      <div ref={list} class="tabs" role="tablist" onKeyDown={press}>
        {tabs.map(({ id, name, count }) => (
          <button
            key={id}
            id={`tab-${id}`}
            type="button"
            role="tab"
            class="tab"
            aria-selected={id === chosen}
            aria-controls="panel"
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            {name} {count !== '' && <span class="badge">{count}</span>}
          </button>
        ))}
      </div>
    </div>
  );
}
