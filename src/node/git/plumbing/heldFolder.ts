import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, realpath } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder that is reached by what was opened, not by its path, where the system has a way to (Linux). */
export interface HeldFolder {
  /** Names in it go behind this. */
  readonly place: string;
  /** @throws {Error} where the path leads elsewhere now, on systems on which it is the path that is used */
  check(): Promise<void>;
  close(): Promise<void>;
}

const FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * Opens the folder below the root step by step, through no link. With `make`, what is missing of it is made; else it has to be
 * there. Elsewhere than on Linux a program has no way to name a file by an open folder: the path is looked at before and after.
 */
export async function holdFolder(root: string, path: string, make: boolean): Promise<HeldFolder> {
  const steps = path === '.' ? [] : path.split('/');
  if (!(await hasHandles())) return await watchFolder(join(root, path), make);
  let handle = await open(root, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    for (const step of steps) {
      const next = await below(handle, step, make);
      await handle.close();
      handle = next;
    }
  } catch (error) {
    await handle.close();
    throw error;
  }
  return { place: placeOf(handle), check: async () => undefined, close: async () => await handle.close() };
}

async function below(folder: FileHandle, name: string, make: boolean): Promise<FileHandle> {
  const place = join(placeOf(folder), name);
  // There already, as what it may be: opening it tells.
  if (make) await mkdir(place).catch(() => undefined);
  return await open(place, FOLDER);
}

async function watchFolder(place: string, make: boolean): Promise<HeldFolder> {
  if (make) await mkdir(place, { recursive: true });
  const before = await realpath(place);
  const check = async (): Promise<void> => {
    if ((await realpath(place)) !== before) throw new Error('A folder was replaced meanwhile.');
  };
  return { place, check, close: async () => undefined };
}

function placeOf(handle: FileHandle): string {
  return `/proc/self/fd/${handle.fd}`;
}

let handles: Promise<boolean> | undefined;

/** Whether open folders can be named. */
async function hasHandles(): Promise<boolean> {
  handles ??= access('/proc/self/fd').then(
    () => process.platform === 'linux',
    () => false,
  );
  return await handles;
}
