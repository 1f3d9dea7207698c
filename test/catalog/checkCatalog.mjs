/**
 * `npm run catalog:check`: installs each npm package of the shipped registry, starts it once with dummy keys, and writes what
 * it lists into the offline tool index. With ids, only these rows; `--keep <folder>` keeps whole definitions and READMEs there, for a review.
 * Each in the version that the registry names; `--update` tries the newest, says what it changes, and writes it into the registry.
 * Not part of CI: it needs the npm registry, and runs other people's programs.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { repositoryRoot } from '../../scripts/processes.mjs';
import { indexFile, indexedTool, readIndex } from './indexFile.mjs';
import { endAll, listing } from './listing.mjs';
import { install, npmFacts, npxLaunch } from './npmPackage.mjs';
import { changesOf, isTaken, withUpdate } from './updates.ts';

/** Servers at once: their installations are heavy. */
const AT_ONCE = 2;
const START_MS = 60_000;

const { values: options, positionals: ids } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'string' }, update: { type: 'boolean' } },
});
const registryFile = join(repositoryRoot, 'data/servers.json');
const { servers } = JSON.parse(readFileSync(registryFile, 'utf8'));
const unknown = ids.filter(id => !servers.some(row => row.id === id));
if (unknown.length > 0) {
  console.error(`No row of the registry is called ${unknown.join(', ')}.`);
  process.exit(1);
}

const root = mkdtempSync(join(tmpdir(), 'switchyard-catalog-'));
const results = new Map(readIndex().servers.map(found => [found.id, found]));
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    endAll();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    process.exit(130);
  });
}
try {
  const waiting = servers.filter(({ id }) => ids.length === 0 || ids.includes(id));
  const asked = [...waiting];
  await Promise.all(Array.from({ length: AT_ONCE }, () => worker(waiting)));
  const ordered = servers.flatMap(({ id }) => results.get(id) ?? []);
  writeFileSync(indexFile, fileText(ordered));
  console.table(asked.map(({ id }) => tableRow(results.get(id))));
} finally {
  rmSync(root, { recursive: true, force: true });
}

async function worker(waiting) {
  for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
    const found = await checked(row);
    if (options.update && !offered(row, results.get(row.id), found)) continue;
    results.set(row.id, found);
    console.log(
      `${row.id}: ${found.why ?? `${found.tools.length} tools of ${found.package.name}@${found.package.version}`}`,
    );
  }
}

/** Puts another version into the registry and says what it changes; false where the one before stays. */
function offered(row, before, found) {
  const from = launchOf(row)?.version;
  const to = found.package?.version;
  if (from === undefined || to === undefined || from === to) return true;
  console.log(`${row.id}: ${found.package.name} ${from} → ${to}`);
  if (!isTaken(before, found)) {
    console.log(`  not taken: ${found.why}`);
    return false;
  }
  for (const line of changesOf(before, found)) console.log(line);
  const text = readFileSync(registryFile, 'utf8');
  writeFileSync(registryFile, withUpdate(text, row.id, { name: found.package.name, from, to }));
  return true;
}

/** What npx would start for the row or for what it names as its alternative. */
function launchOf(row) {
  return npxLaunch(row) ?? npxLaunch(row.alternative ?? {});
}

/** One row, checked. Its failure is its result. */
async function checked(row) {
  const via = npxLaunch(row) ? 'registry' : 'alternative';
  const launch = launchOf(row);
  if (launch === undefined) return { id: row.id, why: needsElse(row) };
  const folder = mkdtempSync(join(root, `${row.id}-`));
  let facts;
  try {
    facts = await npmFacts(options.update ? launch.name : launch.spec);
    const { program, readme } = await install(facts, folder);
    keep(`${row.id}.md`, readme);
    const { tools: told, ...server } = await listing(
      process.execPath,
      [program, ...filledIn(launch.args, folder)],
      {
        cwd: folder,
        env: dummyEnvironment(row, via, folder),
        timeoutMs: START_MS,
      },
    );
    // Some tell of the folder that they were started in.
    const tools = JSON.parse(JSON.stringify(told).replaceAll(folder, '…'));
    keep(`${row.id}.json`, JSON.stringify(tools));
    return { id: row.id, via, package: facts, server, tools: tools.map(tool => indexedTool(tool)) };
  } catch (error) {
    return { id: row.id, via, ...(facts ? { package: facts } : {}), why: plain(error.message, folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function needsElse({ transport, command }) {
  return transport === 'http' ? 'remote: no package to start' : `needs ${command}`;
}

/** The row's keys with values that are obviously none, and a home with nothing in it. */
function dummyEnvironment(row, via, folder) {
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const needs =
    via === 'registry' ? row.requiredEnv : (row.alternative.requiredEnv ?? []).map(key => ({ key }));
  const defaults = row.optionalEnv.flatMap(need =>
    need.default === undefined ? [] : [[need.key, need.default]],
  );
  return {
    PATH: [
      dirname(process.execPath),
      join(folder, 'node_modules', '.bin'),
      '/usr/local/bin',
      '/usr/bin',
      '/bin',
    ].join(delimiter),
    HOME: home,
    TMPDIR: home,
    ...Object.fromEntries(defaults),
    ...Object.fromEntries(needs.map(({ key }) => [key, dummyValue(key)])),
  };
}

/** Where a server looks at the form of a value before it lists its tools, the form is given. */
function dummyValue(key) {
  if (key === 'STRIPE_SECRET_KEY') return 'sk_none';
  if (key === 'DSN') return 'sqlite:///:memory:';
  if (key.endsWith('CONNECTION_STRING')) return 'mongodb://127.0.0.1:9/none';
  if (/(?:URL|URI|HOST)$/.test(key)) return 'http://127.0.0.1:9';
  if (key.endsWith('EMAIL')) return 'nobody@example.invalid';
  return `not-a-key-${randomBytes(6).toString('hex')}`;
}

function filledIn(args, folder) {
  return args.map(arg =>
    arg
      .replace('${workspaceFolder}', folder)
      .replace(/\$\{input:[^}]*\}/g, ':memory:')
      .replace(/\$\{env:([^}]*)\}/g, (_all, key) => dummyValue(key)),
  );
}

/** A server's last words in one line, without the folders of this machine and the time of day. */
function plain(text, folder) {
  if (/fetch failed|ENOTFOUND|EAI_AGAIN|Failed to fetch remote/.test(text))
    return 'asks its service before it lists its tools';
  const line = stripVTControlCharacters(text)
    .replaceAll(folder, '…')
    .replaceAll(/\/[\w./@+-]*\/node_modules/g, '…')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length <= 160 ? line : `${line.slice(0, 159)}…`;
}

function keep(name, text) {
  if (options.keep === undefined) return;
  mkdirSync(options.keep, { recursive: true });
  writeFileSync(join(options.keep, name), text);
}

/** One server a line, so that a change of one is one line of a diff. */
function fileText(found) {
  const lines = found.map(server => `    ${JSON.stringify(server)}`).join(',\n');
  const checkedOn = new Date().toISOString().slice(0, 10);
  return `{\n  "schemaVersion": 1,\n  "checkedOn": "${checkedOn}",\n  "servers": [\n${lines}\n  ]\n}\n`;
}

function tableRow({ id, via = '', package: from, server, tools, why = '' }) {
  return {
    id,
    via,
    package: from === undefined ? '' : `${from.name}@${from.version}`,
    publisher: from?.publisher ?? '',
    server: server === undefined ? '' : `${server.name} ${server.version}`,
    protocol: server?.protocol ?? '',
    tools: tools?.length ?? '',
    tokens: tools?.reduce((sum, tool) => sum + tool.tokens, 0) ?? '',
    'why not': why,
  };
}
