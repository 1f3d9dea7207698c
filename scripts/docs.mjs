/**
 * Writes what follows from the manifest and from our modules: the table of settings, and the names that the schema of servers files keeps
 * for our modules. `npm run docs`; tests hold that both are current.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryRoot, runInherited } from './processes.mjs';

const PAGE = join(repositoryRoot, 'docs/commands-and-settings.md');
/** Modules that are no folder of `src/modules`: they can't be left out. */
const ALWAYS_THERE = ['orchestrator', 'workflow', 'workflow-history', 'introspection'];
const TABLE = /(<!-- settings -->)[^]*(<!-- \/settings -->)/;

/** The rows of the table of settings: the name, what holds where nothing is set, and what the manifest says. */
export function settingRows() {
  const read = name => JSON.parse(readFileSync(join(repositoryRoot, name), 'utf8'));
  const { configuration } = read('package.json').contributes;
  const words = read('package.nls.json');
  const properties = [configuration].flat().flatMap(group => Object.entries(group.properties));
  return properties.map(([name, { default: value, description, markdownDescription }]) => {
    const text = words[(description ?? markdownDescription).slice(1, -1)];
    const plain = text
      .replaceAll(/`#([\w.]+)#`/g, '`$1`')
      .replaceAll('|', '\\|')
      .replaceAll('\n', ' ');
    return `| \`${name}\` | \`${JSON.stringify(value)}\` | ${plain} |`;
  });
}

async function write() {
  const rows = ['| setting | default | meaning |', '| --- | --- | --- |', ...settingRows()];
  const page = readFileSync(PAGE, 'utf8');
  writeFileSync(
    PAGE,
    page.replace(TABLE, (_, from, to) => [from, '', ...rows, '', to].join('\n')),
  );
  await runInherited('oxfmt', [PAGE]);
}

/** No server can have the name of a module of ours. */
async function writeNames() {
  const path = join(repositoryRoot, 'media/serversFile.schema.json');
  const modules = readdirSync(join(repositoryRoot, 'src/modules'), { withFileTypes: true });
  const names = modules.filter(entry => entry.isDirectory()).map(({ name }) => name);
  const schema = JSON.parse(readFileSync(path, 'utf8'));
  schema.definitions.name.not.enum = [...ALWAYS_THERE, ...names];
  writeFileSync(path, `${JSON.stringify(schema, null, 2)}\n`);
  await runInherited('oxfmt', [path]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await write();
  await writeNames();
}
