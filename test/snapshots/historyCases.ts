import { join } from 'node:path';
import { type Case, EDITED, LATER, topOf } from './story';
import { type SnapshotWorld, TEN_LINES } from './world';

/** What HEAD does while a task runs. */
export const HISTORY_CASES: readonly Case[] = [
  {
    name: 'reset --soft',
    before: w => {
      w.write('a.txt', EDITED);
      w.commit('second');
    },
    task: w => w.git('reset', '-q', '--soft', 'HEAD~1'),
    answer: ['history reset'],
  },
  {
    name: 'reset --hard',
    before: w => {
      w.write('a.txt', EDITED);
      w.commit('second');
    },
    task: w => w.git('reset', '-q', '--hard', 'HEAD~1'),
    answer: ['imported modified a.txt +1 -1', 'history reset'],
  },
  {
    name: 'reset --hard, and what the commit took away is taken away again',
    before: w => {
      w.write('a.txt', EDITED);
      w.remove('b.txt');
      w.commit('second');
    },
    task: w => {
      w.git('reset', '-q', '--hard', 'HEAD~1');
      w.remove('b.txt');
    },
    answer: ['imported modified a.txt +1 -1', 'history reset'],
  },
  {
    name: "the start's commit amended and pruned",
    before: w => w.write('b.txt', 'dirty\n'),
    task: w => {
      w.write('a.txt', EDITED);
      w.git('add', 'a.txt');
      w.git('commit', '-q', '--amend', '-m', 'amended');
      w.git('reflog', 'expire', '--expire=now', '--all');
      w.git('gc', '-q', '--prune=now');
      w.write('b.txt', 'dirtier\n');
    },
    answer: [
      'own modified a.txt +1 -1',
      'own modified b.txt +1 -1',
      'touched b.txt',
      'history unknown',
      "warning HEAD's reflog does not go back to the start, so changes that came by checkout, merge or pull cannot be told from the task's own.",
      "warning The commit at the start is gone, and so is HEAD's reflog, so the task's commits cannot be listed.",
    ],
  },
  {
    name: 'a rebase whose traces were collected',
    before: w => {
      othersWork(w);
      w.write('a.txt', EDITED);
      w.commit('mine');
    },
    task: w => {
      w.git('rebase', '-q', 'topic');
      w.git('branch', '-q', '-D', 'topic');
      w.git('reflog', 'expire', '--expire=now', '--all');
      w.git('gc', '-q', '--prune=now');
    },
    answer: [
      'own added topic.txt +1 -0',
      'history unknown',
      "warning HEAD's reflog does not go back to the start, so changes that came by checkout, merge or pull cannot be told from the task's own.",
      "warning The commit at the start is gone, and so is HEAD's reflog, so the task's commits cannot be listed.",
    ],
  },
  {
    name: 'a commit amended',
    task: w => {
      w.write('a.txt', EDITED);
      w.commit('one');
      w.write('b.txt', 'b\nc\n');
      w.git('commit', '-q', '-a', '--amend', '-m', 'two');
    },
    answer: ['own modified a.txt +1 -1', 'own modified b.txt +1 -0', 'commit two'],
  },
  {
    name: 'conflict markers of a merge, then resolved',
    before: w => {
      w.git('checkout', '-q', '-b', 'topic');
      w.write('a.txt', TEN_LINES.replace('line 2\n', 'line 2 of topic\n'));
      w.commit('topic');
      w.git('checkout', '-q', '-');
      w.write('a.txt', EDITED);
      w.commit('mine');
      w.tryGit('merge', '-q', 'topic');
    },
    task: w => {
      w.write('a.txt', EDITED);
      w.commit('resolved');
    },
    answer: ['own modified a.txt +0 -4', 'touched a.txt', 'commit resolved', 'history merged'],
  },
  {
    name: 'a checkout of a branch',
    before: w => {
      w.git('checkout', '-q', '-b', 'topic');
      w.write('topic.txt', 't\n');
      w.write('b.txt', 'topic\n');
      w.commit('topic');
      w.git('checkout', '-q', '-');
    },
    task: w => {
      w.git('checkout', '-q', 'topic');
      w.write('own.txt', 'o\n');
    },
    answer: [
      'own added own.txt +1 -0',
      'imported added topic.txt +1 -0',
      'imported modified b.txt +1 -1',
      'history switched',
    ],
  },
  {
    name: 'away to another branch and back, with a commit before',
    before: w => {
      w.git('branch', 'topic');
    },
    task: w => {
      w.write('own.txt', 'o\n');
      w.commit('own');
      w.git('checkout', '-q', 'topic');
      w.git('checkout', '-q', '-');
    },
    answer: ['own added own.txt +1 -0', 'commit own'],
  },
  {
    name: "a person's work stashed away for a look at another branch",
    before: w => {
      othersWork(w);
      w.write('a.txt', LATER);
    },
    task: w => {
      w.git('stash', '-q');
      w.git('checkout', '-q', 'topic');
      w.git('checkout', '-q', '-');
    },
    answer: [
      'own modified a.txt +1 -1',
      'touched a.txt',
      'warning Uncommitted work from before the task is not lost, it is in stash@{0}. Tell the user, who can bring it back with "git stash apply stash@{0}": a.txt.',
    ],
  },
  {
    name: 'a merge of the work of another',
    before: othersWork,
    task: w => {
      w.write('b.txt', 'mine\n');
      w.commit('mine');
      w.git('merge', '-q', '-m', 'join', 'topic');
      w.write('own.txt', 'o\n');
    },
    answer: [
      'own added own.txt +1 -0',
      'own modified b.txt +1 -1',
      'imported added topic.txt +1 -0',
      'imported modified a.txt +1 -1',
      'commit mine',
      'commit join',
      'history merged',
    ],
  },
  {
    name: 'a merge with a conflict that the task resolved',
    before: othersWork,
    task: w => {
      w.write('a.txt', EDITED.replace('two', 'zwei'));
      w.commit('mine');
      w.tryGit('merge', '-q', 'topic');
      w.write('a.txt', EDITED.replace('two', 'deux'));
      w.commit('join');
    },
    answer: [
      'own modified a.txt +1 -1',
      'imported added topic.txt +1 -0',
      'commit mine',
      'commit join',
      'history merged',
    ],
  },
  {
    name: 'a merge that is not committed yet',
    before: othersWork,
    task: w => w.git('merge', '-q', '--no-commit', '--no-ff', 'topic'),
    answer: ['imported added topic.txt +1 -0', 'imported modified a.txt +1 -1'],
  },
  {
    name: 'a fast forward',
    before: othersWork,
    task: w => {
      w.git('merge', '-q', '--ff-only', 'topic');
      w.write('a.txt', LATER);
    },
    answer: ['own modified a.txt +1 -1', 'imported added topic.txt +1 -0', 'history merged'],
  },
  {
    name: 'a rebase onto the work of another',
    before: othersWork,
    task: w => {
      w.write('b.txt', 'mine\n');
      w.commit('mine');
      w.git('rebase', '-q', 'topic');
    },
    answer: [
      'own modified b.txt +1 -1',
      'imported added topic.txt +1 -0',
      'imported modified a.txt +1 -1',
      'commit mine',
      'history rebased',
    ],
  },
  {
    name: 'a pull',
    before: w => {
      othersWork(w);
      w.git('clone', '-q', '--bare', topOf(w), join(w.base, 'origin.git'));
      w.git('remote', 'add', 'origin', join(w.base, 'origin.git'));
      w.git('branch', '-q', '-D', 'topic');
    },
    task: w => {
      w.git('pull', '-q', '--ff-only', 'origin', 'topic');
      w.write('own.txt', 'o\n');
    },
    answer: [
      'own added own.txt +1 -0',
      'imported added topic.txt +1 -0',
      'imported modified a.txt +1 -1',
      'history merged',
    ],
  },
  {
    name: 'a branch switch under autocrlf',
    base: w => {
      w.git('config', 'core.autocrlf', 'true');
      w.write('crlf.txt', 'one\r\n');
    },
    before: w => {
      w.git('checkout', '-q', '-b', 'topic');
      w.write('crlf.txt', 'one\r\ntwo\r\n');
      w.commit('topic');
      w.git('checkout', '-q', '-');
    },
    task: w => w.git('checkout', '-q', 'topic'),
    answer: ['imported modified crlf.txt +1 -0', 'history switched'],
  },
  {
    name: 'an untracked file deleted beside a checkout',
    before: w => {
      othersWork(w);
      w.write('u.txt', 'u\n');
    },
    task: w => {
      w.git('checkout', '-q', 'topic');
      w.remove('u.txt');
    },
    answer: [
      'own deleted u.txt +0 -1',
      'imported added topic.txt +1 -0',
      'imported modified a.txt +1 -1',
      'destroyed u.txt',
      'history switched',
      'warning Work that was not committed before the task is gone: u.txt.',
    ],
  },
  {
    name: 'no reflog: said so',
    before: w => {
      othersWork(w);
      w.git('config', 'core.logAllRefUpdates', 'false');
      w.git('reflog', 'expire', '--expire=now', '--all');
    },
    task: w => {
      w.write('b.txt', 'mine\n');
      w.commit('mine');
      w.git('reflog', 'expire', '--expire=now', '--all');
    },
    answer: [
      'own modified b.txt +1 -1',
      'commit mine',
      'history unknown',
      "warning HEAD's reflog does not go back to the start, so changes that came by checkout, merge or pull cannot be told from the task's own.",
    ],
  },
];

function othersWork(world: SnapshotWorld): void {
  world.git('checkout', '-q', '-b', 'topic');
  world.write('topic.txt', 't\n');
  world.write('a.txt', EDITED);
  world.commit('topic');
  world.git('checkout', '-q', '-');
}
