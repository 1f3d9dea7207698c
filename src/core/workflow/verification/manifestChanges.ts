import { checkText } from '../../snapshots/checkTexts';
import type { FileChange, Snapshot, Snapshots, TaskAccount } from '../../snapshots/snapshot';
import { IMPLIED } from './lineManifests';
import { ecosystemOf, lockEcosystemOf, noManifest, packageName, readManifest } from './manifests';
import type { Ecosystem, Manifest } from './manifest';
import type { AgentClaims } from '../model/state';

/** Manifests read for one task (chosen here): a monorepo's release may touch hundreds. */
const MAX_MANIFESTS = 50;

/** Largest manifest that is read, in bytes (chosen here). */
const MAX_BYTES = 1_000_000;

/** What a manifest says that happened to packages. Names are in the form of `packageName`. */
export interface PackageChange {
  readonly path: string;
  readonly ecosystem: Ecosystem;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** There before and after, and something else is said of them, e.g. another version. */
  readonly altered: readonly string[];
  /** Of all these: they only follow from others, e.g. `// indirect`, so that nobody names them. */
  readonly implied: ReadonlySet<string>;
  /** Whether nothing but packages is another. */
  readonly isOnlyPackages: boolean;
}

/** What all manifests say that a task changed. */
export interface ManifestReport {
  readonly changes: readonly PackageChange[];
  readonly warnings: readonly string[];
  /** Of which languages manifests were changed, readable or not. */
  readonly ecosystems: ReadonlySet<Ecosystem>;
}

/** Reads the manifests that a task changed, as they were and are. */
export async function manifestChanges(
  account: TaskAccount,
  { start, end }: { readonly start: Snapshot; readonly end: Snapshot },
  snapshots: Pick<Snapshots, 'read'>,
  signal: AbortSignal,
): Promise<ManifestReport> {
  const touched = manifestsOf([...account.own, ...account.shared]);
  const changes: PackageChange[] = [];
  const warnings: string[] = [];
  for (const { path, from = path, ecosystem } of touched.slice(0, MAX_MANIFESTS)) {
    const before = manifestIn(from, await snapshots.read(start, from, signal));
    const after = manifestIn(path, await snapshots.read(end, path, signal));
    if (before === undefined || after === undefined) {
      warnings.push(checkText('unreadManifest', path));
      continue;
    }
    changes.push({ path, ecosystem, ...compared(ecosystem, before, after) });
  }
  if (touched.length > MAX_MANIFESTS) {
    warnings.push(checkText('fewManifests', MAX_MANIFESTS, touched.length));
  }
  return { changes, warnings, ecosystems: new Set(touched.map(({ ecosystem }) => ecosystem)) };
}

/**
 * Files that the claimed packages explain: manifests in which nothing else is another, and the lock files beside such a
 * manifest or above it.
 */
export function explainedFiles(
  { changes }: ManifestReport,
  claims: Pick<AgentClaims, 'packagesAdded' | 'packagesRemoved'>,
  own: readonly FileChange[],
): ReadonlySet<string> {
  const written = new Map(own.map(({ path, status }) => [path, status]));
  const manifests = changes.filter(
    change => ['added', 'modified'].includes(written.get(change.path) ?? '') && isExplained(change, claims),
  );
  const locks = own.filter(({ path, status }) => {
    const ecosystem = lockEcosystemOf(path);
    return (
      status !== 'deleted' &&
      manifests.some(manifest => manifest.ecosystem === ecosystem && manifest.path.startsWith(folderOf(path)))
    );
  });
  return new Set([...manifests, ...locks].map(({ path }) => path));
}

function isExplained(
  { ecosystem, added, removed, altered, implied, isOnlyPackages }: PackageChange,
  { packagesAdded, packagesRemoved }: Pick<AgentClaims, 'packagesAdded' | 'packagesRemoved'>,
): boolean {
  const named = (said: readonly string[] | null) =>
    new Set((said ?? []).map(name => packageName(ecosystem, name)));
  const saidAdded = named(packagesAdded);
  const saidRemoved = named(packagesRemoved);
  return (
    isOnlyPackages &&
    added.length + removed.length + altered.length > 0 &&
    [...added, ...altered].every(name => saidAdded.has(name) || implied.has(name)) &&
    removed.every(name => saidRemoved.has(name) || implied.has(name))
  );
}

function compared(ecosystem: Ecosystem, before: Manifest, after: Manifest) {
  const was = byPackage(ecosystem, before);
  const is = byPackage(ecosystem, after);
  const all = [...new Set([...was.keys(), ...is.keys()])];
  return {
    implied: new Set(all.filter(name => (is.get(name) ?? was.get(name))?.endsWith(IMPLIED))),
    added: [...is.keys()].filter(name => !was.has(name)),
    removed: [...was.keys()].filter(name => !is.has(name)),
    altered: [...is.keys()].filter(name => was.has(name) && was.get(name) !== is.get(name)),
    isOnlyPackages: before.rest === after.rest,
  };
}

/** All that is said of each package, in whatever order. */
function byPackage(ecosystem: Ecosystem, { dependencies }: Manifest): ReadonlyMap<string, string> {
  const byName = Map.groupBy(dependencies, ([name]) => packageName(ecosystem, name));
  return new Map(
    [...byName].map(([name, all]) => [
      name,
      all
        .map(([, what]) => what)
        .toSorted()
        .join('\n'),
    ]),
  );
}

function manifestsOf(changes: readonly FileChange[]) {
  return changes.flatMap(({ path, from }) => {
    const ecosystem = ecosystemOf(path);
    return ecosystem === undefined ? [] : [{ path, from, ecosystem }];
  });
}

/** What was not there has no dependencies. */
function manifestIn(path: string, content: Uint8Array | undefined): Manifest | undefined {
  if (content === undefined) return noManifest(path);
  return content.length > MAX_BYTES ? undefined : readManifest(path, content);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
