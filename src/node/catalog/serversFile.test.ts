import { mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Disposable } from '../../core/support/disposable';
import { ServersFile } from './serversFile';

let folder = '';
const open: Disposable[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'servers-'));
});

afterEach(async () => {
  for (const disposable of open.splice(0)) disposable.dispose();
  await rm(folder, { recursive: true });
});

const ONE = '{"servers": {"one": {"command": "a"}}}';
const TWO = '{"servers": {"two": {"command": "a"}}}';

/** A file that is watched, and the number of changes heard. */
async function watched(...path: readonly string[]) {
  const file = new ServersFile(join(folder, ...path), 'user');
  const heard = { changes: 0, names: async () => (await file.read()).entries.map(({ id }) => id) };
  open.push(file.onDidChange(() => (heard.changes += 1)));
  await file.read();
  return heard;
}

/** Waits until a change is heard after so many, and then until these servers are there: a file is written in steps. */
async function eventually(
  heard: Awaited<ReturnType<typeof watched>>,
  names: readonly string[],
  after: number,
): Promise<void> {
  // To read it is to know it: only what is heard first was heard.
  await expect.poll(() => heard.changes, { interval: 10 }).toBeGreaterThan(after);
  await expect.poll(heard.names, { interval: 10 }).toEqual(names);
}

/** Long enough for a change to be heard, if there were one. */
function quiet(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 200));
}

test('has no servers and no problem while the file is not there', async () => {
  const file = new ServersFile(join(folder, 'none', 'servers.json'), 'user');
  expect(await file.read()).toEqual({ source: 'servers-file', entries: [], problems: [] });
});

test('says why a file cannot be read', async () => {
  await mkdir(join(folder, 'servers.json'));
  expect((await new ServersFile(join(folder, 'servers.json'), 'user').read()).problems).toEqual([
    { origin: join(folder, 'servers.json'), message: "The file can't be read. It is a folder." },
  ]);
  await writeFile(join(folder, 'large.json'), ' '.repeat(1_048_577));
  expect((await new ServersFile(join(folder, 'large.json'), 'user').read()).problems).toMatchObject([
    { message: "The file can't be read. It is larger than 1 MiB." },
  ]);
});

test('reads a file with a byte order mark', async () => {
  await writeFile(join(folder, 'servers.json'), `\uFEFF${ONE}`);
  const file = new ServersFile(join(folder, 'servers.json'), 'user');
  expect((await file.read()).entries).toMatchObject([{ id: 'one', origin: join(folder, 'servers.json') }]);
});

test('hears of a change, of a replacement and of the end of the file', async () => {
  const path = join(folder, 'servers.json');
  await writeFile(path, ONE);
  const heard = await watched('servers.json');

  let before = heard.changes;
  await writeFile(path, TWO);
  await eventually(heard, ['two'], before);

  before = heard.changes;
  await writeFile(`${path}.new`, ONE);
  await rename(`${path}.new`, path);
  await eventually(heard, ['one'], before);

  before = heard.changes;
  await rm(path);
  await eventually(heard, [], before);
});

test('hears of a file whose folders are made later', async () => {
  const heard = await watched('.switchyard', 'deep', 'servers.json');

  await mkdir(join(folder, '.switchyard'));
  await quiet();
  await mkdir(join(folder, '.switchyard', 'deep'));
  await writeFile(join(folder, '.switchyard', 'deep', 'servers.json'), ONE);

  await eventually(heard, ['one'], 0);
});

test.skipIf(process.platform === 'win32')(
  'hears of changes behind links to the file and to its folder',
  async () => {
    const at = (...path: readonly string[]) => join(folder, ...path);
    for (const name of ['kept', 'linked', 'other']) await mkdir(at(name));
    await writeFile(at('kept', 'mine.json'), ONE);
    await symlink(join('..', 'kept', 'mine.json'), at('linked', 'servers.json'));
    await symlink('linked', at('.switchyard'));
    const heard = await watched('.switchyard', 'servers.json');

    let before = heard.changes;
    await writeFile(at('kept', 'mine.json'), TWO);
    await eventually(heard, ['two'], before);

    before = heard.changes;
    await writeFile(at('kept', 'new'), ONE);
    await rename(at('kept', 'new'), at('kept', 'mine.json'));
    await eventually(heard, ['one'], before);

    before = heard.changes;
    await writeFile(at('other', 'servers.json'), TWO);
    await symlink('other', at('new'));
    await rename(at('new'), at('.switchyard'));
    await eventually(heard, ['two'], before);
  },
);

test('does not hear of a mere touch, of other files, or of anything once it let go', async () => {
  const path = join(folder, 'servers.json');
  await writeFile(path, ONE);
  const heard = await watched('servers.json');

  await utimes(path, 1, 1);
  // Over what is there: a file that was emptied first has changed for a moment.
  await writeFile(path, ONE, { flag: 'r+' });
  await writeFile(join(folder, 'other.json'), TWO);
  await quiet();
  expect(heard.changes).toBe(0);

  open.pop()?.dispose();
  await writeFile(path, TWO);
  await quiet();
  expect(heard.changes).toBe(0);
});

test('keeps what it read while the file is broken or cannot be read, and takes over what was mended', async () => {
  const path = join(folder, 'servers.json');
  const file = new ServersFile(path, 'user');
  const read = async () => {
    const { entries, problems } = await file.read();
    return [entries.map(({ id }) => id), problems.map(({ message }) => message)];
  };
  await writeFile(path, ONE.slice(0, -1));
  expect(await read()).toEqual([
    [],
    [expect.stringContaining('None of its servers is used until it is mended.')],
  ]);
  await writeFile(path, ONE);
  expect(await read()).toEqual([['one'], []]);
  const kept = expect.stringMatching(/its servers stay as they were read before\.$/i) as string;
  for (const broken of [TWO.slice(0, -1), '', '\n', 'null', '{"servers": 5}']) {
    await writeFile(path, broken);
    expect(await read()).toEqual([['one'], [kept]]);
    expect(await read()).toEqual([['one'], [kept]]);
  }
  await rm(path);
  await mkdir(path);
  expect(await read()).toEqual([
    ['one'],
    ["The file can't be read. It is a folder. Its servers stay as they were read before."],
  ]);
  await rm(path, { recursive: true });
  expect(await read()).toEqual([[], []]);
  await writeFile(path, TWO);
  expect(await read()).toEqual([['two'], []]);
});
