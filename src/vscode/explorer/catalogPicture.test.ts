import { expect, test } from 'vitest';
import { AROUND } from '../../../test/support/aroundExplorer';
import { entryOf, idOf, stdio } from '../../../test/support/catalogWorld';
import { anna, ben, gatewayWorld } from '../../../test/support/gatewayWorld';
import { plainWording, textOfRow } from '../../../test/support/pictureText';
import { usageOf } from '../status/usage';
import { pictureOf, summaryOf } from './pictureOf';

test('what failed, what lacks its program, and what waits for the next chat stand where a person looks for them', async () => {
  const world = await gatewayWorld({
    entries: [entryOf('files'), entryOf('web'), entryOf('snake', { launch: stdio('uvx', ['snake']) })],
  });
  await world.activate(anna, 'files');
  world.servers.crash('files', 'It exited with code 9.');
  world.gateway.nextChat.add(idOf('web'));
  const { rows } = pictureOf(world, 'catalog', '', AROUND, plainWording);
  const shown = rows.slice(
    0,
    rows.findIndex(({ id }) => id === 'group:modules'),
  );
  expect(shown.map(textOfRow)).toEqual([
    'v history For the Next Chat | 1',
    '    history web · The web server [unqueueServer]',
    'v key Needs Setup | 1',
    '    warning snake · needs uvx',
    'v error Failed | 1',
    '    error files · It exited with code 9. | 2 · ~72 [restartServer, showOutput, deactivateServer]',
  ]);
  expect(shown.at(-1)?.target).toEqual({ server: 'files', session: anna.session });
  expect(summaryOf(world, 'catalog', plainWording)).toBe('1 active · 3 servers');
});

test('a search shows what is called so first, and what serves it below', async () => {
  const entries = ['playground', 'web-player', 'videos'].map(name =>
    entryOf(name, { description: name === 'videos' ? 'Play videos' : 'Other things' }),
  );
  const world = await gatewayWorld({ entries });
  const found = (query: string) =>
    pictureOf(world, 'catalog', query, AROUND, plainWording).rows.map(
      ({ level, label }) => `${level} ${label}`,
    );
  expect(found('play')).toEqual(['1 playground', '1 web-player', '1 Related', '2 videos']);
  expect(found('vi')).toContain('1 videos');
  expect(found('zzqqx')).toEqual([]);
});

test('finds servers by what they are for, best first', async () => {
  const world = await gatewayWorld({
    entries: [entryOf('files', { description: 'Read and write files' }), entryOf('web')],
  });
  const picture = pictureOf(world, 'catalog', 'read a file', AROUND, plainWording);
  expect(picture.rows[0]?.label).toBe('files');
  expect(pictureOf(world, 'catalog', 'zzzzzz', AROUND, plainWording).rows).toEqual([]);
});

test('one number is told everywhere of what the chats of a window cost', async () => {
  const world = await gatewayWorld();
  await world.activate(anna, 'files');
  await world.activate(ben, 'files');
  await world.activate(ben, 'web');
  const [first, second] = [anna, ben].map(({ session }) => world.gateway.session(session));
  if (first) await world.gateway.chooseTools(first, 'files', ['read']);
  if (second) await world.gateway.chooseTools(second, 'files', ['write']);
  const used = usageOf(world);
  const [tools] = pictureOf(world, 'sessions', '', AROUND, plainWording).meters;
  // The window has one list: what one chat does not see of a server, another one may.
  expect([tools?.value, used.map(({ tools: each }) => each)]).toEqual([
    4 + world.gateway.budget().tools,
    [2, 2],
  ]);
  expect(summaryOf(world, 'catalog', plainWording)).toMatch(new RegExp(`^${used.length} active · `));
});
