import { expect, test } from 'vitest';
import { type HeadMove, historyOf, importTargets, madeCommits, parseHeadMove } from './headMoves';

const id = (letter: string): string => letter.repeat(40);

function move(from: string, to: string, message: string): HeadMove {
  return { from: id(from), to: id(to), message };
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

test('takes what a checkout, a fast forward and a rebase bring, but not the way back to the start or own commits', () => {
  const parents = new Map([[id('b'), [id('a')]]]);
  const moves = [
    move('a', 'b', 'commit: own'),
    move('b', 't', 'checkout: moving from main to topic'),
    move('t', 'b', 'checkout: moving from topic to main'),
    move('b', 'u', 'rebase (start): checkout upstream'),
    move('u', 'v', 'pull: Fast-forward'),
    move('v', 'v', 'reset: moving to HEAD'),
  ];
  expect(importTargets(moves, parents, id('a')).map(target => target.target)).toEqual([
    id('t'),
    id('u'),
    id('v'),
  ]);
});

test("takes the other side of a merge, and git's own merge, but not what a person resolved", () => {
  const parents = new Map([
    [id('m'), [id('a'), id('t')]],
    [id('r'), [id('a'), id('t')]],
  ]);
  const targets = (message: string, to: string): readonly string[] =>
    importTargets([move('a', to, message)], parents, id('a')).map(target => target.target);
  expect(targets("merge topic: Merge made by the 'ort' strategy.", 'm')).toEqual([id('m'), id('t')]);
  expect(targets('commit (merge): resolved', 'r')).toEqual([id('t')]);
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
