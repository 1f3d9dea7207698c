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
  const provider = documents.providers.get('switchyard-snapshot');
  const token = { onCancellationRequested: () => ({ dispose: () => undefined }) } as never;
  const texts = await Promise.allSettled(
    paths.map(async path => provider?.provideTextDocumentContent(snapshotUri(task.id, path, 'after'), token)),
  );
  registered.dispose();
  reads.mockRestore();
  expect(texts.map(each => (each.status === 'fulfilled' ? each.value : each.status))).toEqual(
    paths.map(path => (path === 'src/7.ts' ? 'rejected' : `// ${path}\n`)),
  );
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThan(9);
});
