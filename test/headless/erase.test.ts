import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { overStdio } from './clients';
import { isJournalShared, world } from './world';

const files = (folder: string) =>
  readdirSync(folder)
    .filter(name => name.startsWith('journal.'))
    .map(name => join(folder, name));
const holds = (folder: string, text: string) => files(folder).some(path => readFileSync(path).includes(text));

// It looks into the file.
test.skipIf(isJournalShared)(
  'what an agent deletes is in no byte of the journal when the program has ended, and the environment tells its size',
  async () => {
    const of = world({});
    const state = join(of.folder, 'state');
    const [deleted, triple] = [randomUUID(), randomUUID()];
    const { agent } = await overStdio(of, [
      '--enable-blackboard',
      '--enable-knowledge',
      '--retention-days',
      '30',
    ]);
    await agent.call('bb_set', { key: 'a', value: deleted, idempotency_key: 'once' });
    await agent.call('kg_insert', { triples: [{ subject: triple, predicate: 'is', object: 'x' }] });
    expect([holds(state, deleted), holds(state, triple)]).toEqual([true, true]);

    await agent.call('bb_delete', { key: 'a' });
    await agent.call('kg_delete', { triples: [{ subject: triple, predicate: 'is', object: 'x' }] });
    const { structured } = await agent.call('mcp_environment', { detail: 'full' });
    expect(structured['journal']).toMatch(/^Journal: 0\.\d\d MB, \d+ events since .+ are kept 30 days\.$/);
    expect((await agent.call('mcp_environment', {})).structured).not.toHaveProperty('journal');
    await agent.client.close();

    await expect.poll(() => [holds(state, deleted), holds(state, triple)]).toEqual([false, false]);
  },
);
