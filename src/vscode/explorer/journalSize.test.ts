import { expect, test } from 'vitest';
import { plainWording } from '../../../test/support/pictureText';
import { entryOf } from '../../../test/support/catalogWorld';
import { anna, gatewayWorld } from '../../../test/support/gatewayWorld';
import { settle } from '../../../test/support/testCore';
import { JournalSize } from './journalSize';

test('tells how large the journal is and since when, and asks again after a minute', async () => {
  const core = await gatewayWorld({ entries: [entryOf('files')] });
  let changes = 0;
  const size = new JournalSize(() => changes++);
  expect(size.text(core, plainWording)).toBeUndefined();
  await settle();
  expect(size.text(core, plainWording)).toBe('journal 0 kB');
  await core.activate(anna, 'files');
  expect(size.text(core, plainWording)).toBe('journal 0 kB');
  core.clock.advance(60_000);
  size.text(core, plainWording);
  await settle();
  expect(size.text(core, plainWording)).toMatch(/^journal [\d.]+ kB since /);
  expect(changes).toBe(2);
});
