import { createHash } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import type { Log } from '../core/support/log';

/** Where a workspace's journal is kept when nothing else was said: outside the workspace, one folder for each. */
export function defaultStateFolder(workspace: string): string {
  const root = process.env['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state');
  const hash = createHash('sha256').update(workspace).digest('hex').slice(0, 12);
  return join(root, 'switchyard', `${basename(workspace)}-${hash}`);
}

/** Makes the folder, for its owner alone. One that was there before keeps its mode, and the user is told. */
export async function prepareStateFolder(folder: string, log: Log): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined || process.platform === 'win32') return;
  const { mode } = await stat(folder);
  if ((mode & 0o077) !== 0) log.warn(`Others may look into the state folder. Run: chmod 700 '${folder}'`);
}
