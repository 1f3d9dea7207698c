/**
 * Writes what documents say of the manifest: the table of settings. `npm run docs`; a test holds that it is current.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryRoot, runInherited } from './processes.mjs';

const PAGE = join(repositoryRoot, 'docs/commands-and-settings.md');
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

if (process.argv[1] === fileURLToPath(import.meta.url)) await write();
