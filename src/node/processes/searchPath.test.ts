import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSearchPath, repositoryPaths, withSafePath } from './searchPath';

function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-path-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test.skipIf(process.platform === 'win32')(
  'tells what leads into the workspace, and what merely looks like it',
  () => {
    const root = folder();
    const workspace = join(root, 'ws');
    mkdirSync(join(workspace, 'bin'), { recursive: true });
    mkdirSync(join(root, 'ws-tools'));
    symlinkSync(join(workspace, 'bin'), join(root, 'link'));
    symlinkSync(workspace, join(root, 'other-way'));
    const inside = [
      workspace,
      `${workspace}/bin`,
      `${workspace}/not/there`,
      join(root, 'link'),
      `${workspace}/../ws`,
    ];
    const outside = [
      join(root, 'ws-tools'),
      `${workspace}/..`,
      `${workspace}/..x/../../ws-tools`,
      '/nowhere',
    ];
    for (const opened of [workspace, join(root, 'other-way')]) {
      expect(readSearchPath([...inside, ...outside].join(':'), opened)).toEqual({
        folders: outside,
        skipped: inside,
      });
    }
  },
);

test('leaves out what is relative or empty, on Windows too', () => {
  expect(readSearchPath('.::bin:/usr/bin:~/bin', undefined, 'linux')).toEqual({
    folders: ['/usr/bin'],
    skipped: ['.', 'bin', '~/bin'],
  });
  expect(readSearchPath('.;"C:\\bin";D:bin;;C:\\bin', undefined, 'win32')).toEqual({
    folders: ['C:\\bin'],
    skipped: ['.', 'D:bin'],
  });
});

test.skipIf(process.platform === 'win32')(
  'hands on no PATH at all rather than an empty one, and all else as it is',
  () => {
    expect(withSafePath({ PATH: '.:', HOME: '/home/ann' }, undefined)).toEqual({ HOME: '/home/ann' });
  },
);

test.skipIf(process.platform === 'win32')(
  'looks at a folder once for one look, and again for the next',
  () => {
    const root = folder();
    const workspace = join(root, 'ws');
    const [tools, link] = [join(root, 'tools'), join(root, 'link')];
    for (const each of [workspace, tools]) mkdirSync(each);
    symlinkSync(tools, link);
    const look = repositoryPaths(workspace);
    expect(readSearchPath(link, workspace, process.platform, look).folders).toEqual([link]);
    rmSync(link);
    symlinkSync(workspace, link);
    expect(readSearchPath(link, workspace, process.platform, look).folders).toEqual([link]);
    expect(readSearchPath(link, workspace).skipped).toEqual([link]);
  },
);
