import { createHash, randomUUID } from 'node:crypto';
import { mkdir, stat, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Log } from '../../core/support/log';
import { Refusal } from '../../core/support/refusal';
import { xdgFolder } from './homeFolder';

/** Where a workspace's journal is kept when nothing else was said: outside the workspace, one folder for each. */
export function defaultStateFolder(workspace: string): string {
  const root = xdgFolder('XDG_STATE_HOME', ['.local', 'state']);
  const hash = createHash('sha256').update(workspace).digest('hex').slice(0, 12);
  return join(root, 'switchyard', `${basename(workspace)}-${hash}`);
}

/** SQLite opens no file whose path has more than 504 bytes, and tells it as one that may not be written; a repair's files have the longest names. */
const LONGEST_BYTES = 504 - '/journal.salvage.tmp'.length;

/**
 * Makes the folder, for its owner alone, and sees that it can be written to. One that was there before keeps its mode, and the user
 * is told.
 * @throws {Refusal} state-unusable
 */
export async function prepareStateFolder(folder: string, log: Log): Promise<void> {
  if (process.platform !== 'win32' && Buffer.byteLength(folder) > LONGEST_BYTES)
    throw unusable(folder, REASONS['ENAMETOOLONG'] ?? '');
  const wasMade = await makeFolder(folder, folder);
  await requireWritable(folder);
  if (wasMade || process.platform === 'win32') return;
  const { mode } = await stat(folder);
  if ((mode & 0o077) !== 0) log.warn(`Other users can read the state folder. Run: chmod 700 '${folder}'`);
}

/**
 * Whether it was made. Step by step: where a file system takes no folders, such as /proc, Node's own way tries for ever, and the
 * process can't even be ended.
 */
async function makeFolder(path: string, wanted: string): Promise<boolean> {
  const found = await stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw unusable(wanted, reasonOf(error, `${path} can't be accessed`));
  });
  if (found?.isDirectory() === true) return false;
  if (found !== undefined) throw unusable(wanted, `${path === wanted ? 'it' : path} is not a folder`);
  const above = dirname(path);
  if (above !== path) await makeFolder(above, wanted);
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    // Another program that starts just now made it.
    if (codeOf(error) === 'EEXIST') return false;
    throw unusable(wanted, reasonOf(error, `no folder can be created in ${above}`));
  }
}

/** What a full disk lacks comes back: without room, the program runs, and records nothing. */
const PASSING: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE']);

async function requireWritable(folder: string): Promise<void> {
  const probe = join(folder, `.probe-${randomUUID()}`);
  try {
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    await unlink(probe);
  } catch (error) {
    if (!PASSING.has(codeOf(error))) throw unusable(folder, reasonOf(error, 'nothing can be written there'));
  }
}

/** What the system says, in words. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'it is read-only',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links form a loop',
};

function reasonOf(error: unknown, what: string): string {
  const code = codeOf(error);
  if (code === 'ENAMETOOLONG' || code === 'ELOOP') return REASONS[code] ?? what;
  const why = REASONS[code ?? ''] ?? code;
  return why === undefined ? what : `${what} (${why})`;
}

function unusable(folder: string, why: string): Refusal {
  return new Refusal('state-unusable', `--state: ${folder} can't be used: ${why}. Choose another folder.`);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
