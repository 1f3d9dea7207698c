import { useRef } from 'preact/hooks';

/** A part of a page that can be chosen, and what is said of how much is in it; an empty text says nothing. */
export interface TabOf<Id extends string> {
  readonly id: Id;
  readonly name: string;
  readonly count: string;
}

/**
 * The tabs of a page: one stop for the Tab key, and arrows choose the next one. What is chosen is shown in `#panel`,
 * which names `tab-<id>` as its label.
 */
export function Tabs<Id extends string>({
  tabs,
  chosen,
  onChoose,
}: {
  readonly tabs: readonly TabOf<Id>[];
  readonly chosen: Id;
  readonly onChoose: (tab: Id) => void;
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
    <div ref={list} class="tabs" role="tablist" aria-labelledby="title" onKeyDown={press}>
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
  );
}
