/**
 * Builds the program in four files: what VS Code loads at activation (`extension.js`) and what a terminal starts (`headless.js`),
 * both small; what they do when they are used (`runtime.js`), which both load later; and what more than one of them needs
 * (`shared.js`), so that each module is there once.
 *
 * A dynamic `import()` in one of the first two is where the runtime begins.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { build } from 'esbuild';
import { repositoryRoot } from './processes.mjs';

const FRONTS = { extension: 'src/vscode/extension.ts', headless: 'src/headless/headless.ts' };
const SCRIPT = /\.(?:[cm]?[jt]s|json)$/;

/** @returns {Promise<import('esbuild').BuildResult[]>} what esbuild tells of each file. `options`: the same for all. */
export async function buildProgram(options) {
  const parts = await partsOf(options);
  const entries = {
    shared: lazily(parts.shared),
    runtime: lazily(parts.gates),
    ...FRONTS,
  };
  return await Promise.all(
    Object.entries(entries).map(([name, entry]) => bundle(name, entry, plugins(name, parts), options)),
  );
}

/** Which modules begin the runtime, and which are needed both there and before. Absolute paths, in a lasting order. */
async function partsOf(options) {
  const gates = new Set();
  const before = new Set();
  for (const front of Object.values(FRONTS)) {
    const found = await looked(front, [gatesOf(gates)], options);
    for (const path of found) before.add(path);
  }
  const sorted = [...gates].toSorted(byText);
  const later = await looked(lazily(sorted), [], options);
  return { gates: sorted, shared: later.filter(path => before.has(path)).toSorted(byText) };
}

function byText(a, b) {
  return a < b ? -1 : 1;
}

/** The modules that a bundle of this entry has, without writing it. */
async function looked(entry, ownPlugins, options) {
  const result = await bundle(
    'looked',
    entry,
    ownPlugins,
    { ...options, sourcemap: false },
    { write: false },
  );
  const inputs = Object.values(result.metafile.outputs).flatMap(output => Object.entries(output.inputs));
  // What is only named there, such as a type's module, is not in it.
  return inputs
    .filter(([path, { bytesInOutput }]) => bytesInOutput > 0 && !path.includes(':') && path !== '<stdin>')
    .map(([path]) => resolve(repositoryRoot, path));
}

async function bundle(name, entry, ownPlugins, options, { write = true } = {}) {
  const result = await build({
    ...options,
    ...(typeof entry === 'string'
      ? { entryPoints: { [name]: entry } }
      : { stdin: { ...entry, resolveDir: repositoryRoot }, outfile: `dist/${name}.js`, outdir: undefined }),
    external: ['vscode', './shared.js', './runtime.js'],
    plugins: [...ownPlugins, ...options.plugins],
    metafile: true,
    write: false,
  });
  if (write) await Promise.all(result.outputFiles.map(writeAscii));
  return result;
}

/** esbuild escapes strings, not regular expressions: with one letter beyond Latin-1, V8 keeps the whole source at two bytes a letter. */
async function writeAscii({ path, text }) {
  const isMap = path.endsWith('.map');
  await mkdir(dirname(path), { recursive: true });
  const ascii = text.replaceAll(
    /[^\0-\x7f]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  await writeFile(path, isMap ? text : ascii, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
}

/** An entry whose modules run when they are asked for, by their place in the list. */
function lazily(paths) {
  const getters = paths.map((path, i) => `get m${i}() { return require(${JSON.stringify(path)}); }`);
  return { contents: `module.exports = {\n${getters.join(',\n')}\n};`, loader: 'js' };
}

/** Finds the dynamic imports, and goes no further there. */
function gatesOf(gates) {
  return {
    name: 'gates',
    setup({ onResolve, resolve: find }) {
      onResolve({ filter: /^\./ }, async ({ path, kind, resolveDir, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData === 'found') return undefined;
        const found = await find(path, { kind, resolveDir, pluginData: 'found' });
        gates.add(found.path);
        return { path, external: true };
      });
    },
  };
}

/** Takes from the other files what is theirs. */
function plugins(name, { gates, shared }) {
  if (name === 'shared') return [];
  const fromElsewhere = {
    name: 'from-elsewhere',
    setup({ onResolve, onLoad, resolve: find }) {
      onResolve({ filter: /.*/ }, async ({ path, kind, resolveDir, pluginData, namespace }) => {
        if (kind === 'entry-point' || pluginData === 'found' || namespace === 'elsewhere') return undefined;
        if (path === 'vscode' || path.startsWith('node:')) return undefined;
        const found = await find(path, { kind, resolveDir, pluginData: 'found' });
        if (found.errors.length > 0 || found.external || !SCRIPT.test(found.path)) return undefined;
        const isGate = name !== 'runtime' && kind === 'dynamic-import';
        const [file, list] = isGate ? ['./runtime.js', gates] : ['./shared.js', shared];
        const place = list.indexOf(found.path);
        if (place === -1) return undefined;
        return { path: found.path, namespace: 'elsewhere', pluginData: { file, place } };
      });
      onLoad({ filter: /.*/, namespace: 'elsewhere' }, ({ pluginData: { file, place } }) => ({
        contents: `module.exports = require('${file}').m${place};`,
        resolveDir: repositoryRoot,
      }));
    },
  };
  return [fromElsewhere];
}
