import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandWorld } from '../../../test/support/commandWorld';
import { editor } from '../../../test/support/fakeEditor';
import { anna, ben } from '../../../test/support/gatewayWorld';
import { COMMANDS, commandOf } from './allCommands';

const ids = COMMANDS.map(({ id }) => id);

test('the manifest contributes every command that there is, once, and no other', () => {
  const text = readFileSync(join(import.meta.dirname, '..', '..', '..', 'package.json'), 'utf8');
  const manifest = JSON.parse(text) as { contributes: { commands: { command: string }[] } };
  const contributed = manifest.contributes.commands.map(({ command }) => command);
  expect(contributed.sort()).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
  expect(() => commandOf('switchyard.none')).toThrow('There is no command');
});

/** What asks nobody and changes what it is about at once. */
const AT_ONCE = ['switchyard.deactivateAll', 'switchyard.resetNotifications'];
/** These read the other tools' files and the browser, which this world has not. */
const ELSEWHERE = ['importServers', 'signOut'].map(id => `switchyard.${id}`);

test.each(ids.filter(id => !ELSEWHERE.includes(id)))(
  '%s from the palette fails in nothing, and changes nothing when its question is cancelled',
  async id => {
    const world = await commandWorld();
    await world.activate(anna, 'files');
    await world.activate(ben, 'web');
    await world.complete((await world.start()).id, true);
    await world.start('Open');
    const before = [world.servers.names, world.store.log.rows.length, world.switches.of('files' as never)];
    await world.run(id.replace('switchyard.', ''));
    expect(editor.said.filter(({ level }) => level === 'error')).toEqual([]);
    const after = [world.servers.names, world.store.log.rows.length, world.switches.of('files' as never)];
    if (!AT_ONCE.includes(id)) expect(after).toEqual(before);
  },
);
