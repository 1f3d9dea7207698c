import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Case, objectFormat, settle, topOf } from './story';

/** Conversions, sparse checkouts, repositories in repositories. */
export const REPOSITORY_CASES: readonly Case[] = [
  {
    name: 'line ends turned under autocrlf: the bytes differ',
    before: w => w.git('config', 'core.autocrlf', 'true'),
    task: w => w.write('b.txt', 'b\r\n'),
    answer: ['own modified b.txt +1 -1'],
  },
  {
    name: 'line ends turned back where the setting that turned them is gone: no work is lost',
    base: w => {
      w.git('config', 'core.autocrlf', 'true');
      w.write('w.txt', 'a\r\nb\r\n');
    },
    task: w => {
      w.git('config', 'core.autocrlf', 'false');
      w.write('w.txt', 'a\nb\n');
    },
    answer: ['own modified w.txt +2 -2'],
  },
  {
    name: 'touched but unchanged under autocrlf',
    base: w => {
      w.git('config', 'core.autocrlf', 'true');
      w.write('crlf.txt', 'one\r\ntwo\r\n');
    },
    before: w => settle(w, 'crlf.txt'),
    task: w => utimesSync(w.path('crlf.txt'), 1_600_000_000, 1_600_000_000),
    answer: [],
  },
  {
    name: 'touched but unchanged under a filter driver',
    base: w => {
      w.git('config', 'filter.shout.clean', 'tr a-z A-Z');
      w.git('config', 'filter.shout.smudge', 'tr A-Z a-z');
      w.write('.gitattributes', '*.shout filter=shout\n');
      w.write('x.shout', 'quiet\n');
    },
    before: w => settle(w, 'x.shout'),
    task: w => utimesSync(w.path('x.shout'), 1_600_000_000, 1_600_000_000),
    answer: [],
  },
  {
    name: 'changed under a filter driver',
    base: w => {
      w.git('config', 'filter.shout.clean', 'tr a-z A-Z');
      w.write('.gitattributes', '*.shout filter=shout\n');
      w.write('x.shout', 'quiet\n');
    },
    task: w => w.write('x.shout', 'loud\n'),
    answer: ['own modified x.shout +1 -1'],
  },
  {
    name: 'a required filter that is not installed',
    base: w => w.write('big.lfs', 'content\n'),
    before: w => {
      w.git('config', 'filter.lfs.clean', 'no-such-program');
      w.git('config', 'filter.lfs.required', 'true');
      w.write('.gitattributes', '*.lfs filter=lfs\n');
    },
    task: w => w.write('big.lfs', 'other\n'),
    answer: ['own modified big.lfs +1 -1'],
  },
  {
    name: 'a new .gitattributes',
    task: w => w.write('.gitattributes', '*.txt text\n'),
    answer: ['own added .gitattributes +1 -0'],
  },
  {
    name: 'a submodule dirty inside',
    base: w => {
      w.gitIn(w.base, 'init', '-q', ...objectFormat(w), 'library');
      writeFileSync(join(w.base, 'library', 's.txt'), 's\n');
      w.gitIn(join(w.base, 'library'), 'add', '-A');
      w.gitIn(join(w.base, 'library'), 'commit', '-q', '-m', 'library');
      w.git(
        '-c',
        'protocol.file.allow=always',
        'submodule',
        '--quiet',
        'add',
        join(w.base, 'library'),
        'sub',
      );
    },
    task: w => w.write('sub/s.txt', 's\nt\n'),
    answer: ['own modified sub/s.txt +1 -0'],
  },
  {
    name: 'a nested repository with and one without a commit',
    before: w => {
      for (const name of ['inner', 'unborn']) {
        w.write(`${name}/x.txt`, 'x\n');
        w.gitIn(w.path(name), 'init', '-q', ...objectFormat(w));
      }
      w.gitIn(w.path('inner'), 'add', '-A');
      w.gitIn(w.path('inner'), 'commit', '-q', '-m', 'inner');
    },
    task: w => {
      w.write('inner/x.txt', 'y\n');
      w.write('unborn/z.txt', 'z\n');
    },
    answer: ['own added unborn/z.txt +1 -0', 'own modified inner/x.txt +1 -1'],
  },
  {
    name: 'a nested repository that is removed, and one that stops being one',
    before: w => {
      for (const name of ['inner', 'plain']) {
        w.write(`${name}/x.txt`, 'x\n');
        w.gitIn(w.path(name), 'init', '-q', ...objectFormat(w));
      }
    },
    task: w => {
      w.remove('inner');
      rmSync(w.path('plain/.git'), { recursive: true });
      w.write('plain/new.txt', 'n\n');
    },
    answer: [
      'own added plain/new.txt +1 -0',
      'own deleted inner/x.txt',
      'destroyed inner/x.txt',
      'partial The repository inner is gone with its contents; its files are told as they were last seen. The repository plain is gone with its contents; its files are told as they were last seen.',
    ],
  },
  {
    name: 'a nested repository made in the task',
    task: w => {
      w.write('made/x.txt', 'x\n');
      w.gitIn(w.path('made'), 'init', '-q', ...objectFormat(w));
    },
    answer: ['own added made/x.txt +1 -0'],
  },
  {
    name: 'git init in a folder that was there',
    task: w => w.gitIn(w.path('dir'), 'init', '-q', ...objectFormat(w)),
    answer: [],
  },
  {
    name: 'sparse: a file made outside the cone',
    base: w => w.write('far/x.txt', 'x\n'),
    before: w => w.git('sparse-checkout', 'set', 'dir'),
    task: w => w.write('far/new.txt', 'n\n'),
    answer: ['own added far/new.txt +1 -0'],
  },
  {
    name: 'sparse: the cone widened and narrowed',
    base: w => w.write('far/x.txt', 'x\n'),
    before: w => w.gitIn(topOf(w), 'sparse-checkout', 'set', '--no-cone', '/*', '!far/'),
    task: w => w.gitIn(topOf(w), 'sparse-checkout', 'set', '--no-cone', '/*', '!dir/'),
    answer: [],
  },
  {
    name: 'sparse: switched off, then files changed and deleted that it had taken off the disk',
    base: w => {
      w.write('far/x.txt', 'x\n');
      w.write('far/y.txt', 'y\n');
      w.write('far/z.txt', 'z\n');
    },
    before: w => w.gitIn(topOf(w), 'sparse-checkout', 'set', '--no-cone', '/*', '!far/'),
    task: w => {
      w.gitIn(topOf(w), 'sparse-checkout', 'disable');
      w.write('far/x.txt', 'x\nmore\n');
      w.remove('far/y.txt');
    },
    answer: ['own deleted far/y.txt +0 -1', 'own modified far/x.txt +1 -0'],
  },
  {
    name: 'sparse: a file outside the cone, written before, is deleted in the task',
    base: w => w.write('far/x.txt', 'x\n'),
    before: w => {
      w.gitIn(topOf(w), 'sparse-checkout', 'set', '--no-cone', '/*', '!far/');
      w.write('far/x.txt', 'written before\n');
    },
    task: w => w.remove('far/x.txt'),
    answer: [
      'own deleted far/x.txt +0 -1',
      'destroyed far/x.txt',
      'warning Work that was not committed before the task is gone: far/x.txt.',
    ],
  },
  {
    name: 'sparse: widened in the task, and a file deleted that came with it',
    base: w => {
      w.write('far/x.txt', 'x\n');
      w.write('far/y.txt', 'y\n');
    },
    before: w => w.gitIn(topOf(w), 'sparse-checkout', 'set', '--no-cone', '/*', '!far/'),
    task: w => {
      w.gitIn(topOf(w), 'sparse-checkout', 'set', '--no-cone', '/*');
      w.remove('far/y.txt');
    },
    answer: ['own deleted far/y.txt +0 -1'],
  },
];
