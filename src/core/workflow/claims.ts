import type { FileChange, Snapshot, Snapshots, TaskAccount } from '../snapshots/snapshot';
import { dependencyNames, type Ecosystem, ecosystemOf, packageName } from './manifests';
import { quoted } from './quoted';
import type { AgentClaims, CheckedClaim } from './state';

/** Manifests read for one task (chosen here): a monorepo's release may touch hundreds. */
const MAX_MANIFESTS = 50;

/** Largest manifest that is read, in bytes (chosen here). */
const MAX_BYTES = 1_000_000;

/** What the manifests say that happened to packages. */
interface PackageChange {
  readonly path: string;
  readonly ecosystem: Ecosystem;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

interface ManifestReport {
  readonly changes: readonly PackageChange[];
  readonly warnings: readonly string[];
}

/** What the agent said of packages and tests beside what was found. */
export interface ClaimCheck {
  readonly claims: readonly CheckedClaim[];
  readonly warnings: readonly string[];
}

/** Compares the agent's claims with the manifests as they were and are. Tests are not run: their status stays a claim. */
export async function checkClaims(
  claims: AgentClaims,
  account: TaskAccount,
  span: { readonly start: Snapshot; readonly end: Snapshot },
  snapshots: Pick<Snapshots, 'read'>,
  signal: AbortSignal,
): Promise<ClaimCheck> {
  const report = await readManifests(account, span, snapshots, signal);
  const checked: CheckedClaim[] = [];
  const warnings = [...report.warnings];
  for (const verb of ['added', 'removed'] as const) {
    const said = (verb === 'added' ? claims.packagesAdded : claims.packagesRemoved) ?? [];
    for (const name of said) {
      const place = report.changes.find(change => names(change, verb, name));
      if (place === undefined)
        warnings.push(`${quoted(name)} is said to be ${verb}, but no manifest shows it.`);
      checked.push({
        claim: `packages_${verb}: ${quoted(name)}`,
        fact: place === undefined ? `no manifest changed so` : `${verb} in ${place.path}`,
      });
    }
    for (const change of report.changes) {
      const unsaid = change[verb].filter(
        name => !said.some(one => packageName(change.ecosystem, one) === name),
      );
      if (unsaid.length === 0) continue;
      checked.push({
        claim: `packages_${verb}: not named`,
        fact: `${unsaid.map(quoted).join(', ')} ${verb} in ${change.path}`,
      });
    }
  }
  if (claims.testsStatus !== null) {
    checked.push({
      claim: `tests_status: ${claims.testsStatus}`,
      fact: 'not checked: this is what the agent says',
    });
  }
  return { claims: checked, warnings };
}

function names(change: PackageChange, verb: 'added' | 'removed', name: string): boolean {
  return change[verb].includes(packageName(change.ecosystem, name));
}

async function readManifests(
  account: TaskAccount,
  { start, end }: { readonly start: Snapshot; readonly end: Snapshot },
  snapshots: Pick<Snapshots, 'read'>,
  signal: AbortSignal,
): Promise<ManifestReport> {
  const touched = manifestsOf([...account.own, ...account.shared]);
  const changes: PackageChange[] = [];
  const warnings: string[] = [];
  for (const { path, from, ecosystem } of touched.slice(0, MAX_MANIFESTS)) {
    const before = namesIn(ecosystem, await snapshots.read(start, from ?? path, signal));
    const after = namesIn(ecosystem, await snapshots.read(end, path, signal));
    if (before === undefined || after === undefined) {
      warnings.push(`${path} could not be read: packages in it were not compared.`);
      continue;
    }
    const added = [...after].filter(name => !before.has(name));
    const removed = [...before].filter(name => !after.has(name));
    changes.push({ path, ecosystem, added, removed });
  }
  if (touched.length > MAX_MANIFESTS) {
    warnings.push(
      `Only ${MAX_MANIFESTS} of ${touched.length} changed manifests were compared with the claims.`,
    );
  }
  return { changes, warnings };
}

function manifestsOf(changes: readonly FileChange[]) {
  return changes.flatMap(({ path, from }) => {
    const ecosystem = ecosystemOf(path);
    return ecosystem === undefined ? [] : [{ path, from, ecosystem }];
  });
}

/** What was not there has no dependencies. */
function namesIn(ecosystem: Ecosystem, content: Uint8Array | undefined): ReadonlySet<string> | undefined {
  if (content === undefined) return new Set();
  return content.length > MAX_BYTES ? undefined : dependencyNames(ecosystem, content);
}
