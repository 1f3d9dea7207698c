import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { StdioTransport } from './stdioTransport';

/** So many messages of a client, as they lie in one chunk. */
const messages = (count: number): string =>
  Array.from({ length: count }, (_, id) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`).join('');

async function started() {
  const stdin = new PassThrough();
  const transport = new StdioTransport(stdin, new PassThrough());
  const heard: unknown[] = [];
  transport.onmessage = message => void heard.push('id' in message && message.id);
  await transport.start();
  return { stdin, transport, heard };
}

test('hears all that a client says before it goes', async () => {
  const { stdin, transport, heard } = await started();
  const heardWhenGone = transport.gone.then(() => [...heard]);
  stdin.end(messages(10));
  expect(await heardWhenGone).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('hears nothing more once it is closed', async () => {
  const { stdin, transport, heard } = await started();
  transport.onmessage = message => {
    heard.push('id' in message && message.id);
    void transport.close();
  };
  stdin.end(messages(10));
  await transport.gone;
  expect(heard).toEqual([0]);
});
