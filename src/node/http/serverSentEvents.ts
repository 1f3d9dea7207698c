import type { ServerResponse } from 'node:http';
import type { EventStream } from '../../shared/httpExchange';

/** What may wait for a reader that does not read, in bytes; then the stream is dropped. */
const MAX_WAITING_BYTES = 8 * 1_048_576;

/** Silence after which a comment is sent, so that nothing between us and the reader takes the stream for dead. */
const KEEP_ALIVE_MS = 15_000;

/** Turns a response into a stream of events. `data` must be one line: JSON text is. */
export function openEventStream(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
): EventStream {
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    connection: 'keep-alive',
  });
  response.flushHeaders();
  const keepAlive = setInterval(() => response.write(': keep-alive\n\n'), KEEP_ALIVE_MS);
  keepAlive.unref();
  response.on('close', () => clearInterval(keepAlive));
  return {
    send(id, data, kind = 'message') {
      if (response.destroyed || response.writableEnded) return false;
      response.write(`${id === '' ? '' : `id: ${id}\n`}event: ${kind}\ndata: ${data}\n\n`);
      if (response.writableLength <= MAX_WAITING_BYTES) return true;
      response.destroy();
      return false;
    },
    close() {
      clearInterval(keepAlive);
      response.end();
    },
  };
}
