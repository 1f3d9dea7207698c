import { expect, test, vi } from 'vitest';
import { commandWorld } from '../../../test/support/commandWorld';
import type { FakeSnapshots } from '../../../test/support/fakeSnapshots';
import { documents } from '../../../test/support/fakeVscode';
import { registerSnapshotDocuments, snapshotUri } from './snapshotDocuments';

test('of hundreds of files that are asked for in one go, few are read at a time, and each is told', async () => {
  const { core, start, complete } = await commandWorld();
  const files = core.snapshots as FakeSnapshots;
  const task = await start();
  const paths = Array.from({ length: 300 }, (_, at) => `src/${at}.ts`);
  for (const path of paths) files.write(path, `// ${path}\n`);
  await complete(task.id);
  let [now, most] = [0, 0];
  const read = files.read.bind(files);
  const reads = vi.spyOn(files, 'read').mockImplementation(async (...asked) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise(resolve => setImmediate(resolve));
    now -= 1;
    if (asked[1] === 'src/7.ts') throw new Error('unreadable');
    return await read(...asked);
  });
  const registered = registerSnapshotDocuments({ runtime: async () => ({ core }) } as never);
  const provider = documents.files.get('switchyard-snapshot');
  const texts = await Promise.allSettled(
    paths.map(async path =>
      new TextDecoder().decode(await provider?.readFile(snapshotUri(task.id, path, 'after'))),
    ),
  );
  registered.dispose();
  reads.mockRestore();
  expect(texts.map(each => (each.status === 'fulfilled' ? each.value : each.status))).toEqual(
    paths.map(path => (path === 'src/7.ts' ? 'rejected' : `// ${path}\n`)),
  );
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThan(9);
});

test('gives the bytes of a file as they are, with their size, and reads them once', async () => {
  const { core, start, complete } = await commandWorld();
  const files = core.snapshots as FakeSnapshots;
  const task = await start();
  files.write('logo.png', 'caf\u00e9');
  await complete(task.id);
  // What is no UTF-8: an image, or a text of windows-1252.
  const bytes = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0xe9]);
  const reads = vi.spyOn(files, 'read').mockResolvedValue(Buffer.from(bytes));
  const registered = registerSnapshotDocuments({ runtime: async () => ({ core }) } as never);
  const provider = documents.files.get('switchyard-snapshot');
  const uri = snapshotUri(task.id, 'logo.png', 'after');
  await provider?.stat(uri);
  const { size } = (await provider?.stat(uri)) ?? {};
  const read = await provider?.readFile(uri);
  registered.dispose();
  expect([size, [...(read ?? [])], reads.mock.calls.length]).toEqual([6, [...bytes], 1]);
  reads.mockRestore();
});

test('a file that was not there is empty', async () => {
  const { core, start, complete } = await commandWorld();
  const files = core.snapshots as FakeSnapshots;
  const task = await start();
  files.write('new.ts', 'new\n');
  await complete(task.id);
  const registered = registerSnapshotDocuments({ runtime: async () => ({ core }) } as never);
  const before = await documents.files
    .get('switchyard-snapshot')
    ?.stat(snapshotUri(task.id, 'new.ts', 'before'));
  registered.dispose();
  expect(before?.size).toBe(0);
});
