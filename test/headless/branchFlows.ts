import { type Flow, OF_COLLEAGUE, pushed } from './flow';
import { lines, type Shell } from './repositories';

/** What a person has begun and not committed. */
const uncommitted = (shell: Shell): void => {
  shell.edit('a.txt');
  shell.write('draft.txt', lines('draft'));
};
const UNCOMMITTED = ['deleted draft.txt', 'modified a.txt'];

/** Branches, merges, resets and pulls. */
export const BRANCH_FLOWS: readonly Flow[] = [
  {
    name: 'branch, commit, merge --no-ff: own',
    task: shell => {
      shell.git('switch', '--quiet', '--create', 'x');
      shell.edit('a.txt');
      shell.write('new.txt', 'n\n');
      shell.commit('Mine');
      shell.git('switch', '--quiet', 'main');
      shell.git('merge', '--quiet', '--no-ff', '--no-edit', 'x');
    },
    own: ['added new.txt', 'modified a.txt'],
  },
  {
    name: 'branch, commit, fast-forward: own',
    task: shell => {
      shell.git('switch', '--quiet', '--create', 'x');
      shell.edit('a.txt');
      shell.commit('Mine');
      shell.git('switch', '--quiet', 'main');
      shell.git('merge', '--quiet', 'x');
      shell.git('branch', '--quiet', '--delete', 'x');
    },
    own: ['modified a.txt'],
  },
  {
    name: 'branch, commits, squash merge: own',
    task: shell => {
      shell.git('switch', '--quiet', '--create', 'x');
      shell.edit('a.txt');
      shell.commit('One');
      shell.write('new.txt', 'n\n');
      shell.commit('Two');
      shell.git('switch', '--quiet', 'main');
      shell.git('merge', '--quiet', '--squash', 'x');
      shell.commit('Both');
      shell.git('branch', '--quiet', '-D', 'x');
    },
    own: ['added new.txt', 'modified a.txt'],
  },
  {
    name: 'branch, commit, switch back without a merge: nothing is left on the disk',
    task: shell => {
      shell.git('switch', '--quiet', '--create', 'x');
      shell.edit('a.txt');
      shell.commit('Mine');
      shell.git('switch', '--quiet', 'main');
    },
    own: [],
  },
  {
    name: 'merge main into the branch, then delete a file that only the branch has',
    before: shell => {
      shell.branch('feature', () => shell.write('f.txt', lines('f')));
      shell.edit('b.txt');
      shell.commit('On main');
      shell.git('switch', '--quiet', 'feature');
    },
    task: shell => {
      shell.git('merge', '--quiet', '--no-edit', 'main');
      shell.git('rm', '--quiet', 'f.txt');
      shell.commit('Remove f');
    },
    own: ['deleted f.txt'],
    imported: ['modified b.txt'],
  },
  {
    name: 'rebase on main, then move a file that only the branch has',
    before: shell => {
      shell.branch('feature', () => shell.write('f.txt', lines('f')));
      shell.edit('b.txt');
      shell.commit('On main');
      shell.git('switch', '--quiet', 'feature');
    },
    task: shell => {
      shell.git('rebase', '--quiet', 'main');
      shell.git('mv', 'f.txt', 'g.txt');
    },
    own: ['renamed f.txt -> g.txt'],
    imported: ['modified b.txt'],
    dropped: ['Work on feature'],
  },
  {
    name: 'to main and back, then delete a file that only the branch has',
    before: shell => {
      shell.branch('feature', () => shell.write('f.txt', lines('f')));
      shell.git('switch', '--quiet', 'feature');
    },
    task: shell => {
      shell.git('switch', '--quiet', 'main');
      shell.git('switch', '--quiet', 'feature');
      shell.remove('f.txt');
    },
    own: ['deleted f.txt'],
  },
  {
    name: "reset --soft of the user's commit, then the file is made what it was before",
    before: shell => {
      shell.write('c.txt', lines('c'));
      shell.edit('a.txt');
      shell.commit('Of the user');
    },
    task: shell => {
      shell.git('reset', '--quiet', '--soft', 'HEAD~1');
      shell.write('a.txt', lines('a'));
      shell.remove('c.txt');
    },
    own: ['deleted c.txt', 'modified a.txt'],
    dropped: ['Of the user'],
  },
  {
    name: "reset --mixed of the user's commit, then the file is made what it was before",
    before: shell => {
      shell.write('c.txt', lines('c'));
      shell.edit('a.txt');
      shell.commit('Of the user');
    },
    task: shell => {
      shell.git('reset', '--quiet', '--mixed', 'HEAD~1');
      shell.write('a.txt', lines('a'));
      shell.remove('c.txt');
    },
    own: ['deleted c.txt', 'modified a.txt'],
    dropped: ['Of the user'],
  },
  {
    name: "a file of the user's commit is deleted, then the commit is reset --soft",
    before: shell => {
      shell.write('c.txt', lines('c'));
      shell.commit('Of the user');
    },
    task: shell => {
      shell.remove('c.txt');
      shell.aMomentLater();
      shell.git('reset', '--quiet', '--soft', 'HEAD~1');
    },
    own: ['deleted c.txt'],
    dropped: ['Of the user'],
  },
  {
    name: "a file of the user's commit is deleted, then the commit is reset --mixed",
    before: shell => {
      shell.write('c.txt', lines('c'));
      shell.commit('Of the user');
    },
    task: shell => {
      shell.remove('c.txt');
      shell.aMomentLater();
      shell.git('reset', '--quiet', '--mixed', 'HEAD~1');
    },
    own: ['deleted c.txt'],
    dropped: ['Of the user'],
  },
  {
    name: "reset --soft of the user's commit, and nothing else",
    before: shell => {
      shell.edit('a.txt');
      shell.commit('Of the user');
    },
    task: shell => shell.git('reset', '--quiet', '--soft', 'HEAD~1'),
    own: [],
    dropped: ['Of the user'],
  },
  {
    name: "reset --hard drops the user's commit: told, with its subject",
    before: shell => {
      shell.write('c.txt', lines('c'));
      shell.edit('a.txt');
      shell.commit('Of the user');
    },
    task: shell => {
      shell.git('reset', '--quiet', '--hard', 'HEAD~1');
      shell.write('mine.txt', 'm\n');
    },
    own: ['added mine.txt'],
    imported: ['deleted c.txt', 'modified a.txt'],
    dropped: ['Of the user'],
  },
  {
    name: 'reset --hard to what was fetched',
    task: (shell, colleague) => {
      pushed(colleague);
      shell.git('fetch', '--quiet');
      shell.git('reset', '--quiet', '--hard', 'origin/main');
      shell.edit('a.txt');
    },
    own: ['modified a.txt'],
    imported: OF_COLLEAGUE,
  },
  {
    name: 'reset --hard over own commits leaves nothing, uncommitted work of the user is gone',
    before: shell => shell.edit('a.txt'),
    task: shell => {
      shell.edit('b.txt');
      shell.git('commit', '--quiet', '--message', 'Mine', '--', 'b.txt');
      shell.git('reset', '--quiet', '--hard', 'HEAD~1');
    },
    own: ['modified a.txt'],
  },
  {
    name: "the user's uncommitted work, committed by the task and thrown away by reset --hard: own",
    before: uncommitted,
    task: shell => {
      shell.commit('Work in progress');
      shell.git('reset', '--quiet', '--hard', 'HEAD~1');
    },
    own: UNCOMMITTED,
  },
  {
    name: 'the same on a branch that is deleted',
    before: uncommitted,
    task: shell => {
      shell.git('switch', '--quiet', '--create', 'x');
      shell.commit('Work in progress');
      shell.git('switch', '--quiet', 'main');
      shell.git('branch', '--quiet', '-D', 'x');
    },
    own: UNCOMMITTED,
  },
  {
    name: 'the same on a branch that stays: nothing is lost',
    before: uncommitted,
    task: shell => {
      shell.git('switch', '--quiet', '--create', 'x');
      shell.commit('Work in progress');
      shell.git('switch', '--quiet', 'main');
    },
    own: [],
    imported: UNCOMMITTED,
  },
  {
    name: 'pull, fast-forward: imported, and own work on top',
    task: (shell, colleague) => {
      pushed(colleague);
      shell.git('pull', '--quiet');
      shell.edit('a.txt');
    },
    own: ['modified a.txt'],
    imported: OF_COLLEAGUE,
  },
  {
    name: 'pull --rebase over own commits',
    task: (shell, colleague) => {
      shell.edit('a.txt');
      shell.commit('Mine');
      pushed(colleague);
      shell.git('pull', '--quiet', '--rebase');
    },
    own: ['modified a.txt'],
    imported: OF_COLLEAGUE,
  },
  {
    name: 'pull with a merge, the same file on both sides: own where own lines are',
    task: (shell, colleague) => {
      shell.edit('b.txt', 1);
      shell.commit('Mine');
      pushed(colleague);
      shell.git('pull', '--quiet', '--no-rebase', '--no-edit');
    },
    own: ['modified b.txt'],
    imported: ['added theirs.txt'],
  },
  {
    name: 'pull --rebase, the same file on both sides',
    task: (shell, colleague) => {
      shell.edit('b.txt', 1);
      shell.commit('Mine');
      pushed(colleague);
      shell.git('pull', '--quiet', '--rebase');
    },
    own: ['modified b.txt'],
    imported: ['added theirs.txt'],
  },
  {
    name: 'pull from an address, without a remote branch',
    task: (shell, colleague) => {
      colleague.write('theirs.txt', lines('theirs'));
      colleague.commit('Theirs');
      shell.git('pull', '--quiet', colleague.folder, 'main');
      shell.edit('a.txt');
    },
    own: ['modified a.txt'],
    imported: ['added theirs.txt'],
  },
];
