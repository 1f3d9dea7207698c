import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Note, Picture, View } from '../src/shared/explorer/picture';
import { newsOf } from './announcements';
import type { Host, SavedState } from './host';
import { Meters } from './meters';
import { SearchBox } from './searchBox';
import { treeItems } from './treeModel';
import { TreeView } from './treeView';
import { useNews } from './news';

/** How long the remembered place may be behind (explorer.md 1.4); the rest never is: the view may be gone at once. */
const REMEMBER_AFTER_MS = 200;

/** A whole view. */
export function App({ host, view }: { readonly host: Host; readonly view: View }) {
  const [state, setState] = useState<SavedState>(() => host.recall());
  const [picture, setPicture] = useState<Picture>();
  const [said, say] = useNews();
  const search = useRef<HTMLInputElement>(null);
  const change = (part: Partial<SavedState>): void => setState(old => ({ ...old, ...part }));
  const isAsking = view === 'catalog';
  const hasSearch = isAsking || state.isSearching;

  // At once, not after the first paint: the extension waits for a word.
  useLayoutEffect(() => {
    let last: Picture | undefined;
    host.listen(telling => {
      switch (telling.type) {
        case 'picture':
          if (last && last.query === telling.picture.query) say(newsOf(last.rows, telling.picture.rows));
          last = telling.picture;
          return setPicture(telling.picture);
        case 'collapseAll':
          return change({ openness: closed(last) });
        case 'focusSearch':
          change({ isSearching: true });
          return requestAnimationFrame(() => search.current?.focus());
      }
    });
    host.send({ type: 'ready', query: isAsking ? host.recall().query : '' });
  }, []);

  useEffect(() => host.remember(state), [state.openness, state.focus, state.query, state.isSearching]);
  useEffect(() => {
    const timer = setTimeout(() => host.remember(state), REMEMBER_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state.scrollTop]);

  const filter = isAsking || !state.isSearching ? '' : state.query.trim();
  const items = useMemo(() => {
    const openness = new Map(state.openness.map(({ id, isOpen }) => [id, isOpen]));
    return treeItems(picture?.rows ?? [], openness, filter);
  }, [picture, state.openness, filter]);

  function ask(query: string): void {
    change({ query });
    if (isAsking) host.send({ type: 'search', query });
  }

  function open(id: string, isOpen: boolean): void {
    setState(old => ({ ...old, openness: [...old.openness.filter(each => each.id !== id), { id, isOpen }] }));
  }

  function focusTree(): void {
    document.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus();
  }

  if (!picture) return <div class="loading" aria-hidden="true" />;
  const { words, notes, meters } = picture;
  const isNothingFound = items.length === 0 && state.query.trim() !== '' && hasSearch;
  return (
    <>
      {hasSearch && (
        <SearchBox
          field={search}
          words={words}
          query={state.query}
          canClose={!isAsking}
          onChange={ask}
          onLeave={focusTree}
          onClose={() => {
            change({ isSearching: false, query: '' });
            requestAnimationFrame(focusTree);
          }}
        />
      )}
      {notes.map(note => (
        <NoteView
          key={note.text}
          note={note}
          onRun={command => host.send({ type: 'run', command, row: '' })}
        />
      ))}
      {isNothingFound && (
        <div class="note">
          <p>{words.noMatches}</p>
          <button type="button" class="link" onClick={() => ask('')}>
            {words.clear}
          </button>
        </div>
      )}
      {items.length > 0 && (
        <TreeView
          label={words.tree}
          items={items}
          focus={state.focus}
          scrollTop={state.scrollTop}
          onFocus={focus => change({ focus })}
          onScroll={scrollTop => change({ scrollTop })}
          onOpen={open}
          onCollapseAll={() => change({ openness: closed(picture) })}
          onSearch={() => {
            if (view === 'sessions') return;
            change({ isSearching: true });
            requestAnimationFrame(() => search.current?.focus());
          }}
          onRun={(row, command) => host.send({ type: 'run', command, row: row.id })}
        />
      )}
      {meters.length > 0 && <Meters meters={meters} />}
      <div class="unseen" role="status" aria-live="polite">
        {said}
      </div>
    </>
  );
}

/** Every row that can be closed, closed. */
function closed(picture: Picture | undefined): SavedState['openness'] {
  return (picture?.rows ?? [])
    .filter(({ isOpen }) => isOpen !== undefined)
    .map(({ id }) => ({ id, isOpen: false }));
}

function NoteView({ note, onRun }: { readonly note: Note; readonly onRun: (command: string) => void }) {
  return (
    <div class="note">
      <p>{note.text}</p>
      {note.actions.map(({ command, title }, at) => (
        <button
          key={command}
          type="button"
          class={at === 0 ? 'primary' : 'link'}
          onClick={() => onRun(command)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
