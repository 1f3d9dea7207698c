import { ErrorCode, McpError, type ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { sampled } from './samplingPatience';

const QUESTION: ServerRequest = { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } };

/** A client whose answers are these, by method, and what it was asked with which patience. */
function clientWith(answers: Readonly<Record<string, () => Promise<Record<string, unknown>>>>, meta = {}) {
  const asked: (readonly [method: string, timeoutMs: number])[] = [];
  const extra = {
    _meta: meta,
    async sendRequest(
      { method }: { readonly method: string },
      _schema: unknown,
      { signal, timeout }: { readonly signal: AbortSignal; readonly timeout: number },
    ) {
      asked.push([method, timeout]);
      const aborted = new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new McpError(ErrorCode.RequestTimeout, 'aborted')));
      });
      return await Promise.race([answers[method]?.() ?? aborted, aborted]);
    },
  };
  const ask = async (key: object, signal = new AbortController().signal) =>
    await sampled(key, extra, QUESTION, signal);
  return { asked, ask };
}

const never = () => new Promise<never>(() => undefined);
const late = async () => {
  throw new McpError(ErrorCode.RequestTimeout, 'Request timed out');
};

test('waits 30 s at first, and as long as it takes for a client that answered before, well or not', async () => {
  for (const answer of [
    async () => ({ model: 'm' }),
    async () => {
      throw new McpError(-1, 'User rejected sampling request');
    },
  ]) {
    const { asked, ask } = clientWith({ 'sampling/createMessage': answer, ping: async () => ({}) });
    const key = {};
    await ask(key).catch(() => undefined);
    await ask(key).catch(() => undefined);
    expect(asked).toEqual([
      ['sampling/createMessage', 30_000],
      ['ping', 15_000],
      ['sampling/createMessage', 3_600_000],
    ]);
  }
});

test('asks VS Code, which asks its person first, without a limit', async () => {
  const { asked, ask } = clientWith(
    { 'sampling/createMessage': async () => ({ model: 'm' }) },
    { 'vscode.conversationId': 'a' },
  );
  await ask({});
  expect(asked).toEqual([['sampling/createMessage', 3_600_000]]);
});

test('gives up as soon as no ping is answered, and stays wary', async () => {
  const { asked, ask } = clientWith({ 'sampling/createMessage': never, ping: late });
  const key = {};
  for (const times of [1, 2]) {
    await expect(ask(key)).rejects.toMatchObject({
      message: 'The client did not answer sampling/createMessage within 15 s, nor a ping. Go on without it.',
    });
    expect(asked).toHaveLength(2 * times);
  }
});

test('a ping that is refused is a sign too, and who gives up is not told of silence', async () => {
  const refusing = async () => {
    throw new McpError(ErrorCode.MethodNotFound, 'No ping');
  };
  const { ask } = clientWith({ 'sampling/createMessage': late, ping: refusing });
  await expect(ask({})).rejects.toMatchObject({ message: expect.stringContaining('within 30 s.') as string });
  const gone = new AbortController();
  const waiting = clientWith({ ping: async () => ({}) }).ask({}, gone.signal);
  gone.abort();
  await expect(waiting).rejects.toThrow('aborted');
});
