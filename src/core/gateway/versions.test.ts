import { expect, test } from 'vitest';
import { entryOf, stdio } from '../../../test/support/catalogWorld';
import { toolNamed } from '../../../test/support/fakeServers';
import { anna, gatewayWorld } from '../../../test/support/gatewayWorld';
import { environmentText } from '../catalog/environment';

const ENTRIES = [entryOf('files', { launch: stdio('npx', ['-y', 'files-mcp@3.1.0']) }), entryOf('web')];

function otherwise(name: string) {
  return { ...toolNamed(name), description: `Does ${name} otherwise` };
}

/** A world in which `files` 2.4.0 was approved with four tools and runs again as 2.5.0, with three of them changed. */
async function updatedWorld() {
  const first = await gatewayWorld({ entries: ENTRIES });
  Object.assign(first.servers.servers.get('files')!, { version: '2.4.0', tools: ['a', 'b', 'c', 'd'] });
  await first.activate(anna, 'files');
  const world = await gatewayWorld({ entries: ENTRIES, log: first.store.log });
  const tools = ['a', ...['b', 'c', 'd'].map(otherwise)];
  Object.assign(world.servers.servers.get('files')!, { version: '2.5.0', tools });
  const row = () => world.gateway.environment(anna.session).find(({ id }) => id === 'files')!;
  return { ...world, row };
}

test('tells the version a server says of itself and that of its package, also while it does not run', async () => {
  const { row, activate, call, gateway } = await updatedWorld();
  expect(row()).toMatchObject({ version: '2.4.0', package: 'files-mcp@3.1.0' });
  await activate(anna, 'files');
  await call(anna, 'files__a');
  expect(row()).toMatchObject({ version: '2.5.0', package: 'files-mcp@3.1.0' });
  const text = environmentText(gateway.environment(anna.session), { detail: 'full', status: 'active' });
  expect(text).toContain('|version|');
  expect(text).toMatch(/^files\|2\.5\.0 \(files-mcp@3\.1\.0\)\|1\|/m);
  expect(environmentText(gateway.environment(anna.session))).not.toContain('|version|');
});

test('says what changed with a version: in the warning, in the refusal, and in what a person is asked', async () => {
  const { row, activate, call, gateway } = await updatedWorld();
  await activate(anna, 'files');
  await call(anna, 'files__a');
  expect(row().warnings).toEqual([
    'Withheld because their definitions changed after the user approved them (2.4.0 → 2.5.0, 3 tools changed): b, c, d. Ask the user.',
  ]);
  await expect(call(anna, 'files__b')).rejects.toMatchObject({
    code: 'tool-withheld',
    message:
      '"files__b" is withheld: its definition changed since the user approved it (2.4.0 → 2.5.0, 3 tools changed). Ask the user.',
  });
  const change = { from: '2.4.0', to: '2.5.0', tools: 3 };
  expect(gateway.reviews.pending().map(({ tool, change: told }) => [tool.definition.name, told])).toEqual([
    ['b', change],
    ['c', change],
    ['d', change],
  ]);
});

test('shows nothing unseen in a version, and no more than fits', async () => {
  const { servers, activate, call, row } = await updatedWorld();
  Object.assign(servers.servers.get('files')!, { version: `2.5\u202e\n${'9'.repeat(500)}` });
  await activate(anna, 'files');
  await call(anna, 'files__a');
  expect(row().version).toMatch(/^2\.5\\u\{202e\} ?9+…$/);
  expect(row().version!.length).toBeLessThanOrEqual(40);
});
