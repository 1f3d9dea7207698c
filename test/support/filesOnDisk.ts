/** What lies on disk while programs work there: files and folders of theirs come and go at any moment. */
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Everything below a folder, but for what is taken away while it is looked at. */
export function entriesBelow(folder: string): readonly Dirent[] {
  const entries = unlessGone(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.flatMap(entry =>
    entry.isDirectory() ? [entry, ...entriesBelow(join(folder, entry.name))] : [entry],
  );
}

/** What all files below a folder hold, but for those of some names. */
export function textBelow(folder: string, without: readonly string[] = []): string {
  return entriesBelow(folder)
    .filter(entry => entry.isFile() && !without.includes(entry.name))
    .map(({ parentPath, name }) => contentOf(join(parentPath, name)).toString('latin1'))
    .join('\n');
}

/** What a file holds; nothing where it was just taken away. */
export function contentOf(file: string): Buffer {
  return unlessGone(() => readFileSync(file)) ?? Buffer.alloc(0);
}

function unlessGone<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
