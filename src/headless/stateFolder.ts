import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';

/** Where a workspace's journal is kept when nothing else was said: outside the workspace, one folder for each. */
export function defaultStateFolder(workspace: string): string {
  const root = process.env['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state');
  const hash = createHash('sha256').update(workspace).digest('hex').slice(0, 12);
  return join(root, 'switchyard', `${basename(workspace)}-${hash}`);
}
