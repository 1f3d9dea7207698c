import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file so that whoever reads it meanwhile, or after a crash, finds all of it or what was there before: beside it first, down to the
 * disk, under a name that nobody can have put a link under. `mode`: its rights, of which the user's mask takes some; all may read it where
 * that is left out. Makes the folder. @throws the system's error
 */
export async function writeWholeFile(path: string, text: string, mode = 0o666): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.${randomUUID()}.tmp`;
  try {
    await writeNew(beside, text, mode);
    await rename(beside, path);
    await flushFolder(dirname(path));
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

async function writeNew(path: string, text: string, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A rename is on the disk with its folder only. Some systems (Windows) and network drives flush no folder: there it stays with them. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  try {
    await folder?.sync().catch(() => undefined);
  } finally {
    await folder?.close();
  }
}
