import { blobContents } from '../plumbing/blobContents';
import type { PrivateRepository } from '../plumbing/privateRepository';

/** The lines of each of some blobs, each line once. A blob that isn't there, or stands for no file, has none. */
export async function blobLines(
  repository: PrivateRepository,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<(id: string) => ReadonlySet<string>> {
  const asked = ids.filter(id => /^[0-9a-f]{40,64}$/.test(id) && !/^0+$/.test(id));
  const contents =
    asked.length === 0 ? new Map<string, Buffer>() : await blobContents(repository, asked, signal);
  return id => new Set(contents.get(id)?.toString('latin1').split(/\r?\n/));
}
