import { expect, test } from 'vitest';
import { overStdio } from './clients';
import { world } from './world';

test('what one chat writes down, a later one knows', async () => {
  const place = world({});
  const triples = [{ subject: 'api', predicate: 'owned by', object: 'team red', source: 'wiki' }];
  const first = await overStdio(place, ['--enable-knowledge']);
  const written = { triples, idempotency_key: 'once' };
  expect((await first.agent.call('kg_insert', written)).structured).toMatchObject({ created: 1 });
  await first.agent.client.close();

  const second = await overStdio(place);
  await second.agent.call('mcp_activate', { name: 'knowledge' });
  const found = await second.agent.call('kg_query', { object: 'team *' });
  expect(found.structured).toMatchObject({ triples: [{ subject: 'api', source: 'wiki', revision: 1 }] });
  expect((await second.agent.call('kg_insert', written)).structured).toMatchObject({ idempotent: true });
});
