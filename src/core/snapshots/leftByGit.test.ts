import { expect, test } from 'vitest';
import { left, type Story } from '../../../test/support/gitStory';

const S = ['', { a: 'a', b: 'b' }] as const;

// The rows of docs/record.md, "What git did".
test.each<[string, Story, readonly string[]]>([
  ['a commit', { commits: { S, O: ['S', { a: 'own' }] }, own: 'O', moves: ['S O commit: x'] }, []],
  [
    'an amend of a foreign commit',
    { commits: { S, O: ['', { a: 'own', b: 'b' }] }, own: 'O', moves: ['S O commit (amend): x'] },
    [],
  ],
  [
    'a checkout of a foreign branch',
    { commits: { S, T: ['S', { a: 'topic', c: 'c' }] }, moves: ['S T checkout: moving from main to topic'] },
    ['a=topic', 'b gone', 'c=c'],
  ],
  [
    'own work, away and back',
    {
      commits: { S, O: ['S', { a: 'own', b: 'b' }] },
      own: 'O',
      moves: ['S O commit: x', 'O S checkout: moving from x to main', 'S O checkout: moving from main to x'],
    },
    ['a=a'],
  ],
  [
    'own branch, merge --no-ff',
    {
      commits: { S, O: ['S', { a: 'own', b: 'b' }], M: ['S O', { a: 'own', b: 'b' }] },
      own: 'O M',
      moves: [
        'S O commit: x',
        'O S checkout: moving from x to main',
        "S M merge x: Merge made by the 'ort' strategy.",
      ],
      bases: { 'S O': 'S' },
    },
    ['a=a'],
  ],
  [
    'fast-forward over foreign commits',
    { commits: { S, T: ['S', { a: 'topic', b: 'b' }] }, moves: ['S T pull: Fast-forward'] },
    ['a=topic'],
  ],
  [
    'a foreign merge, own lines in the same file',
    {
      commits: {
        S,
        O: ['S', { a: 'own', b: 'b' }],
        T: ['S', { a: 'topic', b: 'topic' }],
        M: ['O T', { a: 'own+topic', b: 'topic' }],
      },
      own: 'O M',
      moves: ['S O commit: x', "O M merge topic: Merge made by the 'ort' strategy."],
      bases: { 'O T': 'S' },
    },
    ['a=topic', 'b=topic'],
  ],
  [
    'two foreign branches that git joined in one file',
    {
      commits: {
        S,
        T: ['S', { a: 'one', b: 'b' }],
        U: ['S', { a: 'two', b: 'b' }],
        M: ['T U', { a: 'one+two', b: 'b' }],
      },
      own: 'M',
      moves: ['S T merge one: Fast-forward', "T M merge two: Merge made by the 'ort' strategy."],
      bases: { 'T U': 'S' },
    },
    ['a=one+two'],
  ],
  [
    'the same, joined by a person',
    {
      commits: {
        S,
        T: ['S', { a: 'one', b: 'b' }],
        U: ['S', { a: 'two', b: 'b' }],
        M: ['T U', { a: 'by hand', b: 'b' }],
      },
      own: 'M',
      moves: ['S T merge one: Fast-forward', 'T M commit (merge): join'],
      bases: { 'T U': 'S' },
    },
    ['a=two'],
  ],
  [
    'a rebase of own commits',
    {
      commits: {
        S,
        O: ['S', { a: 'own', b: 'b' }],
        U: ['S', { a: 'a', b: 'up' }],
        R: ['U', { a: 'own', b: 'up' }],
      },
      own: 'O R',
      like: { R: 'O' },
      moves: ['S O commit: x', 'O U rebase (start): checkout up', 'U R rebase (pick): x'],
    },
    ['a=a', 'b=up'],
  ],
  [
    'a rebase of commits that are older than the task',
    {
      commits: {
        B: ['', { a: 'base', b: 'b' }],
        S: ['B', { a: 'a', b: 'b' }],
        U: ['B', { a: 'base', b: 'up' }],
        R: ['U', { a: 'a', b: 'up' }],
      },
      own: 'R',
      like: { R: 'S' },
      moves: ['S U rebase (start): checkout up', 'U R rebase (pick): x'],
    },
    ['a=a', 'b=up'],
  ],
  [
    'a fixup of a foreign commit',
    {
      commits: { S, O: ['S', { a: 'fixed', b: 'b' }], R: ['', { a: 'fixed', b: 'b' }] },
      own: 'O R',
      moves: ['S O commit: fixup! x', 'O S rebase (start): checkout base', 'S R rebase (fixup): x'],
    },
    ['a=a'],
  ],
  [
    'a cherry-pick of a foreign commit, and of an own one',
    {
      commits: {
        S,
        O: ['S', { a: 'own', b: 'b' }],
        P: ['S', { a: 'a', b: 'picked' }],
        Q: ['P', { a: 'own', b: 'picked' }],
      },
      own: 'O P Q',
      like: { P: 'foreign', Q: 'O' },
      moves: [
        'S O commit: x',
        'O S checkout: moving from x to main',
        'S P cherry-pick: y',
        'P Q cherry-pick: x',
      ],
    },
    ['a=a', 'b=picked'],
  ],
  [
    'a reset that wrote files, and one that did not',
    {
      commits: { S, N: ['', { a: 'old', b: 'b' }] },
      moves: ['S N reset: moving to HEAD~1', 'N S reset: moving to S', 'S N reset: moving to N'],
      hard: [0],
    },
    ['a=old'],
  ],
  [
    'a soft reset alone',
    { commits: { S, N: ['', { a: 'old', b: 'b' }] }, moves: ['S N reset: moving to HEAD~1'] },
    [],
  ],
  [
    'work from before the task that it put aside',
    {
      commits: { S, T: ['S', { a: 'topic', b: 'b' }] },
      dirty: { a: 'of the user' },
      moves: ['S S reset: moving to HEAD', 'S T checkout: moving from main to topic'],
    },
    [],
  ],
  [
    'work from before the task that it committed, then left',
    {
      commits: { S, O: ['S', { a: 'of the user', b: 'b' }] },
      own: 'O',
      dirty: { a: 'of the user' },
      moves: ['S O commit: wip', 'O S checkout: moving from x to main'],
    },
    ['a=a'],
  ],
  [
    'files that git brought, committed by the task after a soft reset, and rebased',
    {
      commits: {
        S,
        T: ['S', { a: 'topic', b: 'b' }],
        O: ['S', { a: 'topic', b: 'own' }],
        U: ['S', { a: 'a', b: 'b', c: 'up' }],
        R: ['U', { a: 'topic', b: 'own', c: 'up' }],
      },
      own: 'O R',
      like: { R: 'O' },
      moves: [
        'S T merge topic: Fast-forward',
        'T S reset: moving to HEAD~1',
        'S O commit: x',
        'O U rebase (start): checkout up',
        'U R rebase (pick): x',
      ],
    },
    ['a=topic', 'b=b', 'c=up'],
  ],
  [
    'a merge of more than two: each of them counts',
    {
      commits: {
        S: ['', { a: 'a', b: 'b', c: 'c' }],
        A: ['S', { a: 'one', b: 'b', c: 'c' }],
        B: ['S', { a: 'a', b: 'two', c: 'c' }],
        O: ['S', { a: 'a', b: 'b', c: 'own' }],
        E: ['O A B', { a: 'one', b: 'two', c: 'own' }],
      },
      own: 'OE',
      moves: ['S O commit: x', "O E merge A B: Merge made by the 'octopus' strategy."],
      bases: { 'O A': 'S', 'O B': 'S' },
    },
    ['a=one', 'b=two'],
  ],
  [
    'two commits of others, merged by git: what git moved to another path is theirs too',
    {
      commits: {
        S: ['', { a: 'edited' }],
        T: ['B', { z: 'a' }],
        B: ['', { a: 'a' }],
        E: ['S T', { z: 'edited' }],
      },
      own: 'E',
      moves: ["S E merge T: Merge made by the 'ort' strategy."],
      bases: { 'S T': 'B' },
    },
    ['a gone', 'z=edited'],
  ],
  [
    'a foreign commit picked that moved own work to another path: the work stays own',
    {
      commits: {
        S: ['', { a: 'a' }],
        O: ['S', { a: 'own' }],
        E: ['O', { z: 'own' }],
      },
      own: 'OE',
      moves: ['S O commit: x', 'O E cherry-pick: t'],
    },
    ['a=a', 'z gone'],
  ],
  [
    'a merge that is not committed',
    {
      commits: { S, T: ['S', { a: 'topic', b: 'b' }] },
      moves: [],
      end: 'S',
      merging: 'T',
      bases: { 'S T': 'S' },
    },
    ['a=topic'],
  ],
  [
    'what a colleague made of own pushed work',
    {
      commits: {
        S,
        O: ['S', { a: 'own', b: 'b' }],
        T: ['S', { a: 'a', b: 'theirs' }],
        M: ['T O', { a: 'own', b: 'theirs' }],
      },
      own: 'O',
      onOwn: 'M',
      moves: ['S O commit: x', 'O S checkout: moving from x to main', 'S M pull: Fast-forward'],
      bases: { 'T O': 'S' },
    },
    ['a=a', 'b=theirs'],
  ],
  [
    'what a colleague wrote on top of own pushed work',
    {
      commits: {
        S,
        O: ['S', { a: 'own', b: 'b' }],
        T: ['O', { a: 'own+theirs', b: 'theirs' }],
      },
      own: 'O',
      onOwn: 'T',
      moves: ['S O commit: x', 'O T pull: Fast-forward'],
    },
    // The file that both wrote stays with the task.
    ['a=a', 'b=theirs'],
  ],
  [
    'a reflog with a gap',
    {
      commits: { S, A: ['', { a: 'x', b: 'b' }], T: ['', { a: 'x', b: 'topic' }] },
      end: 'T',
      moves: ['A T checkout: moving from a to t'],
    },
    ['b=topic'],
  ],
  [
    'patches: nothing says whose they are',
    { commits: { S, O: ['S', { a: 'patched', b: 'b' }] }, own: 'O', moves: ['S O am: x'] },
    [],
  ],
  [
    'no reflog: one move from start to end',
    { commits: { S, E: ['S', { a: 'came', b: 'b' }] }, moves: undefined },
    ['a=came'],
  ],
  [
    'a commit in between that is gone',
    { commits: { S, E: ['S', { a: 'came', b: 'b' }] }, moves: ['S X commit: x', 'X E checkout: moving'] },
    ['a=came'],
  ],
  [
    'a repository that came in the task',
    { commits: { T: ['', { a: 'cloned' }] }, start: null, end: 'T', moves: ['- T clone: from elsewhere'] },
    ['a=cloned'],
  ],
  [
    'a branch that was renamed',
    { commits: { S }, end: 'S', moves: ['S - Branch: renamed x to y', '- S Branch: renamed x to y'] },
    [],
  ],
])('%s', (_, story, answer) => {
  expect(left(story)).toEqual(answer);
});
