import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { embeddingEndpoint } from './embeddingEndpoint';
import { endpointProblem } from './endpointAddress';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** An endpoint in OpenAI's form that answers so, and what it was asked. */
async function endpoint(answer: (input: readonly string[]) => unknown, status = 200) {
  const asked: { url: string | undefined; authorization: string | undefined; body: unknown }[] = [];
  const answered = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as { input: readonly string[] };
    asked.push({ url: request.url, authorization: request.headers.authorization, body });
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer(body.input)));
  };
  const server = createServer((request, response) => void answered(request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { asked, url: `http://127.0.0.1:${port}/v1/` };
}

test('asks for the vectors of all texts at once, and gives them in their order', async () => {
  const { asked, url } = await endpoint(input => ({
    data: input.map((text, index) => ({ index, embedding: [text.length, 1] })).toReversed(),
  }));
  const { embed } = embeddingEndpoint({ url, model: 'nomic', key: 'k' });
  expect((await embed(['a', 'bbb'])).map(vector => [...vector])).toEqual([
    [1, 1],
    [3, 1],
  ]);
  expect(asked).toEqual([
    { url: '/v1/embeddings', authorization: 'Bearer k', body: { model: 'nomic', input: ['a', 'bbb'] } },
  ]);
});

test.each([
  ['no data', {}],
  ['fewer vectors', { data: [{ index: 0, embedding: [1] }] }],
  ['vectors of two lengths', { data: [{ embedding: [1] }, { embedding: [1, 2] }] }],
  ['words for numbers', { data: [{ embedding: ['1'] }, { embedding: ['2'] }] }],
  [
    'places that are none',
    {
      data: [
        { index: 7, embedding: [1] },
        { index: -1, embedding: [1] },
      ],
    },
  ],
])('refuses an answer with %s', async (_what, answer) => {
  const { url } = await endpoint(() => answer);
  await expect(embeddingEndpoint({ url, model: 'm' }).embed(['a', 'b'])).rejects.toThrow(
    'Its answer has no vector for each text.',
  );
});

test('says with which status it failed, and nothing of what it said', async () => {
  const { url } = await endpoint(() => 'secret', 500);
  await expect(embeddingEndpoint({ url, model: 'm' }).embed(['a'])).rejects.toThrow(
    /^It answered with status 500\.$/,
  );
});

test.each([
  ['http://localhost:11434/v1', 'm', undefined],
  ['http://[::1]:1/v1', 'm', undefined],
  ['https://api.example.com/v1', 'm', undefined],
  ['http://api.example.com/v1', 'm', 'The address of the embedding model needs https, but on this machine.'],
  ['https://me:pw@example.com', 'm', 'The address of the embedding model must not hold a password.'],
  ['localhost', 'm', 'The address of the embedding model is no URL.'],
  ['file:///etc/passwd', 'm', 'The address of the embedding model needs https, but on this machine.'],
  ['http://localhost:1', ' ', 'The name of the embedding model is missing.'],
])('%s with the model %j: %s', (url, model, problem) => {
  expect(endpointProblem({ url, model })).toBe(problem);
});
