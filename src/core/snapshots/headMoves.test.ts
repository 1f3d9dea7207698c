import { expect, test } from 'vitest';
import { type HeadMove, historyOf, kindOf, madeCommits, parseHeadMove } from './headMoves';

const id = (letter: string): string => letter.repeat(40);

function move(from: string, to: string, message: string): HeadMove {
  return { from: id(from), to: id(to), message, atSeconds: 1 };
}

const main = { head: id('a'), branch: 'main' };

test('reads a line of the reflog', () => {
  expect(parseHeadMove(`${id('a')} ${id('b')} Ada <ada@example.org> 1 +0000\tcommit: x\ty`)).toEqual(
    move('a', 'b', 'commit: x\ty'),
  );
  expect(parseHeadMove('garbage')).toBeUndefined();
});

test('knows made commits from those that came', () => {
  const moves = [
    move('a', 'b', 'commit: one'),
    move('b', 'c', 'commit (amend): two'),
    move('c', 'd', 'cherry-pick: three'),
    move('d', 'e', 'rebase (start): checkout topic'),
    move('e', 'f', 'rebase (pick): one'),
    move('f', 'f', 'rebase (finish): returning to refs/heads/main'),
  ];
  expect([...madeCommits(moves)]).toEqual([id('b'), id('c'), id('d'), id('f')]);
});

test('a pick that makes again a commit that HEAD was at made nothing', () => {
  const moves = [
    move('a', 'b', 'pull: Fast-forward'),
    move('b', 'a', 'checkout: moving from topic to main'),
    move('a', 'b', 'cherry-pick: theirs'),
  ];
  expect(madeCommits(moves)).toEqual(new Set());
});

test.each([
  ['commit: x', 'made'],
  ['commit (initial): x', 'made'],
  ['commit (cherry-pick): x', 'made'],
  ['revert: Revert "x"', 'made'],
  ['commit (amend): x', 'amended'],
  ['commit (merge): x', 'merge-committed'],
  ['cherry-pick: x', 'picked'],
  ['am: x', 'made'],
  ['rebase (pick): x', 'picked'],
  ['rebase -i (pick): x', 'picked'],
  ['pull --rebase origin main (pick): x', 'picked'],
  ['rebase (fixup): x', 'reworked'],
  ['rebase (continue): x', 'reworked'],
  ["merge topic: Merge made by the 'ort' strategy.", 'merged'],
  ["pull: Merge made by the 'ort' strategy.", 'merged'],
  ['merge topic: Fast-forward', 'went'],
  ['pull: Fast-forward', 'went'],
  ['checkout: moving from a to b', 'went'],
  ['rebase (start): checkout main', 'went'],
  ['rebase (finish): returning to refs/heads/a', 'went'],
  ['rebase (abort): returning to refs/heads/a', 'went'],
  ['reset: moving to HEAD~1', 'reset'],
  ['Branch: renamed refs/heads/a to refs/heads/b', 'renamed'],
  ['clone: from elsewhere', 'went'],
  ['', 'went'],
])('reads %j as %s', (message, kind) => {
  expect(kindOf(move('a', 'b', message))).toBe(kind);
});

test('names the history by its strongest word', () => {
  const of = (...moves: readonly HeadMove[]): string =>
    historyOf(moves, main, { head: id('z'), branch: 'main' });
  expect({
    commit: of(move('a', 'b', 'commit: x')),
    'own commit amended': of(move('a', 'b', 'commit: x'), move('b', 'c', 'commit (amend): x')),
    "someone's commit amended": of(move('a', 'c', 'commit (amend): x')),
    reset: of(move('a', 'b', 'reset: moving to HEAD~1')),
    'reset to itself': of(move('a', 'a', 'reset: moving to HEAD')),
    merged: of(move('a', 'b', 'merge topic: Fast-forward')),
    rebased: of(move('a', 'b', 'merge topic: Fast-forward'), move('b', 'c', 'rebase (start): checkout x')),
    switched: historyOf([], main, { head: id('a'), branch: 'topic' }),
  }).toEqual({
    commit: 'linear',
    'own commit amended': 'linear',
    "someone's commit amended": 'reset',
    reset: 'reset',
    'reset to itself': 'linear',
    merged: 'merged',
    rebased: 'rebased',
    switched: 'switched',
  });
});
