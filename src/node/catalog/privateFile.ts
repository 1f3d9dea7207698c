/** Whom a file belongs to and whether that can be told on this system. */
export interface FileOwner {
  readonly platform: NodeJS.Platform;
  readonly uid: number | undefined;
}

/** Whoever runs this process. */
export const CURRENT_OWNER: FileOwner = { platform: process.platform, uid: process.getuid?.() };

/**
 * Why a file of secrets is not safe to use, as the second half of a sentence; undefined where it is. Windows keeps this in lists
 * that a mode does not show.
 */
export function objectionTo(
  path: string,
  { mode, uid }: { readonly mode: number; readonly uid: number },
  owner: FileOwner,
): string | undefined {
  if (owner.platform === 'win32') return undefined;
  if (owner.uid !== undefined && uid !== owner.uid)
    return 'the file belongs to somebody else. Make one of your own.';
  if ((mode & 0o077) === 0) return undefined;
  return `others may read the file. Run: chmod 600 '${path}'`;
}
