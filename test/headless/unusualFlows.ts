import { join } from 'node:path';
import { type Flow, OF_COLLEAGUE, OF_TOPIC, pushed, topic } from './flow';
import { lines, Shell } from './repositories';

/** A branch of somebody else that moves src/core.ts to lib/core.ts. */
const moving = (shell: Shell): void => shell.branch('topic', () => shell.move('src', 'lib'));

/** Another work tree of the repository, on a branch of the task. */
const worktree = (shell: Shell): Shell => {
  const place = join(shell.folder, '..', 'tree');
  shell.git('worktree', 'add', '--quiet', '-b', 'feature', place);
  return new Shell(place);
};

/** Merges of many, moved files, and commits whose dates or reflogs say little. */
export const UNUSUAL_FLOWS: readonly Flow[] = [
  {
    name: 'merge of two foreign branches at once',
    before: shell => {
      topic(shell);
      shell.branch('second', () => shell.write('second.txt', lines('second')));
      shell.edit('a.txt', 9, 'main');
      shell.commit('On main');
    },
    task: shell => {
      shell.git('merge', '--quiet', '--no-edit', 'topic', 'second');
      shell.edit('a.txt');
    },
    own: ['modified a.txt'],
    imported: ['added second.txt', ...OF_TOPIC],
  },
  {
    name: 'merge of a foreign and an own branch at once',
    before: topic,
    task: shell => {
      shell.branch('mine', () => shell.write('mine.txt', 'm\n'));
      shell.edit('a.txt');
      shell.commit('Mine');
      shell.git('merge', '--quiet', '--no-edit', 'topic', 'mine');
    },
    own: ['added mine.txt', 'modified a.txt'],
    imported: OF_TOPIC,
  },
  {
    name: "merge of a foreign branch that moved what the user's commit edits",
    before: shell => {
      moving(shell);
      shell.edit('src/core.ts');
      shell.commit('Of the user');
    },
    task: shell => {
      shell.git('merge', '--quiet', '--no-edit', 'topic');
      shell.edit('a.txt');
    },
    own: ['modified a.txt'],
    imported: ['renamed src/core.ts -> lib/core.ts'],
  },
  {
    name: 'cherry-pick of a foreign commit that moves a file with own work',
    before: moving,
    task: shell => {
      shell.edit('src/core.ts');
      shell.commit('Mine');
      shell.git('cherry-pick', 'topic');
    },
    own: ['renamed src/core.ts -> lib/core.ts'],
  },
  {
    name: 'cherry-pick of a foreign commit with a conflict: made by the task, so own',
    before: shell => {
      topic(shell);
      shell.edit('b.txt', 9, 'main');
      shell.commit('On main');
    },
    task: shell => {
      shell.tryGit('cherry-pick', 'topic');
      shell.write('b.txt', lines('resolved'));
      shell.git('add', '--all');
      shell.git('cherry-pick', '--continue');
    },
    own: OF_TOPIC,
  },
  {
    name: 'a commit with an old date, made in a worktree, is own',
    before: topic,
    task: shell => {
      const place = join(shell.folder, '..', 'tree');
      shell.git('worktree', 'add', '--quiet', '-b', 'feature', place);
      const there = new Shell(place);
      there.edit('a.txt');
      there.commitAt('Mine', '2001-01-01T00:00:00Z');
      shell.git('merge', '--quiet', 'feature');
      shell.git('merge', '--quiet', '--no-edit', 'topic');
    },
    own: ['modified a.txt'],
    imported: OF_TOPIC,
  },
  {
    name: "the user's commit with a later date, packed, is not the task's",
    before: shell => {
      shell.git('switch', '--quiet', '--create', 'topic');
      shell.write('topic.txt', lines('topic'));
      shell.commitAt('Of the user', '2037-01-01T00:00:00Z');
      shell.git('switch', '--quiet', 'main');
      shell.git('gc', '--quiet');
    },
    task: shell => {
      shell.git('merge', '--quiet', 'topic');
      shell.edit('a.txt');
    },
    own: ['modified a.txt'],
    imported: ['added topic.txt'],
  },
  {
    name: 'everything is packed in the middle of the task',
    before: topic,
    task: shell => {
      shell.git('switch', '--quiet', '--create', 'x');
      shell.edit('a.txt');
      shell.commit('Mine');
      shell.git('gc', '--quiet', '--prune=now');
      shell.git('switch', '--quiet', 'main');
      shell.git('merge', '--quiet', '--no-ff', '--no-edit', 'x');
      shell.git('merge', '--quiet', '--no-edit', 'topic');
    },
    own: ['modified a.txt'],
    imported: OF_TOPIC,
  },
  {
    name: 'own commits of a worktree, picked and applied here',
    task: shell => {
      const there = worktree(shell);
      there.edit('a.txt');
      there.commit('One');
      shell.edit('b.txt');
      shell.commit('Here');
      shell.git('cherry-pick', 'feature');
      there.edit('src/core.ts');
      there.commit('Two');
      shell.write('../two.patch', there.git('format-patch', '--stdout', '-1'));
      shell.git('am', '--quiet', '../two.patch');
    },
    own: ['modified a.txt', 'modified b.txt', 'modified src/core.ts'],
  },
  {
    name: 'an own commit of a worktree, pushed there and pulled here',
    task: shell => {
      const there = worktree(shell);
      there.edit('a.txt');
      there.commit('Mine');
      there.git('push', '--quiet', 'origin', 'feature:main');
      shell.git('pull', '--quiet');
    },
    own: ['modified a.txt'],
  },
  {
    name: 'cherry-pick of what a colleague pushed meanwhile',
    task: (shell, colleague) => {
      pushed(colleague);
      shell.edit('a.txt');
      shell.commit('Mine');
      shell.git('fetch', '--quiet');
      shell.git('cherry-pick', 'origin/main');
    },
    own: ['modified a.txt'],
    imported: OF_COLLEAGUE,
  },
];
