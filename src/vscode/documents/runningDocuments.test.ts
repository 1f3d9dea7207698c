import { expect, test } from 'vitest';
import { childWorld, SCRIPT } from '../../../test/support/childWorld';
import { editor } from '../../../test/support/fakeEditor';
import { WISH } from '../../../test/support/roundWorld';
import { RoundBook } from '../../core/rounds/roundBook';
import type { Runtime } from '../host/runtime';
import type { RuntimeHost } from '../host/runtimeHost';
import { followRunning } from './runningDocuments';

/** What the manifest was told last. */
const told = (key: string): unknown =>
  editor.ran.findLast(([id, name]) => id === 'setContext' && name === key)?.[2];

test('the manifest is told which rounds and child agents run, and once more when they ended', async () => {
  editor.reset();
  const { core, call, agents } = await childWorld();
  const book = new RoundBook(core);
  const runtime = { core, rounds: { book } } as unknown as Runtime;
  const host: Pick<RuntimeHost, 'onDidStart'> = {
    onDidStart: listener => {
      listener(runtime);
      return { dispose: () => undefined };
    },
  };
  const following = followRunning(host);
  expect([told('switchyard.runningRounds'), told('switchyard.runningChildren')]).toEqual([[], []]);
  const round = book.open('r1', WISH);
  await call('child_create', { ...SCRIPT, child_id: 'carl', restart: false });
  expect([told('switchyard.runningRounds'), told('switchyard.runningChildren')]).toEqual([
    ['switchyard-round:/LLM Round.log?r1'],
    ['switchyard-child:/carl.log?carl'],
  ]);
  const count = editor.ran.length;
  round.take({ type: 'text.start' });
  expect(editor.ran).toHaveLength(count);
  round.failed('cancelled', '');
  agents.last.exit(0);
  expect([told('switchyard.runningRounds'), told('switchyard.runningChildren')]).toEqual([[], []]);
  following.dispose();
});
