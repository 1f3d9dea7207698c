import type { IncomingMessage } from 'node:http';
import { isModestJson } from './jsonShape';

/** `gone`: the client hung up, or was too slow, before all of it was here. */
type BodyBytes = Buffer | 'too-large' | 'gone';

export type Body =
  | { readonly type: 'value'; readonly value: unknown }
  | { readonly type: 'too-large' | 'invalid' | 'gone' };

/** Reads and parses a JSON body. Never holds more than the limit and stops reading there, whatever Content-Length says. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  const bytes = await bytesOf(request, maxBytes);
  if (typeof bytes === 'string') return { type: bytes };
  if (!isModestJson(bytes)) return { type: 'invalid' };
  try {
    return { type: 'value', value: JSON.parse(bytes.toString('utf8')) as unknown };
  } catch {
    return { type: 'invalid' }; // The parser's message would quote the body: it is not passed on.
  }
}

/** Whether a request says that its body is longer than is read. */
export function isTooLong(request: IncomingMessage, maxBytes: number): boolean {
  return Number(request.headers['content-length'] ?? 0) > maxBytes;
}

async function bytesOf(request: IncomingMessage, maxBytes: number): Promise<BodyBytes> {
  if (isTooLong(request, maxBytes)) return 'too-large';
  // Not `for await`: leaving such a loop early destroys the socket, and with it the answer.
  return await new Promise(resolve => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    const take = (chunk: Buffer): void => {
      sizeBytes += chunk.length;
      if (sizeBytes <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      request.off('data', take);
      request.pause();
      resolve('too-large');
    };
    request.on('data', take);
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', () => resolve('gone'));
  });
}
