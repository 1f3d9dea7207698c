/** What is done on Windows, held on every machine: tables of what goes in and what comes out. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mergedVariables } from './mergedVariables';
import { PathPrograms } from './pathPrograms';
import { treeEnding } from './processGroup';

/** Programs of a machine whose disk holds these files, as Windows compares names. */
function programs(path: string, files: readonly string[], extensions?: string): PathPrograms {
  const variables: Readonly<Record<string, string | undefined>> = { Path: path, PATHEXT: extensions };
  const known = new Set(files.map(file => file.toLowerCase()));
  return new PathPrograms({
    platform: 'win32',
    variable: name => variables[name],
    look: file => (known.has(file.toLowerCase()) ? 'program' : 'nothing'),
  });
}

const NODE = 'C:\\Program Files\\nodejs';
const DISK = [
  `${NODE}\\node.exe`,
  `${NODE}\\npx`,
  `${NODE}\\npx.cmd`,
  'C:\\tools\\python3.11.exe',
  'C:\\tools\\run.bat',
  '\\\\server\\share\\tool.exe',
  'D:\\work\\bin\\own.cmd',
];

test.each([
  // Without an ending, that of PATHEXT that comes first: never the file for other shells that npm puts beside it.
  ['npx', `${NODE}\\npx.CMD`],
  ['npx.cmd', `${NODE}\\npx.cmd`],
  ['NODE.EXE', `${NODE}\\NODE.EXE`],
  // A dot in a name is no ending.
  ['python3.11', 'C:\\tools\\python3.11.EXE'],
  ['run', 'C:\\tools\\run.BAT'],
  // Paths, by drive, by share, and from the working folder.
  ['C:\\tools\\run', 'C:\\tools\\run.BAT'],
  ['C:/tools/run.bat', 'C:\\tools\\run.bat'],
  ['\\\\server\\share\\tool', '\\\\server\\share\\tool.EXE'],
  ['.\\bin\\own', 'D:\\work\\bin\\own.CMD'],
  ['..\\work\\bin\\own.cmd', 'D:\\work\\bin\\own.cmd'],
  // Not there.
  ['bun', undefined],
  ['own', undefined],
])('finds %s as %s', (command, expected) => {
  const path = `"${NODE}";C:\\tools;.;;D:relative`;
  const found = programs(path, DISK).find(command, 'D:\\work');
  expect('path' in found ? found.path : undefined).toBe(expected);
});

test('tries the endings that PATHEXT names, in its order', () => {
  const disk = ['C:\\b\\x.ps1', 'C:\\b\\x.cmd'];
  const find = (extensions: string) => programs('C:\\b', disk, extensions).find('x');
  expect(find('.PS1;.CMD')).toEqual({ path: 'C:\\b\\x.PS1' });
  expect(find('.CMD;;.PS1')).toEqual({ path: 'C:\\b\\x.CMD' });
  expect(find('.EXE')).toEqual({ searched: ['C:\\b'] });
});

test.each([
  ['C:\\Windows', 'C:\\Windows\\System32\\taskkill.exe'],
  ['D:\\WINNT', 'D:\\WINNT\\System32\\taskkill.exe'],
  [undefined, 'C:\\Windows\\System32\\taskkill.exe'],
  // A variable that somebody spoilt leads to no program of a repository.
  ['', 'C:\\Windows\\System32\\taskkill.exe'],
  ['relative', 'C:\\Windows\\System32\\taskkill.exe'],
])('with the system in %s, ends a tree by %s', (systemRoot, program) => {
  expect(treeEnding(4_711, systemRoot)).toEqual({ program, args: ['/pid', '4711', '/T', '/F'] });
});

test('an entry’s variable takes the place of one that differs in case alone', () => {
  const own = { PATH: 'C:\\own', TEMP: 'C:\\t' };
  const merge = (given: Readonly<Record<string, string>> | undefined, platform: NodeJS.Platform) =>
    mergedVariables(own, given, platform);
  expect(merge({ Path: 'C:\\theirs', key: 'k' }, 'win32')).toEqual({
    PATH: 'C:\\theirs',
    TEMP: 'C:\\t',
    key: 'k',
  });
  expect(merge({ a: '1', A: '2' }, 'win32')).toEqual({ ...own, a: '2' });
  expect(merge({ Path: '/theirs' }, 'linux')).toEqual({ ...own, Path: '/theirs' });
  expect(merge(undefined, 'win32')).toEqual(own);
});

/** What Windows would run for a `.cmd` with these arguments: cross-spawn decides that when it is loaded, so it is loaded anew. */
function windowsCommand(args: readonly string[]): {
  readonly command: string;
  readonly args: readonly string[];
} {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-cmd-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, 'npx.cmd');
  writeFileSync(program, '@echo off\r\n');
  chmodSync(program, 0o755);
  const script = `
    Object.defineProperty(process, 'platform', { value: 'win32' });
    const { command, args } = require(process.argv[1])._parse(process.argv[2], JSON.parse(process.argv[3]), {
      env: { PATH: '/tmp', comspec: 'cmd.exe' },
    });
    console.log(JSON.stringify({ command, args: args.map(arg => arg.replace(process.argv[2], 'npx.cmd')) }));`;
  const library = createRequire(import.meta.url).resolve('cross-spawn');
  const output = execFileSync(process.execPath, ['-e', script, library, program, JSON.stringify(args)], {
    encoding: 'utf8',
  });
  return JSON.parse(output) as ReturnType<typeof windowsCommand>;
}

test.each([
  [['-y', 'a b'], '^"-y^" ^"a^ b^"'],
  // What a shell would do something with reaches the program as it is.
  [['x&calc', '%PATH%', '^!<>|()'], '^"x^&calc^" ^"^%PATH^%^" ^"^^^!^<^>^|^(^)^"'],
  [['q"uote', 'end\\'], '^"q\\^"uote^" ^"end\\\\^"'],
])('%j reaches a .cmd as %s', (args, line) => {
  expect(windowsCommand(args)).toEqual({ command: 'cmd.exe', args: ['/d', '/s', '/c', `"npx.cmd ${line}"`] });
});
