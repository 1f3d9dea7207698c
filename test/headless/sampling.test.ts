import { CreateMessageRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { Agent, overStdio, start } from './clients';
import { script, TINY, world } from './world';

/** Has its call wait for what the client's model says, and answers with that. */
const SAMPLING = script(
  TINY.replace(
    'if (id !== undefined)',
    `if (method === 'tools/call') {
      global.call = id;
      const messages = [{ role: 'user', content: { type: 'text', text: 'Sum it up' } }];
      console.log(JSON.stringify({ jsonrpc: '2.0', id: 'q', method: 'sampling/createMessage', params: { messages, maxTokens: 9 } }));
      return;
    }
    const { result, error } = JSON.parse(line);
    if (id === 'q') return console.log(JSON.stringify({ jsonrpc: '2.0', id: global.call, result: { content: [{ type: 'text', text: JSON.stringify(error ?? result) }] } }));
    if (id !== undefined)`,
  ),
);

/** A client without an SDK, which declares sampling and answers what it is told to. */
async function silent(answers: readonly string[]) {
  const of = world({ sampling: SAMPLING });
  const program = start([...of.options, '--approve', 'all']);
  const asked: string[] = [];
  const request = (id: number, method: string, params: object) => {
    program.send({ jsonrpc: '2.0', id, method, params });
  };
  const clientInfo = { name: 'silent', version: '1' };
  request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: { sampling: {} }, clientInfo });
  await program.line(line => line.includes('"id":1'));
  request(2, 'tools/call', { name: 'mcp_activate', arguments: { name: 'sampling' } });
  await program.line(line => line.includes('"id":2') && line.includes('"result"'));
  request(3, 'tools/call', { name: 'sampling__ping', arguments: {} });
  const calledMs = performance.now();
  let askedMs = calledMs;
  for (;;) {
    const message = JSON.parse(await program.line()) as { id?: unknown; method?: string; result?: unknown };
    if (message.method === 'sampling/createMessage') askedMs = performance.now();
    if (message.method !== undefined) asked.push(message.method);
    else if (message.id === 3) {
      const now = performance.now();
      const took = { sinceCallMs: now - calledMs, sinceQuestionMs: now - askedMs };
      return { asked, answer: JSON.stringify(message.result), ...took };
    }
    if (message.method !== undefined && answers.includes(message.method))
      program.send({ jsonrpc: '2.0', id: message.id, result: {} });
  }
}

// Side by side: both wait for real deadlines.
test.concurrent('refuses a server that samples where the client answers nothing at all', async () => {
  const { asked, answer, sinceQuestionMs } = await silent([]);
  expect(sinceQuestionMs).toBeLessThan(25_000);
  expect(answer).toContain('did not answer sampling/createMessage within 15 s, nor a ping');
  expect(asked).toEqual(
    expect.arrayContaining(['sampling/createMessage', 'ping', 'notifications/cancelled']),
  );
});

test.concurrent('waits longer for a client that shows a sign, where a person may think', async () => {
  const { answer, sinceCallMs, sinceQuestionMs } = await silent(['ping']);
  expect(sinceCallMs).toBeGreaterThan(28_000);
  expect(sinceQuestionMs).toBeLessThan(45_000);
  expect(answer).toContain('did not answer sampling/createMessage within 30 s');
});

test('lets a model that answers take its time', async () => {
  const agent = new Agent({ sampling: {} });
  agent.client.setRequestHandler(CreateMessageRequestSchema, async () => ({
    role: 'assistant',
    model: 'test',
    content: { type: 'text', text: 'Fine.' },
  }));
  await overStdio(world({ sampling: SAMPLING }), ['--approve', 'all'], {}, agent);
  await agent.call('mcp_activate', { name: 'sampling' });
  expect((await agent.call('sampling__ping')).text).toContain('Fine.');
  expect((await agent.call('sampling__ping')).text).toContain('Fine.');
});
