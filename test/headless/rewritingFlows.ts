import { join } from 'node:path';
import { type Flow, OF_COLLEAGUE, OF_TOPIC, pushed, topic } from './flow';
import { lines, Shell } from './repositories';

/** Commits that are applied again, taken over, or thrown away. */
export const REWRITING_FLOWS: readonly Flow[] = [
  {
    name: "rebase of the user's commits that are older than the task",
    before: shell => {
      topic(shell);
      shell.edit('a.txt');
      shell.commit('Of the user');
    },
    task: shell => shell.git('rebase', '--quiet', 'topic'),
    own: [],
    imported: OF_TOPIC,
    dropped: ['Of the user'],
  },
  {
    name: 'cherry-pick of a foreign commit',
    before: topic,
    task: shell => {
      shell.git('cherry-pick', 'topic');
      shell.edit('a.txt');
    },
    own: ['modified a.txt'],
    imported: OF_TOPIC,
  },
  {
    name: 'cherry-pick of an own commit to another branch',
    before: topic,
    task: shell => {
      shell.edit('a.txt');
      shell.commit('Mine');
      shell.git('switch', '--quiet', 'topic');
      shell.git('cherry-pick', 'main');
    },
    own: ['modified a.txt'],
    imported: OF_TOPIC,
  },
  {
    name: "revert of the user's commit: own, and its files can be put back",
    before: shell => {
      shell.edit('a.txt');
      shell.commit('Of the user');
    },
    task: shell => shell.git('revert', '--no-edit', 'HEAD'),
    own: ['modified a.txt'],
  },
  {
    name: 'revert of an own commit leaves nothing',
    task: shell => {
      shell.edit('a.txt');
      shell.commit('Mine');
      shell.git('revert', '--no-edit', 'HEAD');
    },
    own: [],
  },
  {
    name: 'amend of an own commit',
    task: shell => {
      shell.edit('a.txt');
      shell.commit('Mine');
      shell.edit('b.txt');
      shell.git('commit', '--quiet', '--all', '--amend', '--no-edit');
    },
    own: ['modified a.txt', 'modified b.txt'],
  },
  {
    name: "amend of the user's commit: only what was added to it, then a look at main",
    before: shell => {
      shell.git('switch', '--quiet', '--create', 'feature');
      shell.edit('a.txt');
      shell.commit('Of the user');
    },
    task: shell => {
      shell.edit('b.txt');
      shell.git('commit', '--quiet', '--all', '--amend', '--no-edit');
      shell.git('switch', '--quiet', 'main');
      shell.git('switch', '--quiet', 'feature');
    },
    own: ['modified b.txt'],
    dropped: ['Of the user'],
  },
  {
    name: 'interactive rebase of own commits with fixup, on a foreign branch',
    before: topic,
    task: shell => {
      shell.edit('a.txt');
      shell.commit('Mine');
      shell.edit('src/core.ts');
      shell.git('commit', '--quiet', '--all', '--fixup=HEAD');
      shell.git('rebase', '--quiet', '--interactive', '--autosquash', 'topic');
    },
    own: ['modified a.txt', 'modified src/core.ts'],
    imported: OF_TOPIC,
  },
  {
    name: "fixup of the user's commit by interactive rebase: only the own part",
    before: shell => {
      shell.edit('a.txt');
      shell.commit('Of the user');
      shell.edit('b.txt');
      shell.commit('Later of the user');
    },
    task: shell => {
      shell.edit('a.txt', 5);
      shell.git('commit', '--quiet', '--all', '--fixup=HEAD~1');
      shell.git('rebase', '--quiet', '--interactive', '--autosquash', 'HEAD~3');
    },
    own: ['modified a.txt'],
    dropped: ['Of the user', 'Later of the user'],
  },
  {
    name: 'stash, look at another branch, back, pop',
    before: topic,
    task: shell => {
      shell.edit('a.txt');
      shell.git('stash', '--quiet');
      shell.git('switch', '--quiet', 'topic');
      shell.git('switch', '--quiet', 'main');
      shell.git('stash', 'pop', '--quiet');
    },
    own: ['modified a.txt'],
  },
  {
    name: 'stash, switch to a foreign branch, pop there',
    before: topic,
    task: shell => {
      shell.edit('a.txt');
      shell.git('stash', '--quiet');
      shell.git('switch', '--quiet', 'topic');
      shell.git('stash', 'pop', '--quiet');
    },
    own: ['modified a.txt'],
    imported: OF_TOPIC,
  },
  {
    name: 'work in a worktree outside, merged here, worktree and branch removed',
    task: shell => {
      const place = join(shell.folder, '..', 'tree');
      shell.git('worktree', 'add', '--quiet', '-b', 'feature', place);
      const there = new Shell(place);
      there.edit('a.txt');
      there.write('new.txt', 'n\n');
      there.commit('In the worktree');
      shell.git('merge', '--quiet', '--no-edit', 'feature');
      shell.git('worktree', 'remove', place);
      shell.git('branch', '--quiet', '--delete', 'feature');
    },
    own: ['added new.txt', 'modified a.txt'],
  },
  {
    name: 'bisect there and back, with an edit after it',
    before: shell => {
      for (const line of [1, 2, 3, 4]) {
        shell.edit('b.txt', line);
        shell.commit(`Step ${line}`);
      }
    },
    task: shell => {
      shell.git('bisect', 'start', 'HEAD', 'HEAD~4');
      shell.git('bisect', 'good');
      shell.git('bisect', 'reset');
      shell.edit('a.txt');
    },
    own: ['modified a.txt'],
  },
  {
    name: 'single files taken from another branch: chosen by the task, so own',
    before: topic,
    task: shell => shell.git('checkout', 'topic', '--', 'topic.txt', 'b.txt'),
    own: OF_TOPIC,
  },
  {
    name: 'squash merge of a foreign branch: committed by the task, so own',
    before: topic,
    task: shell => {
      shell.git('merge', '--quiet', '--squash', 'topic');
      shell.commit('Squashed');
    },
    own: OF_TOPIC,
  },
  {
    name: 'merge of a foreign branch with a conflict that the task resolves',
    before: shell => {
      topic(shell);
      shell.edit('b.txt', 9, 'main');
      shell.commit('On main');
    },
    task: shell => {
      shell.tryGit('merge', '--quiet', 'topic');
      shell.write('b.txt', lines('resolved'));
      shell.commit('Merge topic');
    },
    own: ['modified b.txt'],
    imported: ['added topic.txt'],
  },
  {
    name: 'merge begun and not committed',
    before: topic,
    task: shell => {
      shell.git('merge', '--quiet', '--no-commit', '--no-ff', 'topic');
      shell.edit('a.txt');
    },
    own: ['modified a.txt'],
    imported: OF_TOPIC,
  },
  {
    name: 'patches of a foreign branch by am',
    before: topic,
    task: shell => {
      const patch = shell.git('format-patch', '--stdout', 'main..topic');
      shell.write('../topic.patch', patch);
      shell.git('am', '--quiet', '../topic.patch');
      shell.edit('a.txt');
    },
    // A patch is a file: nothing says whose it is.
    own: ['added topic.txt', 'modified a.txt', 'modified b.txt'],
  },
  {
    name: 'own branch pushed, merged by a colleague, pulled',
    task: (shell, colleague) => {
      shell.git('switch', '--quiet', '--create', 'x');
      shell.edit('a.txt');
      shell.commit('Mine');
      shell.git('push', '--quiet', 'origin', 'x');
      pushed(colleague);
      colleague.git('fetch', '--quiet');
      colleague.git('merge', '--quiet', '--no-ff', '--no-edit', 'origin/x');
      colleague.git('push', '--quiet');
      shell.git('switch', '--quiet', 'main');
      shell.git('pull', '--quiet');
    },
    own: ['modified a.txt'],
    imported: OF_COLLEAGUE,
  },
  {
    name: 'branch renamed, commit made on it',
    task: shell => {
      shell.git('switch', '--quiet', '--create', 'x');
      shell.git('branch', '--move', 'x', 'y');
      shell.edit('a.txt');
      shell.commit('Mine');
    },
    own: ['modified a.txt'],
  },
  {
    name: 'detached at an older commit, edit, back to main with the edit',
    before: shell => {
      shell.edit('b.txt');
      shell.commit('Later');
    },
    task: shell => {
      shell.git('checkout', '--quiet', 'HEAD~1');
      shell.edit('a.txt');
      shell.git('checkout', '--quiet', 'main');
    },
    own: ['modified a.txt'],
  },
  {
    name: 'switch to a foreign branch with the own edit',
    before: topic,
    task: shell => {
      shell.edit('a.txt');
      shell.git('switch', '--quiet', 'topic');
    },
    own: ['modified a.txt'],
    imported: OF_TOPIC,
  },
  {
    name: 'an orphan branch with a first commit',
    task: shell => {
      shell.git('switch', '--quiet', '--orphan', 'pages');
      shell.write('index.html', '<p>\n');
      shell.commit('Pages');
    },
    // No reflog tells of it, so what is gone was removed by the task.
    own: ['added index.html', 'deleted a.txt', 'deleted b.txt', 'deleted hello.txt', 'deleted src/core.ts'],
  },
  {
    name: "the user's branch with the start's commit is deleted",
    before: shell => {
      shell.git('switch', '--quiet', '--create', 'feature');
      shell.edit('a.txt');
      shell.commit('Of the user');
    },
    task: shell => {
      shell.git('switch', '--quiet', 'main');
      shell.git('branch', '--quiet', '-D', 'feature');
    },
    own: [],
    imported: ['modified a.txt'],
    dropped: ['Of the user'],
  },
  {
    name: 'another branch of the user is deleted, and never was merged',
    before: topic,
    task: shell => {
      shell.git('branch', '--quiet', '-D', 'topic');
      shell.edit('a.txt');
    },
    own: ['modified a.txt'],
    dropped: ['Work on topic'],
  },
  {
    name: 'a branch of the user is merged and deleted: nothing is dropped',
    before: topic,
    task: shell => {
      shell.git('merge', '--quiet', '--no-ff', '--no-edit', 'topic');
      shell.git('branch', '--quiet', '--delete', 'topic');
    },
    own: [],
    imported: OF_TOPIC,
  },
  {
    name: 'without a reflog: a foreign branch comes, own commits stay own',
    before: shell => {
      topic(shell);
      shell.git('config', 'core.logAllRefUpdates', 'false');
      shell.remove('.git/logs');
    },
    task: shell => {
      shell.git('merge', '--quiet', 'topic');
      shell.edit('a.txt');
      shell.commit('Mine');
    },
    own: ['modified a.txt'],
    imported: OF_TOPIC,
  },
];
