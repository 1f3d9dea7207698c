import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** What a model is asked over `POST /chat/completions`. */
export interface ModelBody {
  readonly model: string;
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly [setting: string]: unknown;
}

/** Answers one request. */
export type Answer = (response: ServerResponse, body: ModelBody) => void | Promise<void>;

/** A chat API in OpenAI's form whose answers are a test's: the first for the first request, and so on; the last goes on. */
export async function scriptedEndpoint(...answers: readonly Answer[]) {
  const asked: ModelBody[] = [];
  const headers: IncomingMessage['headers'][] = [];
  let open = 0;
  const answered = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    open += 1;
    response.once('close', () => (open -= 1));
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as ModelBody;
    asked.push(body);
    headers.push(request.headers);
    await answers[Math.min(asked.length, answers.length) - 1]?.(response, body);
  };
  const server = createServer((request, response) => void answered(request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`;
  return { url, asked, headers, open: () => open };
}

/** A chunk with a part of an answer. */
export function delta(part: object, finish: string | null = null): object {
  return { choices: [{ index: 0, delta: part, finish_reason: finish }] };
}

/** A part of a call. */
export function callDelta(index: number, json: string, id?: string, name?: string): object {
  return delta({
    tool_calls: [
      {
        index,
        ...(id === undefined ? {} : { id, type: 'function' }),
        function: { ...(name === undefined ? {} : { name }), arguments: json },
      },
    ],
  });
}

/** Chunks as an event stream, with what ends it. */
export function events(...chunks: readonly object[]): string {
  return [...chunks.map(chunk => JSON.stringify(chunk)), '[DONE]'].map(data => `data: ${data}\n\n`).join('');
}

/** Answers with an event stream, whole or in pieces of so many bytes. */
export function streamed(text: string, bytes = Infinity): Answer {
  return async response => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const all = Buffer.from(text);
    for (let at = 0; at < all.length; at += bytes) {
      response.write(all.subarray(at, Math.min(at + bytes, all.length)));
      if (bytes < Infinity) await new Promise(resolve => setImmediate(resolve));
    }
    response.end();
  };
}

/** Says a text. */
export function says(text: string): Answer {
  return streamed(events(delta({ role: 'assistant', content: text }), delta({}, 'stop')));
}

/** Calls tools: names with arguments as JSON. */
export function calls(...made: readonly (readonly [name: string, json: string, id?: string])[]): Answer {
  return streamed(
    events(
      ...made.map(([name, json, id], i) => callDelta(i, json, id ?? `c_${name}_${i}`, name)),
      delta({}, 'tool_calls'),
    ),
  );
}

/** Says the same again and again until nobody listens any more. */
export function endlessly(text: string, type = 'text/event-stream'): Answer {
  return async response => {
    response.writeHead(200, { 'content-type': type });
    while (!response.destroyed) {
      const isTaken = response.write(text);
      await new Promise(resolve =>
        isTaken ? setImmediate(resolve) : response.once('drain', resolve).once('close', resolve),
      );
    }
  };
}
