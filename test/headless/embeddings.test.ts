import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { overStdio } from './clients';
import { script, TINY, world } from './world';

/** A model in OpenAI's form: texts with the word point one way, others another. Without a word it never answers. */
async function model(word: string | undefined) {
  const answered = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (word === undefined) return;
    const { input } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { input: readonly string[] };
    response.end(
      JSON.stringify({
        data: input.map((text, index) => ({ index, embedding: text.includes(word) ? [1, 0] : [0, 1] })),
      }),
    );
  };
  const server = createServer((request, response) => void answered(request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`;
}

const servers = {
  cars: { ...script(TINY), description: 'Rent vehicles, vehicles of all kinds' },
  harbour: { ...script(TINY), description: 'Yachts and other vehicles for a holiday' },
};

async function firstMatch(options: readonly string[]) {
  const { agent } = await overStdio(world({ ...servers }), options);
  // The first answer may be given before the model has said anything.
  const search = async () =>
    (await agent.call('mcp_discover', { intent: 'rent vehicles, not Yachts?' })).text;
  await search();
  return /^- (\w+)/m.exec(await search())?.[1];
}

test('a model of the user orders what words find', async () => {
  expect(await firstMatch([])).toBe('cars');
  const url = await model('Yachts');
  expect(await firstMatch(['--embeddings', url, '--embeddings-model', 'm'])).toBe('harbour');
});

test('a model that never answers changes nothing', async () => {
  const url = await model(undefined);
  expect(await firstMatch(['--embeddings', url, '--embeddings-model', 'm'])).toBe('cars');
});
