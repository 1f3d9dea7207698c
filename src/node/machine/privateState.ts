import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../core/support/log';

/** What we keep in a state folder. Not `credentials.json`: who left that open has to hear of it. */
const OURS = /^(journal\..+|running|snapshots|restores|roots|manifests|sign-ins|mcp-registry)$/;

/**
 * Takes from others the rights to what is kept in a state folder, which earlier versions made with the rights that the user's mask
 * leaves. What is made now is its owner's from the first moment.
 */
export async function keepPrivate(stateFolder: string, log: Log): Promise<void> {
  if (process.platform === 'win32') return;
  const names = await readdir(stateFolder).catch(() => []); // It is made later.
  for (const name of names.filter(one => OURS.test(one))) {
    try {
      await tighten(join(stateFolder, name));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') continue;
      log.warn('Others may look into the state folder', { name });
    }
  }
}

async function tighten(path: string): Promise<void> {
  const found = await lstat(path);
  // Through a link it would be somebody else's file.
  if (found.isSymbolicLink() || (found.mode & 0o077) === 0) return;
  await chmod(path, found.mode & 0o700);
}
