import { chmodSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ageFiles, type Case, EDITED, settle } from './story';
import { type SnapshotWorld, TEN_LINES } from './world';

/** Files of all kinds and rules. */
export const DISK_CASES: readonly Case[] = [
  { name: 'a new untracked file', task: w => w.write('new.txt', 'x\n'), answer: ['own added new.txt +1 -0'] },
  {
    name: 'dirty before, untouched',
    before: w => w.write('a.txt', EDITED),
    task: () => undefined,
    answer: [],
  },
  {
    name: 'untracked before, untouched',
    before: w => w.write('u.txt', 'x\n'),
    task: () => undefined,
    answer: [],
  },
  {
    name: 'untracked before, edited',
    before: w => w.write('u.txt', 'x\n'),
    task: w => w.write('u.txt', 'x\ny\n'),
    answer: ['own modified u.txt +1 -0', 'touched u.txt'],
  },
  {
    name: "a person's dirty file reverted",
    before: w => w.write('a.txt', EDITED),
    task: w => w.git('checkout', '--', 'a.txt'),
    answer: [
      'own modified a.txt +1 -1',
      'destroyed a.txt',
      'warning Work that was not committed before the task is gone: a.txt.',
    ],
  },
  {
    name: "a person's work committed by the task",
    before: w => w.write('a.txt', EDITED),
    task: w => w.commit('take it'),
    answer: ['commit take it', 'warning Changes from before the task were committed in it: a.txt.'],
  },
  {
    name: 'changed in a commit, changed back on disk',
    task: w => {
      w.write('a.txt', EDITED);
      w.commit('change');
      w.write('a.txt', TEN_LINES);
    },
    answer: ['commit change'],
  },
  {
    name: 'added in a commit, deleted afterwards',
    task: w => {
      w.write('n.txt', 'x\n');
      w.commit('add');
      w.remove('n.txt');
    },
    answer: ['commit add'],
  },
  {
    name: 'added in a commit, modified afterwards',
    task: w => {
      w.write('n.txt', 'x\n');
      w.commit('add');
      w.write('n.txt', 'x\ny\n');
    },
    answer: ['own added n.txt +2 -0', 'commit add'],
  },
  {
    name: 'removed in a commit, then recreated',
    task: w => {
      w.remove('a.txt');
      w.commit('remove');
      w.write('a.txt', TEN_LINES);
    },
    answer: ['commit remove'],
  },
  { name: 'rm --cached', task: w => w.git('rm', '-q', '--cached', 'a.txt'), answer: [] },
  {
    name: 'git mv',
    task: w => w.git('mv', 'a.txt', 'moved.txt'),
    answer: ['own renamed a.txt -> moved.txt +0 -0'],
  },
  {
    name: 'plain mv with an edit',
    task: w => {
      w.remove('a.txt');
      w.write('moved.txt', EDITED);
    },
    answer: ['own renamed a.txt -> moved.txt +1 -1'],
  },
  {
    name: 'a rename by case alone',
    task: w => w.git('mv', 'a.txt', 'A.txt'),
    answer: ['own renamed a.txt -> A.txt +0 -0'],
  },
  {
    name: 'copies asked for in the configuration',
    before: w => w.git('config', 'diff.renames', 'copies'),
    task: w => {
      w.write('copy.txt', TEN_LINES);
      w.write('a.txt', EDITED);
    },
    answer: ['own added copy.txt +10 -0', 'own modified a.txt +1 -1'],
  },
  { name: 'chmod', task: w => w.chmod('a.txt', 0o755), answer: ['own mode a.txt 100644>100755 +0 -0'] },
  {
    name: 'a file becomes a link',
    task: w => {
      w.remove('b.txt');
      w.link('a.txt', 'b.txt');
    },
    answer: ['own type b.txt 100644>120000 +1 -1'],
  },
  {
    name: 'a link is pointed elsewhere',
    base: w => w.link('a.txt', 'way'),
    task: w => {
      w.remove('way');
      w.link('b.txt', 'way');
    },
    answer: ['own modified way +1 -1'],
  },
  {
    name: 'names with accents, tabs, quotes, line breaks, options and pathspec magic',
    task: w => {
      for (const name of ['été.txt', 't\tab', 'qu"ote', 'new\nline', '--output=x', '-rf', ':(top)x', '*.txt'])
        w.write(name, `${name}\n`);
    },
    answer: [
      'own added *.txt +1 -0',
      'own added --output=x +1 -0',
      'own added -rf +1 -0',
      'own added :(top)x +1 -0',
      'own added new\nline +2 -0',
      'own added qu"ote +1 -0',
      'own added t\tab +1 -0',
      'own added été.txt +1 -0',
    ],
  },
  {
    name: 'no commit yet: an untracked file edited',
    isUnborn: true,
    task: w => w.write('a.txt', EDITED),
    answer: ['own modified a.txt +1 -1', 'touched a.txt'],
  },
  {
    name: 'the first commit is made',
    isUnborn: true,
    task: w => {
      w.write('n.txt', 'x\n');
      w.commit('first');
    },
    answer: [
      'own added n.txt +1 -0',
      'commit first',
      'warning Changes from before the task were committed in it: a.txt, b.txt, dir/f.txt.',
    ],
  },
  {
    name: 'stash -u hides an untracked file',
    before: w => w.write('u.txt', 'x\n'),
    task: w => w.git('stash', '-q', '-u'),
    answer: [
      'own deleted u.txt +0 -1',
      'touched u.txt',
      'warning Uncommitted work from before the task is not lost, it is in stash@{0}. Tell the user, who can bring it back with "git stash apply stash@{0}": u.txt.',
    ],
  },
  {
    name: 'files hidden by assume-unchanged and skip-worktree',
    before: w => {
      w.git('update-index', '--assume-unchanged', 'a.txt');
      w.git('update-index', '--skip-worktree', 'b.txt');
    },
    task: w => {
      w.write('a.txt', EDITED);
      w.write('b.txt', 'b\nc\n');
    },
    answer: ['own modified a.txt +1 -1', 'own modified b.txt +1 -0'],
  },
  {
    name: 'a file becomes a folder',
    task: w => {
      w.remove('b.txt');
      w.write('b.txt/inner', 'x\n');
    },
    answer: ['own added b.txt/inner +1 -0', 'own deleted b.txt +0 -1'],
  },
  {
    name: 'a folder becomes a file',
    task: w => {
      w.remove('dir');
      w.write('dir', 'x\n');
    },
    answer: ['own added dir +1 -0', 'own deleted dir/f.txt +0 -1'],
  },
  {
    name: 'a folder becomes a link',
    task: w => {
      w.remove('dir');
      w.write('real/f.txt', 'other\n');
      w.link('real', 'dir');
    },
    answer: ['own added dir +1 -0', 'own added real/f.txt +1 -0', 'own deleted dir/f.txt +0 -1'],
  },
  {
    name: 'ignored files and empty folders',
    base: w => w.write('.gitignore', '*.log\n'),
    task: w => {
      w.write('x.log', 'x\n');
      w.write('empty/x.log', 'x\n');
    },
    answer: [],
  },
  {
    name: 'detached, staged but not on disk, intent to add',
    before: w => w.git('checkout', '-q', '--detach'),
    task: w => {
      w.write('a.txt', EDITED);
      w.git('add', 'a.txt');
      w.write('a.txt', TEN_LINES);
      w.write('i.txt', 'i\n');
      w.git('add', '-N', 'i.txt');
    },
    answer: ['own added i.txt +1 -0'],
  },
  {
    name: 'an intended file that was there, staged and empty',
    before: w => {
      w.write('i.txt', '');
      w.git('add', '-N', 'i.txt');
    },
    task: w => w.write('i.txt', 'i\n'),
    answer: ['own modified i.txt +1 -0', 'touched i.txt'],
  },
  {
    name: "the user's index is locked",
    before: w =>
      writeFileSync(
        w
          .git('rev-parse', '--git-path', 'index.lock')
          .trim()
          .replace(/^(?!\/)/, `${w.folder}/`),
        '',
      ),
    task: w => w.write('a.txt', EDITED),
    answer: ['own modified a.txt +1 -1'],
  },
  {
    name: 'an untracked file that a new rule then ignores',
    before: w => w.write('u.txt', 'x\n'),
    task: w => {
      w.write('.gitignore', 'u.txt\n');
      w.write('u.txt', 'y\n');
    },
    answer: ['own added .gitignore +1 -0', 'own modified u.txt +1 -1', 'touched u.txt'],
  },
  {
    name: 'an ignored file added by force and committed',
    base: w => w.write('.gitignore', '*.log\n'),
    task: w => {
      w.write('x.log', 'x\n');
      w.git('add', '-f', 'x.log');
      w.git('commit', '-q', '-m', 'log');
    },
    answer: ['own added x.log +1 -0', 'commit log'],
  },
  {
    name: 'an ignore rule goes away',
    base: w => w.write('.gitignore', '*.log\n.env\n'),
    before: w => {
      w.write('x.log', 'x\n');
      w.write('.env', 'KEY=1\n');
    },
    task: w => {
      w.write('.gitignore', '\n');
      w.write('new.txt', 'x\n');
    },
    answer: [
      'own added new.txt +1 -0',
      'own modified .gitignore +1 -2',
      'revealed added .env',
      'revealed added x.log +1 -0',
    ],
  },
  {
    name: 'a rule of info/exclude goes away',
    before: w => {
      writeFileSync(excludeFile(w), '*.log\n');
      w.write('x.log', 'x\n');
    },
    task: w => writeFileSync(excludeFile(w), '\n'),
    answer: ['revealed added x.log +1 -0'],
  },
  {
    name: 'a file changed within the second in which its index was written',
    before: w => {
      w.git('config', 'core.trustctime', 'false');
      w.git('config', 'core.checkStat', 'minimal');
      settle(w, 'b.txt');
      const index = w.git('rev-parse', '--path-format=absolute', '--git-path', 'index').trim();
      utimesSync(index, 1_700_000_000, 1_700_000_000);
      w.write('b.txt', 'c\n');
      ageFiles(w, 'b.txt');
    },
    task: w => w.write('b.txt', 'b\n'),
    answer: [
      'own modified b.txt +1 -1',
      'destroyed b.txt',
      'warning Work that was not committed before the task is gone: b.txt.',
    ],
  },
  {
    name: 'binary files',
    base: w => w.write('bin', new Uint8Array([0, 1, 2])),
    task: w => w.write('bin', new Uint8Array([0, 1, 3])),
    answer: ['own modified bin binary'],
  },
  {
    name: 'pipes are nothing to git, and a file that became one is gone',
    task: w => {
      w.remove('b.txt');
      w.git('-c', `alias.pipe=!mkfifo ${JSON.stringify(w.path('b.txt'))}`, 'pipe');
    },
    answer: ['own deleted b.txt +0 -1'],
  },
  {
    name: 'a split index and an index of version 4',
    before: w => {
      w.git('update-index', '--index-version', '4');
      w.git('update-index', '--split-index');
    },
    task: w => w.write('a.txt', EDITED),
    answer: ['own modified a.txt +1 -1'],
  },
  {
    name: 'a file that nobody may read',
    before: w => {
      w.write('locked.txt', 'x\n');
      chmodSync(w.path('locked.txt'), 0);
    },
    task: w => w.write('a.txt', EDITED),
    answer: ['own modified a.txt +1 -1'],
  },
];

function excludeFile(world: SnapshotWorld): string {
  return join(world.git('rev-parse', '--path-format=absolute', '--git-common-dir').trim(), 'info', 'exclude');
}
