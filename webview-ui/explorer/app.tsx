import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Picture, Row, View } from '../../src/shared/explorer/picture';
import { newsOf } from '../kit/announcements';
import type { SavedState } from '../../src/shared/webview/savedState';
import type { Host } from '../kit/host';
import { Meters } from '../kit/meters';
import { NoteView } from '../kit/noteView';
import { SearchBox } from '../kit/searchBox';
import { allClosed, closingOver, rowsAbove, matching, treeItems } from './treeModel';
import { beginsWithSeen, seenOf } from './recalled';
import { scrollToRow, TreeView } from './treeView';
import { useNews } from '../kit/news';

/** How long the remembered place may be behind; the rest never is: the view may be gone at once. */
const REMEMBER_AFTER_MS = 200;

/** How long what is seen must have stood still to be remembered: it is some kilobytes. */
const SEE_AFTER_MS = 1_000;

/** A whole view. */
export function App({ host, view }: { readonly host: Host; readonly view: View }) {
  const [state, setState] = useState<SavedState>(() => host.recall());
  const [picture, setPicture] = useState<Picture>();
  /** Whether that are the first rows only. */
  const [isBrief, setIsBrief] = useState(false);
  /** What stands there until there is a picture, and the words that say so; nothing in a workspace that is not trusted. */
  const asSeen = document.body.dataset['loading'] ?? '';
  const [recalled] = useState(() =>
    asSeen !== '' && beginsWithSeen(state, window.innerHeight) ? host.seen : undefined,
  );
  const [said, say] = useNews();
  const search = useRef<HTMLInputElement>(null);
  /** Whether the field for searching is to have the keyboard as soon as both are there. */
  const isSearchWanted = useRef(false);
  /** The row that is to be brought into sight, until it is drawn. */
  const wanted = useRef('');
  const [revealed, setRevealed] = useState('');
  const change = (part: Partial<SavedState>): void => setState(old => ({ ...old, ...part }));
  const isAsking = view === 'catalog';
  const hasSearch = isAsking || state.isSearching;

  // At once, not after the first paint: the extension waits for a word.
  useLayoutEffect(() => {
    let last: Picture | undefined;
    host.listen(telling => {
      switch (telling.type) {
        case 'picture':
          if (last?.query === telling.picture.query) say(newsOf(last.rows, telling.picture.rows));
          if (last) keepOpen(last.rows, telling.picture.rows);
          last = telling.picture;
          setPicture(telling.picture);
          setIsBrief(telling.isBrief === true);
          return reveal(last.rows);
        case 'collapseAll':
          return change({ openness: allClosed(last?.rows ?? []) });
        case 'focusSearch':
          return openSearch();
        case 'reveal':
          wanted.current = telling.row;
          return reveal(last?.rows ?? []);
      }
    });
    const { query, openness } = state;
    // Somebody who scrolled far down, or filters, is to see other rows than the first.
    const first = beginsWithSeen(state, window.innerHeight) ? { openness } : {};
    host.send({ type: 'ready', query: isAsking ? query : '', ...first });
  }, []);
  const isCurrent = picture !== undefined;
  useEffect(() => {
    // For measurements: there is no other way to see what was painted when.
    if (isCurrent) requestAnimationFrame(() => performance.mark('current'));
  }, [isCurrent]);
  useEffect(() => {
    if (!isBrief) return;
    // When it is painted, not before.
    const frame = requestAnimationFrame(() => setTimeout(() => host.send({ type: 'whole' })));
    return () => cancelAnimationFrame(frame);
  }, [isBrief]);

  useEffect(
    () => host.remember(state),
    [state.openness, state.focus, state.selection, state.query, state.isSearching],
  );
  const isFirst = useRef(true);
  useEffect(() => {
    // What it remembers as it begins is kept already.
    if (isFirst.current) return void (isFirst.current = false);
    const timer = setTimeout(() => {
      host.remember(state);
      host.keep(state);
    }, REMEMBER_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const filter = isAsking || !state.isSearching ? '' : state.query.trim();
  const items = useMemo(() => {
    const openness = new Map(state.openness.map(({ id, isOpen }) => [id, isOpen]));
    const rows = (picture ?? recalled)?.rows ?? [];
    return treeItems(rows, openness, matching(rows, filter));
  }, [picture, state.openness, filter]);
  useEffect(() => {
    delete document.body.dataset['isRemembered'];
    if (!picture || isBrief || picture.query !== '' || filter !== '') return;
    const timer = setTimeout(() => host.see(seenOf(picture, items)), SEE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [picture, items]);

  function ask(query: string): void {
    change({ query });
    if (isAsking) host.send({ type: 'search', query });
  }

  function openSearch(): void {
    isSearchWanted.current = true;
    change({ isSearching: true });
  }

  function open(id: string, isOpen: boolean): void {
    setState(old => ({ ...old, openness: [...old.openness.filter(each => each.id !== id), { id, isOpen }] }));
  }

  function reveal(rows: readonly Row[]): void {
    const id = wanted.current;
    const parents = id === '' ? undefined : rowsAbove(rows, id);
    if (!parents) return;
    wanted.current = '';
    setState(old => ({
      ...old,
      focus: id,
      selection: [id],
      openness: [
        ...old.openness.filter(each => !parents.includes(each.id)),
        ...parents.map(parent => ({ id: parent, isOpen: true })),
      ],
    }));
    setRevealed(id);
  }
  useLayoutEffect(() => {
    const index = revealed === '' ? -1 : items.findIndex(({ row }) => row.id === revealed);
    if (index < 0) return;
    scrollToRow(document.querySelector('.tree'), index);
    setRevealed('');
  }, [revealed, items]);

  function keepOpen(before: readonly Row[], after: readonly Row[]): void {
    setState(old => {
      const known = new Set(old.openness.map(({ id }) => id));
      const closing = closingOver(before, after, old.focus).filter(id => !known.has(id));
      if (closing.length === 0) return old;
      return { ...old, openness: [...old.openness, ...closing.map(id => ({ id, isOpen: true }))] };
    });
  }

  // Who comes to the view by keyboard is in its list at once, as in VS Code's own views. Nothing is taken from the editor.
  function arrive(): void {
    if (!document.hasFocus()) return;
    if (isSearchWanted.current && search.current) {
      isSearchWanted.current = false;
      search.current.focus();
    } else if (document.activeElement === document.body) focusTree();
  }
  const shown = picture ?? recalled;
  const isDrawn = shown !== undefined;
  useLayoutEffect(() => {
    arrive();
    window.addEventListener('focus', arrive);
    return () => window.removeEventListener('focus', arrive);
  }, [isDrawn]);
  // What goes away, such as a note with its button, leaves the keyboard nowhere.
  const hadFocus = document.activeElement !== document.body;
  useLayoutEffect(() => {
    if (hadFocus || isSearchWanted.current) arrive();
  });

  if (!shown) return <div class="loading" aria-hidden="true" />;
  const { words, notes, meters } = shown;
  const isNothingFound = !isBrief && items.length === 0 && state.query.trim() !== '' && hasSearch;
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
          onClose={() => change({ isSearching: false, query: '' })}
        />
      )}
      {notes.map((note, at) => (
        <NoteView
          key={note.text}
          note={note}
          isMain={at === 0}
          onRun={command => host.send({ type: 'run', command, row: '' })}
        />
      ))}
      {isNothingFound && (
        <NoteView
          isMain={false}
          note={{ text: words.noMatches, actions: [{ command: '', title: words.clear }] }}
          onRun={() => {
            ask('');
            search.current?.focus();
          }}
        />
      )}
      {items.length > 0 && (
        <TreeView
          isBusy={isBrief || !picture}
          label={words.tree}
          items={items}
          focus={state.focus}
          selection={state.selection}
          scrollTop={state.scrollTop}
          onFocus={focus => change({ focus })}
          onSelect={selection => change({ selection })}
          onScroll={scrollTop => change({ scrollTop })}
          onOpen={open}
          onCollapseAll={() => change({ openness: allClosed(shown.rows) })}
          onSearch={openSearch}
          onRun={(row, command, isPreview = false) =>
            host.send({ type: 'run', command, row: row.id, isPreview })
          }
          onDrop={(row, servers) => host.send({ type: 'drop', row: row.id, servers })}
        />
      )}
      {!picture && (
        <>
          <div class="loading" aria-hidden="true" />
          <div class="as-seen">{asSeen}</div>
        </>
      )}
      {meters.length > 0 && <Meters meters={meters} />}
      <div class="unseen" role="status" aria-live="polite">
        {said}
      </div>
    </>
  );
}

/** Gives the focus to the tree; where there is none, to the first thing that can be done. Nothing scrolls. */
function focusTree(): void {
  const row = document.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]');
  (row ?? document.querySelector('button'))?.focus({ preventScroll: true });
}
