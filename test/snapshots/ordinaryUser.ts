import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';

/** Whom systems give what is nobody's, by custom. */
const NOBODY = 65_534;
const READ_AND_ENTER = 0o005;

/** Windows knows no such rights, and what root has for itself, such as a checkout in /root, nobody can load. */
export const canBeRefused =
  process.platform !== 'win32' && (process.getuid?.() !== 0 || isOpenToAll(import.meta.dirname));

function isOpenToAll(folder: string): boolean {
  const isOpen = (statSync(folder).mode & READ_AND_ENTER) === READ_AND_ENTER;
  return isOpen && (dirname(folder) === folder || isOpenToAll(dirname(folder)));
}

/**
 * Becomes a user whom the disk can refuse something, for good: root may read and write what it likes. Each file of tests has a process
 * of its own (vitest.config.mts).
 */
export function becomeOrdinaryUser(): void {
  if (process.getuid?.() !== 0 || !canBeRefused) return;
  // Git ends where it can't read the settings of a home.
  process.env['HOME'] = tmpdir();
  process.setgroups?.([]);
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}
