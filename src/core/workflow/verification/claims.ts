import { checkText, claimFact } from '../../snapshots/checkTexts';
import type { Snapshot, Snapshots, TaskAccount } from '../../snapshots/snapshot';
import { explainedFiles, manifestChanges, type ManifestReport, type PackageChange } from './manifestChanges';
import { ecosystemOf, packageName, USUAL_MANIFESTS } from './manifests';
import type { Ecosystem } from './manifest';
import { quoted } from '../model/quoted';
import type { AgentClaims, CheckedClaim } from '../model/state';

/** What the agent said of packages and tests beside what was found. */
export interface ClaimCheck {
  readonly claims: readonly CheckedClaim[];
  readonly warnings: readonly string[];
  /** Manifests and lock files whose change the claimed packages explain. */
  readonly explained: ReadonlySet<string>;
}

/** What claims are compared with: the workspace as it was and is. */
interface Disk {
  readonly span: { readonly start: Snapshot; readonly end: Snapshot };
  readonly snapshots: Pick<Snapshots, 'read'>;
  readonly signal: AbortSignal;
}

/** Compares the agent's claims with the manifests as they were and are. Tests are not run: their status stays a claim. */
export async function checkClaims(
  claims: AgentClaims,
  account: TaskAccount,
  span: { readonly start: Snapshot; readonly end: Snapshot },
  snapshots: Pick<Snapshots, 'read'>,
  signal: AbortSignal,
): Promise<ClaimCheck> {
  const report = await manifestChanges(account, span, snapshots, signal);
  const checked: CheckedClaim[] = [];
  const warnings = [...report.warnings];
  const kinds = await kindsToLookFor(claims, report, { span, snapshots, signal });
  for (const verb of ['added', 'removed'] as const) {
    const said = saidOf(claims, verb);
    for (const name of said) {
      const place = report.changes.find(change => shows(change, verb, name));
      const isOther = place !== undefined && !names(place, verb, name);
      const isCheckable = place !== undefined || hasManifestFor(name, claims, kinds);
      if (place === undefined && isCheckable) warnings.push(checkText(`${verb}Nowhere`, quoted(name)));
      checked.push({
        claim: `packages_${verb}: ${quoted(name)}`,
        fact:
          place === undefined
            ? claimFact(isCheckable ? 'nowhere' : 'uncheckable')
            : claimFact(isOther ? 'addedOther' : verb, place.path),
      });
    }
    for (const change of report.changes) {
      const unsaid = change[verb].filter(
        name => !said.some(one => packageName(change.ecosystem, one) === name),
      );
      if (unsaid.length === 0) continue;
      checked.push({
        claim: `packages_${verb}: not named`,
        fact: claimFact(`${verb}Unsaid`, unsaid.map(quoted).join(', '), change.path),
      });
    }
  }
  if (claims.testsStatus !== null) {
    checked.push({
      claim: `tests_status: ${claims.testsStatus}`,
      fact: claimFact('said'),
    });
  }
  return { claims: checked, warnings, explained: explainedFiles(report, claims, account.own) };
}

function saidOf(claims: AgentClaims, verb: 'added' | 'removed'): readonly string[] {
  return (verb === 'added' ? claims.packagesAdded : claims.packagesRemoved) ?? [];
}

/** Whether a manifest bears a claim out: who says that a package was added may have meant another version of it. */
function shows(change: PackageChange, verb: 'added' | 'removed', name: string): boolean {
  if (names(change, verb, name)) return true;
  return verb === 'added' && change.altered.includes(packageName(change.ecosystem, name));
}

function names(change: PackageChange, verb: 'added' | 'removed', name: string): boolean {
  return change[verb].includes(packageName(change.ecosystem, name));
}

/** Of which languages a manifest is there: those that the task changed, and, where a claim asks for it, those at the top. */
async function kindsToLookFor(
  claims: AgentClaims,
  { changes, ecosystems }: ManifestReport,
  { span, snapshots, signal }: Disk,
): Promise<ReadonlySet<Ecosystem>> {
  const kinds = new Set(ecosystems);
  const isFound = (['added', 'removed'] as const).every(verb =>
    saidOf(claims, verb).every(name => changes.some(change => shows(change, verb, name))),
  );
  if (isFound) return kinds;
  for (const path of USUAL_MANIFESTS) {
    const ecosystem = ecosystemOf(path);
    if (ecosystem === undefined || kinds.has(ecosystem)) continue;
    const content = await snapshots.read(span.end, path, signal);
    if (content !== undefined) kinds.add(ecosystem);
  }
  return kinds;
}

/** Whether a manifest of its kind is there: only then its silence says something. */
function hasManifestFor(name: string, claims: AgentClaims, kinds: ReadonlySet<Ecosystem>): boolean {
  const installer = installerOf(name, claims.commands ?? []);
  if (installer !== undefined) return installer !== 'elsewhere' && kinds.has(installer);
  if (/^@[\w.-]+\/[\w.-]+/.test(name.trim())) return kinds.has('npm');
  return kinds.size > 0;
}

const INSTALLERS: readonly (readonly [RegExp, Ecosystem | 'elsewhere'])[] = [
  [/^(?:npm|npx|pnpm|yarn|bun)\b/, 'npm'],
  [/^(?:pip3?|pipx|pipenv|poetry|uv|pdm|python3? -m pip)\b/, 'python'],
  [/^cargo\b/, 'rust'],
  [/^go\b/, 'go'],
  [/^(?:gem|bundle)\b/, 'ruby'],
  [/^composer\b/, 'php'],
  [/^dotnet\b/, 'dotnet'],
  [/^(?:apt|apt-get|brew|dnf|yum|apk|pacman|choco|winget|conda|mamba)\b/, 'elsewhere'],
];

/** Which program the agent says that it named the package to. */
function installerOf(name: string, commands: readonly string[]): Ecosystem | 'elsewhere' | undefined {
  const plain = /^@?[\w./-]+/.exec(name.trim())?.[0] ?? name;
  for (const command of commands.flatMap(line => line.split(/&&|\|\||;/))) {
    const text = command.trim().replace(/^sudo\s+/, '');
    const isNamed = text.split(/\s+/).some(word => word.replaceAll(/["']/g, '').startsWith(plain));
    const found = isNamed ? INSTALLERS.find(([program]) => program.test(text)) : undefined;
    if (found !== undefined) return found[1];
  }
  return undefined;
}
