/**
 * Builds the program in several files: what VS Code loads at activation (`extension.js`) and what a terminal starts (`headless.js`),
 * both small; what they do when they are used (`runtime.js`), which both load later; what only few use (`children.js`), which the
 * runtime loads later still; and what more than one of them needs (`shared.js`, `zod.js`), so that each module is there once.
 *
 * A dynamic `import()` in one of the first two is where the runtime begins; the modules in `ISLANDS` are where the others begin.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { build } from 'esbuild';
import { repositoryRoot } from './processes.mjs';

const FRONTS = { extension: 'src/vscode/extension.ts', headless: 'src/headless/headless.ts' };
/** Modules that the runtime loads with a dynamic `import()` into a file of their own, with all that only they need. */
const ISLANDS = {
  apps: ['src/mcp/apps/taskCardPage.ts'],
  commands: ['src/vscode/commands/allCommands.ts'],
  modernEra: [
    'src/mcp/modern/modernHttp.ts',
    'src/mcp/modern/modernStdio.ts',
    'src/node/upstream/modernServer.ts',
  ],
  jsonPatch: ['src/modules/graph/patch/jsonPatch.ts'],
  planXml: [
    'src/modules/plans/xml/readXml.ts',
    'src/modules/plans/xml/writeXml.ts',
    'src/modules/plans/tree/compileGraph.ts',
    'src/modules/plans/tree/rewriteGraph.ts',
  ],
  children: ['src/modules/children/run/roster.ts', 'src/node/agents/agentLinks.ts'],
  postgres: ['src/node/team/teamJournal.ts', 'src/vscode/host/windowJournal.ts'],
  accounts: ['src/node/git/account/taskAccounts.ts'],
  fileRestores: ['src/node/git/restore/restoreApplier.ts', 'src/node/git/restore/restorePlanner.ts'],
  registry: ['src/node/mcpRegistry/syncRegistry.ts', 'src/node/mcpRegistry/ownRegistry.ts'],
  commandLine: ['src/headless/options/arguments.ts'],
  endpoint: ['src/headless/endpointDoor.ts'],
  rounds: ['src/headless/roundsDoor.ts', 'src/vscode/rounds/windowRounds.ts'],
  restores: [
    'src/core/workflow/restorePoint.ts',
    'src/vscode/restore/restoreFiles.ts',
    'src/vscode/restore/restoreHunks.ts',
    'src/vscode/restore/restorePoint.ts',
    'src/vscode/restore/settleRestore.ts',
    'src/vscode/restore/takeBack.ts',
  ],
  reviewStack: ['src/vscode/reviewStack/reviewStackPanel.ts'],
  pages: ['src/vscode/taskPage/taskPanel.ts', 'src/vscode/planPage/planPanel.ts'],
  documents: ['childText', 'entryText', 'roundText'].map(name => `src/vscode/words/${name}.ts`),
  sharedState: ['src/vscode/sharedState/sharedStatePanel.ts'],
  replay: ['src/vscode/replay/replayPanel.ts'],
  fileIcons: ['src/vscode/fileIcons/pageIcons.ts'],
  serverPage: ['src/vscode/serverPage/serverPanel.ts'],
  blame: ['src/vscode/blame/taskBlame.ts', 'src/vscode/blame/pickFileHistory.ts'],
  gitVersion: ['src/node/git/plumbing/gitVersion.ts'],
  prompts: ['src/mcp/prompts/workTogetherText.ts', 'src/mcp/prompts/writePlanText.ts'],
  imports: ['src/node/imports/readImport.ts'],
  pasted: ['src/node/imports/serversFromText.ts'],
  publishedServer: ['src/node/imports/publishedServer.ts'],
  toml: ['src/node/imports/toml.ts'],
  yaml: ['src/node/imports/yaml.ts'],
  telemetry: ['src/node/telemetry/tracing.ts'],
};
/** The file with the whole of zod. The runtime has what it uses of it; the islands, which need other parts, have this one together. */
const ZOD = 'zod';
const OF_ZOD = /[\\/]node_modules[\\/]zod[\\/]/;
const SCRIPT = /\.(?:[cm]?[jt]s|json)$/;

/** @returns {Promise<import('esbuild').BuildResult[]>} what esbuild tells of each file. `options`: the same for all. */
export async function buildProgram(options) {
  const parts = await partsOf(options);
  const entries = Object.entries(parts.lists).map(([name, paths]) => [name, lazily(paths)]);
  return await Promise.all(
    [...entries, ...Object.entries(FRONTS)].map(([name, entry]) =>
      bundle(name, entry, [fromElsewhere(name, parts)], options),
    ),
  );
}

/**
 * What each file but the fronts gives the others: absolute paths, in a lasting order. `starts`: which of them may only be reached
 * by a dynamic import.
 */
async function partsOf(options) {
  const gates = new Set();
  const before = new Set();
  for (const front of Object.values(FRONTS)) {
    const found = await looked(front, [gatesOf(path => gates.add(path))], options);
    for (const path of found) before.add(path);
  }
  const islands = Object.entries(ISLANDS).map(([name, files]) => [
    name,
    files.map(file => resolve(repositoryRoot, file)),
  ]);
  const apart = new Set(islands.flatMap(([, paths]) => paths));
  const ends = gatesOf(path => apart.has(path));
  const starts = [...gates].filter(path => !apart.has(path));
  const later = new Set(await looked(lazily(starts.toSorted(byText)), [ends], options));
  const doors = new Set();
  const toZod = zodDoors((importer, path) => later.has(importer) || doors.add(path));
  const last = await Promise.all(islands.map(([, paths]) => looked(lazily(paths), [toZod], options)));
  const shared = [...later, ...last.flat()].filter(path => before.has(path));
  // What an island has in common with the runtime is the runtime's, so that it is there once.
  const lent = last.flat().filter(path => later.has(path) && !before.has(path) && !OF_ZOD.test(path));
  const sorted = paths => [...new Set(paths)].toSorted(byText);
  return {
    lists: {
      shared: sorted(shared),
      runtime: sorted([...starts, ...lent]),
      ...Object.fromEntries(islands),
      [ZOD]: sorted([...doors]),
    },
    starts: new Map([
      ...starts.map(path => [path, 'runtime']),
      ...islands.flatMap(([name, paths]) => paths.map(path => [path, name])),
    ]),
  };
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
    external: ['vscode', ...['shared', 'runtime', ZOD, ...Object.keys(ISLANDS)].map(file => `./${file}.js`)],
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

/** An entry whose modules run when they are asked for, by their place in the list. Getters would take half as much again. */
function lazily(paths) {
  const modules = paths.map(path => `() => require(${JSON.stringify(path)})`);
  return { contents: `module.exports = [\n${modules.join(',\n')}\n];`, loader: 'js' };
}

/** Finds the dynamic imports, and goes no further where one is `taken`. */
function gatesOf(taken) {
  return {
    name: 'gates',
    setup({ onResolve, resolve: find }) {
      onResolve({ filter: /^\./ }, async ({ path, kind, resolveDir, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData === 'found') return undefined;
        const found = await find(path, { kind, resolveDir, pluginData: 'found' });
        return taken(found.path) ? { path, external: true } : undefined;
      });
    },
  };
}

/** Finds the modules of zod that others import. */
function zodDoors(found) {
  return {
    name: 'zod-doors',
    setup({ onResolve, resolve: find }) {
      onResolve({ filter: /^zod(?:\/|$)/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (pluginData === 'found') return undefined;
        const { path: place } = await find(path, { kind, resolveDir, pluginData: 'found' });
        found(importer, place);
        return undefined;
      });
    },
  };
}

/** Takes from the other files what is theirs. */
function fromElsewhere(name, { lists, starts }) {
  const [, ...above] = Object.keys(lists);
  /** The file that a module comes from, where it is another one than that which is built. */
  const homeOf = (path, kind) => {
    if (name !== 'shared' && lists.shared.includes(path)) return 'shared';
    const start = kind === 'dynamic-import' ? starts.get(path) : undefined;
    if (start !== undefined) return start;
    if (name in ISLANDS && lists[ZOD].includes(path)) return ZOD;
    return above.includes(name) && name !== 'runtime' && lists.runtime.includes(path) ? 'runtime' : name;
  };
  return {
    name: 'from-elsewhere',
    setup({ onResolve, onLoad, resolve: find }) {
      onResolve({ filter: /.*/ }, async ({ path, kind, resolveDir, pluginData, namespace }) => {
        if (kind === 'entry-point' || pluginData === 'found' || namespace === 'elsewhere') return undefined;
        if (path === 'vscode' || path.startsWith('node:')) return undefined;
        const found = await find(path, { kind, resolveDir, pluginData: 'found' });
        if (found.errors.length > 0 || found.external || !SCRIPT.test(found.path)) return undefined;
        const home = homeOf(found.path, kind);
        if (home === name) return undefined;
        const place = lists[home].indexOf(found.path);
        return { path: found.path, namespace: 'elsewhere', pluginData: { file: `./${home}.js`, place } };
      });
      onLoad({ filter: /.*/, namespace: 'elsewhere' }, ({ pluginData: { file, place } }) => ({
        contents: `module.exports = require('${file}')[${place}]();`,
        resolveDir: repositoryRoot,
      }));
    },
  };
}
