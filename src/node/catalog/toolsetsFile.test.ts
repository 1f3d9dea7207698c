import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ToolsetsFile } from './toolsetsFile';

const release = {
  name: 'release',
  description: '',
  servers: [
    { server: 'github', tools: ['create_release'] },
    { server: 'slack', tools: undefined },
  ],
};

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function workspace(text?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'toolsets-'));
  folders.push(folder);
  const path = join(folder, '.switchyard', 'toolsets.json');
  if (text !== undefined) {
    mkdirSync(join(folder, '.switchyard'));
    writeFileSync(path, text);
  }
  return { file: new ToolsetsFile(folder), path, folder };
}

test('a workspace without the file has no toolsets, and gets it when one is saved', async () => {
  const { file, folder } = workspace();
  expect(await file.read()).toEqual({ toolsets: [], problem: undefined });
  await file.save(release);
  expect(await file.read()).toEqual({ toolsets: [release], problem: undefined });
  expect(readdirSync(join(folder, '.switchyard'))).toEqual(['toolsets.json']);
});

test('saving leaves comments and other toolsets as they are', async () => {
  const { file, path } = workspace(
    '{\n  // ours\n  "toolsets": {\n    "docs": { "servers": { "web": true } },\n  },\n}\n',
  );
  await file.save(release);
  expect(readFileSync(path, 'utf8')).toContain('// ours');
  expect((await file.read()).toolsets.map(({ name }) => name)).toEqual(['docs', 'release']);
  await file.save({ ...release, servers: [{ server: 'npm', tools: undefined }] });
  expect((await file.read()).toolsets[1]?.servers).toEqual([{ server: 'npm', tools: undefined }]);
});

test('saving writes through no link that a repository put beside the file', async () => {
  const { file, path, folder } = workspace('{}');
  const outside = join(folder, 'profile');
  writeFileSync(outside, 'precious');
  symlinkSync(outside, `${path}.${process.pid}.tmp`);
  await file.save(release);
  expect(readFileSync(outside, 'utf8')).toBe('precious');
  expect((await file.read()).toolsets).toEqual([release]);
  expect(readdirSync(join(folder, '.switchyard'))).toHaveLength(2);
});

test('a file that is half written is told by place, and not written over', async () => {
  const text = '{ "toolsets": { "docs": ';
  const { file, path } = workspace(text);
  expect(await file.read()).toMatchObject({
    toolsets: [],
    problem: expect.stringMatching(/^Line 1, column \d+: /),
  });
  await expect(file.save(release)).rejects.toMatchObject({ code: 'toolsets-unreadable' });
  expect(readFileSync(path, 'utf8')).toBe(text);
});
