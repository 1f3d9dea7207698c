import { renameSync, truncateSync } from 'node:fs';
import { ageFiles, type Case } from './story';

/** More than is kept of a file. */
const LARGE = new Uint8Array(6 * 1024 * 1024);

/** Files of which no copy is kept. */
export const LARGE_CASES: readonly Case[] = [
  {
    name: 'a file too large to keep, changed',
    before: w => w.write('big.bin', new Uint8Array(6 * 1024 * 1024)),
    task: w => w.write('big.bin', new Uint8Array(6 * 1024 * 1024).fill(1)),
    answer: ['own modified big.bin', 'touched big.bin'],
  },
  {
    name: 'a file too large to keep, changed beside a merge',
    before: w => {
      w.git('checkout', '-q', '-b', 'side');
      w.write('side.txt', 'side');
      w.commit('side');
      w.git('checkout', '-q', '-');
      w.write('big.bin', LARGE);
    },
    task: w => {
      w.git('merge', '-q', 'side');
      w.write('big.bin', new Uint8Array(6 * 1024 * 1024).fill(1));
    },
    answer: ['own modified big.bin', 'imported added side.txt +1 -0', 'touched big.bin', 'history merged'],
  },
  {
    name: 'a file too large to keep, deleted: it is lost',
    before: w => w.write('big.bin', LARGE),
    task: w => w.remove('big.bin'),
    answer: [
      'own deleted big.bin',
      'destroyed big.bin',
      'warning Work that was not committed before the task is gone: big.bin.',
    ],
  },
  {
    name: 'a file too large to keep, moved',
    before: w => w.write('big.bin', LARGE),
    task: w => renameSync(w.path('big.bin'), w.path('dir/big.bin')),
    answer: ['own renamed big.bin -> dir/big.bin'],
  },
  {
    name: 'files too large to keep, stashed',
    before: w => {
      w.write('big.bin', LARGE);
      w.write('huge.bin', '');
      truncateSync(w.path('huge.bin'), 65 * 1024 * 1024);
    },
    task: w => w.git('stash', '-q', '--include-untracked'),
    answer: [
      'own deleted big.bin',
      'own deleted huge.bin',
      'touched big.bin',
      'touched huge.bin',
      'warning Uncommitted work from before the task is not lost, it is in stash@{0}. Tell the user, who can bring it back with "git stash apply stash@{0}": big.bin, huge.bin.',
    ],
  },
  {
    name: 'a file of text too large to keep, changed again where line ends are converted',
    base: w => w.write('big.txt', 'x\n'),
    before: w => {
      w.git('config', 'core.autocrlf', 'true');
      w.write('big.txt', 'x\r\n'.repeat(2 * 1024 * 1024));
    },
    task: w => w.write('big.txt', 'y\r\n'.repeat(2 * 1024 * 1024)),
    answer: ['own modified big.txt', 'touched big.txt'],
  },
  {
    name: 'a file too large to keep, touched only',
    before: w => w.write('big.bin', new Uint8Array(6 * 1024 * 1024)),
    task: w => ageFiles(w, 'big.bin'),
    answer: [],
  },
];
