import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repository } from './repository';

/** Branches that one snapshot notes (chosen here): where there are more, a branch that is thrown away is not told. */
const BRANCHES_LIMIT = 200;
/** A larger file of packed refs, of some ten thousand, is passed over (as for HEAD). */
const PACKED_REFS_BYTES = 1024 * 1024;

/** The commits of local branches, by name, from git's files; undefined where they are too many, or in a table. */
export async function branchTips({
  commonFolder,
}: Repository): Promise<Readonly<Record<string, string>> | undefined> {
  const heads = join(commonFolder, 'refs', 'heads');
  const [names, packed] = await Promise.all([
    readdir(heads, { recursive: true, withFileTypes: true }).catch(() => []),
    packedBranches(join(commonFolder, 'packed-refs')),
  ]);
  const files = names.filter(entry => entry.isFile());
  if (packed === undefined || files.length + packed.size > BRANCHES_LIMIT) return undefined;
  const loose = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      const text = await readFile(path, 'utf8').catch(() => '');
      return [path.slice(heads.length + 1).replaceAll('\\', '/'), text.trim()] as const;
    }),
  );
  // A loose ref counts before a packed one.
  const all = [...packed, ...loose].filter(([, id]) => /^[0-9a-f]{40,64}$/.test(id));
  return Object.fromEntries(all);
}

async function packedBranches(path: string): Promise<ReadonlyMap<string, string> | undefined> {
  const size = await stat(path).then(
    found => found.size,
    () => 0,
  );
  if (size > PACKED_REFS_BYTES) return undefined;
  const text = size === 0 ? '' : await readFile(path, 'utf8').catch(() => '');
  const found = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [id = '', ref = ''] = line.split(' ');
    if (ref.startsWith('refs/heads/')) found.set(ref.slice('refs/heads/'.length), id);
  }
  return found;
}
