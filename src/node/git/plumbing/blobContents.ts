import { Refusal } from '../../../core/support/refusal';
import type { PrivateRepository } from './privateRepository';

/** Blobs that one git reads: it costs more to start than to read (chosen here). */
const IN_ONE_GIT = 256;

/** The bytes of many blobs by their ids, read by few gits; those that are not there, or are too much together, are left out. */
export async function blobContents(
  repository: PrivateRepository,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  const wanted = [...new Set(ids)];
  for (let at = 0; at < wanted.length; at += IN_ONE_GIT)
    for (const [id, content] of await batch(repository, wanted.slice(at, at + IN_ONE_GIT), signal))
      contents.set(id, content);
  return contents;
}

async function batch(
  repository: PrivateRepository,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Buffer>> {
  try {
    const call = { args: ['cat-file', '--batch'], input: `${ids.join('\n')}\n`, needsNoWorkTree: true };
    return parsed((await repository.run(call, signal)).stdout);
  } catch (error) {
    // Together they are too much for one answer.
    if (Refusal.is(error, 'git-output')) return new Map();
    throw error;
  }
}

/** Lines of `<id> blob <size>`, each with as many bytes behind it and a line end. */
function parsed(answer: Buffer): ReadonlyMap<string, Buffer> {
  const contents = new Map<string, Buffer>();
  for (let at = 0; at < answer.length;) {
    const end = answer.indexOf(10, at);
    const [id = '', type, size] = answer.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (size === undefined) continue; // `<id> missing`
    if (type === 'blob') contents.set(id, Buffer.from(answer.subarray(at, at + Number(size))));
    at += Number(size) + 1;
  }
  return contents;
}
