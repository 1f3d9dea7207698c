import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const HEAVY = ['zod', '@modelcontextprotocol', 'simple-git', 'node:sqlite'];

/** What the program loads, seen from outside of it: `names` are loaded files of dist and modules of Node, in this order. */
function loaded(script: string): readonly string[] {
  const watched = `
    const Module = require('node:module');
    const load = Module._load;
    const names = [];
    Module._load = function (name, ...rest) {
      names.push(name);
      if (name === 'vscode') return globalThis.fakeVsCode;
      return load.call(this, name, ...rest);
    };
    process.argv = [process.execPath, 'switchyard', '--version'];
    const say = process.stdout.write.bind(process.stdout);
    process.stdout.write = () => true;
    process.on('exit', () => say(JSON.stringify(names)));
    ${script}
  `;
  const output = execFileSync(process.execPath, ['-e', watched], { cwd: ROOT, encoding: 'utf8' });
  return JSON.parse(output) as string[];
}

/** Everything that is asked of it is there, and does nothing. */
const FAKE = `
  const answer = (_, name) => name === Symbol.toPrimitive ? () => '' : name === 'packageJSON'
    ? { contributes: { commands: [{ command: 'switchyard.refresh' }] }, version: '1' } : anything();
  const plain = () => {
    const made = function () {};
    delete made.name;
    delete made.length;
    return made;
  };
  const anything = () => new Proxy(plain(), {
    get: answer,
    set: () => true,
    apply: () => anything(),
    construct: () => anything(),
    // Bundled code copies a module's own names, and inherits the rest.
    getPrototypeOf: () => new Proxy({}, { get: answer }),
  });
  globalThis.fakeVsCode = anything();
`;

test('activation loads what is small, and neither the protocol nor SQLite', () => {
  const names = loaded(`${FAKE} require('./dist/extension.js').activate(anything()); process.exit(0);`);
  expect(names).toContain('./shared.js');
  expect(names).not.toContain('./runtime.js');
  expect(names.filter(name => HEAVY.some(heavy => name.startsWith(heavy)))).toEqual([]);
});

test('a terminal loads the same runtime, and nothing of VS Code', () => {
  const names = loaded(`require('./dist/headless.js');`);
  expect(names).toContain('./runtime.js');
  expect(names).not.toContain('vscode');
  // What few sessions need waits until one does.
  const own = new Set(names.filter(name => /^\.\/\w+\.js$/.test(name)));
  expect([...own].toSorted()).toEqual(['./commandLine.js', './runtime.js', './shared.js']);
});

const FILES = readdirSync(join(ROOT, 'dist')).filter(name => name.endsWith('.js'));

test('the package ships every file of the program', () => {
  expect(FILES).toEqual(
    expect.arrayContaining([
      'children.js',
      'commandLine.js',
      'commands.js',
      'fileRestores.js',
      'pages.js',
      'modernEra.js',
      'planXml.js',
      'postgres.js',
      'rounds.js',
      'runtime.js',
      'shared.js',
      'zod.js',
    ]),
  );
  const packed = readFileSync(join(ROOT, '.vscodeignore'), 'utf8').split('\n');
  expect(packed).toContain('!dist/*.js');
});

test.each(FILES)('%s takes one byte a letter in memory', name => {
  expect(readFileSync(join(ROOT, 'dist', name), 'latin1')).not.toMatch(/[^\0-\x7f]/);
});
