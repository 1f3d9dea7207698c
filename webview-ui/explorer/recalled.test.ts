import { expect, test } from 'vitest';
import { wishOf } from '../../src/shared/explorer/messages';
import type { Picture, Row } from '../../src/shared/explorer/picture';
import { keptOf } from '../../src/shared/webview/savedState';
import { beginsWithSeen, seenOf } from './recalled';
import { treeItems } from './treeModel';

const words = { tree: 'Workflows', searchLabel: '', searchPlaceholder: '', noMatches: '', clear: '' };
const NOTHING = {
  openness: [],
  focus: '',
  selection: [],
  scrollTop: 0,
  query: '',
  isSearching: false,
  at: 0,
};

function workflow(n: number): readonly Row[] {
  return [
    {
      id: `workflow:${n}`,
      level: 1,
      icon: 'layers',
      label: `Workflow ${n}`,
      isOpen: false,
      badge: '1 to review',
      tooltip: 'A secret of its card',
      kind: 'workflow',
      enter: 'openReplay',
      drop: 'turnOn',
      uri: 'file:///work/a.ts',
      actions: [{ command: 'review', title: 'Review' }],
      target: { workflow: `${n}` },
    },
    { id: `task:${n}`, level: 2, icon: 'pass', label: `Task of ${n}`, kind: 'task', target: {} },
  ];
}

const picture: Picture = {
  rows: Array.from({ length: 100 }, (_, n) => workflow(n)).flat(),
  notes: [{ text: 'A note', actions: [] }],
  meters: [],
  words,
  query: '',
};

test('keeps the first rows as they look, and nothing that could be done with them', () => {
  const seen = seenOf(picture, treeItems(picture.rows, new Map()));
  expect(seen.rows).toHaveLength(80);
  expect(seen.rows[1]).toEqual({
    id: 'workflow:1',
    level: 1,
    icon: 'layers',
    label: 'Workflow 1',
    isOpen: false,
    badge: '1 to review',
    kind: 'seen',
    target: {},
  });
  expect(seen.notes).toEqual([]);
  const wish = { type: 'see', seen: { at: 7, picture: structuredClone(seen) } };
  expect(wishOf(wish), 'the extension takes it').toEqual(wish);
});

test('what is kept looks as it looked: closed rows can be opened', () => {
  const before = treeItems(picture.rows, new Map()).slice(0, 80);
  const after = treeItems(seenOf(picture, before).rows, new Map());
  const look = ({ hasChildren, isOpen, position }: (typeof after)[number]) => ({
    hasChildren,
    isOpen,
    position,
  });
  expect(after.map(look)).toEqual(before.map(look));
});

test('is not shown where a view begins with other rows', () => {
  expect(beginsWithSeen(NOTHING, 900)).toBe(true);
  expect(beginsWithSeen({ ...NOTHING, scrollTop: 900 }, 900)).toBe(false);
  expect(beginsWithSeen({ ...NOTHING, query: 'git' }, 900)).toBe(false);
  expect(beginsWithSeen({ ...NOTHING, isSearching: true }, 900)).toBe(false);
});

test('the extension keeps no rows of it', () => {
  const state = { ...NOTHING, seen: picture };
  expect(keptOf(state, 7)).toEqual({ ...NOTHING, at: 7 });
});
