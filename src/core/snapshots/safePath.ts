/**
 * Whether a path from a tree may be written under its root: no way out of the folder, nothing into a git folder, under
 * any of the names that Windows and macOS take for `.git`.
 */
export function isSafePath(path: string): boolean {
  if (path === '' || path.includes('\0')) return false;
  return path.split('/').every(isSafeSegment);
}

function isSafeSegment(segment: string): boolean {
  if (segment === '' || segment === '.' || segment === '..') return false;
  // A zero-width character is nothing to HFS+; a stream name, trailing dots and spaces are nothing to NTFS.
  const plain = segment
    .replaceAll(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '')
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '')
    .toLowerCase();
  return (
    plain !== '.git' &&
    !/^git~\d+$/.test(plain) &&
    !/^\.git[\\]/.test(plain) &&
    !/(?:^|\\)\.\.(?:\\|$)/.test(segment)
  );
}
