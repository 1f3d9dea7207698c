import { ABSENT, type RawChange } from '../../../core/snapshots/rawChange';
import type { TreeEntry } from '../../../core/snapshots/restoreDecision';
import type { PrivateRepository } from './privateRepository';
import { entriesOf, readableName } from './worktreeListing';

/** What of several trees differs from one of them, by tree and path. */
export type TreesBeside = ReadonlyMap<string, ReadonlyMap<string, RawChange>>;

/** How each of the trees differs from `base`, in one git. */
export async function treesBeside(
  repository: PrivateRepository,
  base: string,
  trees: Iterable<string>,
  signal: AbortSignal,
): Promise<TreesBeside> {
  const found = new Map<string, ReadonlyMap<string, RawChange>>();
  const asked = [...new Set(trees)].filter(tree => tree !== base);
  found.set(base, new Map());
  if (asked.length === 0) return found;
  const { stdout } = await repository.run(
    {
      args: ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--stdin'],
      input: asked.map(tree => `${base} ${tree}\n`).join(''),
      needsNoWorkTree: true,
    },
    signal,
  );
  let changes = new Map<string, RawChange>();
  const fields = entriesOf(stdout);
  for (let i = 0; i < fields.length; i += 1) {
    // Each pair is said again, on a line that git does not end with NUL.
    let field = fields[i] ?? '';
    for (let end = field.indexOf('\n'); end >= 0 && !field.startsWith(':'); end = field.indexOf('\n')) {
      changes = new Map();
      found.set(field.slice(0, end).split(' ')[1] ?? '', changes);
      field = field.slice(end + 1);
    }
    if (!field.startsWith(':')) continue;
    const [oldMode = '', newMode = '', oldId = '', newId = ''] = field.slice(1).split(' ');
    const path = readableName(fields[++i] ?? '');
    changes.set(path, { path, oldMode, newMode, oldId, newId });
  }
  return found;
}

/** The side of a change as an entry. */
export function entryOfSide(mode: string, id: string): TreeEntry {
  return mode === ABSENT ? null : { mode, id };
}
