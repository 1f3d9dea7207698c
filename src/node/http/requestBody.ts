import type { IncomingMessage } from 'node:http';
import { isModestJson } from './jsonShape';

/** Bytes a request may have (security.md 1.1). */
export const MAX_BODY_BYTES = 1_048_576;

export type Body = { readonly value: unknown } | { readonly status: 400 | 413 };

/** Reads and parses a JSON body, never holding more than the limit, whatever Content-Length says. */
export async function readBody(request: IncomingMessage): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return { status: 413 };
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_BODY_BYTES) return { status: 413 };
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks);
  if (!isModestJson(text)) return { status: 400 };
  try {
    return { value: JSON.parse(text.toString('utf8')) as unknown };
  } catch {
    return { status: 400 }; // The parser's message would quote the body: it is not passed on.
  }
}
