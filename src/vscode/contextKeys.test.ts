import { expect, test } from 'vitest';
import { editor } from '../../test/support/fakeEditor';
import { anna, gatewayWorld } from '../../test/support/gatewayWorld';
import { idOf } from '../../test/support/catalogWorld';
import { noSignal } from '../../test/support/testCore';
import { followTurnOns } from './contextKeys';

const TICKED = ['setContext', 'switchyard.hasTurnedOn', true];

async function followed() {
  editor.reset();
  const core = await gatewayWorld();
  const host = {
    onDidStart(listener: (runtime: never) => void) {
      listener({ core } as never);
      return { dispose: () => undefined };
    },
  };
  return { ...core, following: followTurnOns(host) };
}

test('the step of the walkthrough is done when a person turns a server on, and not when an agent does', async () => {
  const { activate, gateway } = await followed();
  await activate(anna, 'files');
  expect(editor.ran).toEqual([]);
  await gateway.activate(anna, 'web', 'person', noSignal());
  await gateway.activate(anna, 'mail', 'person', noSignal());
  expect(editor.ran).toEqual([TICKED]);
});

test('a server that waits for the next chat counts too', async () => {
  const { gateway } = await followed();
  gateway.nextChat.add(idOf('files'));
  expect(editor.ran).toEqual([TICKED]);
});
