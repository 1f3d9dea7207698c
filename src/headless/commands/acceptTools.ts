import { type PendingTool, ToolReviews } from '../../core/gateway/tools/toolReviews';
import { ToolCache } from '../../core/gateway/tools/toolCache';
import { ToolRegistry } from '../../core/registry/toolRegistry';
import { DisposableStore } from '../../core/support/disposable';
import { Refusal } from '../../core/support/refusal';
import { changeText } from '../../core/trust/toolChange';
import { ToolTrust } from '../../core/trust/toolTrust';
import { sha256 } from '../../node/machine/randomness';
import { type ApproveWorld, openApprovals } from './approve';
import type { Invocation } from '../options/arguments';
import { isConfirmed, tell } from '../questions/atTerminal';
import { openCatalog } from '../options/catalogOf';
import { flagReviewer } from '../questions/flagReviewer';
import { openPlace, openSignIns } from '../options/place';

type AcceptInvocation = Extract<Invocation, { type: 'accept' }>;

/**
 * Shows what withheld tools say of themselves beside what was approved, and keeps a person's yes to exactly that. A program that
 * runs with the same state folder hears of it at once. Without names, all of them are shown and nothing is accepted.
 * @throws {Refusal} nothing-withheld, journal-read-only
 */
export async function acceptTools(
  { tools: names, ...place }: AcceptInvocation,
  world: ApproveWorld,
  ended: AbortSignal,
): Promise<void> {
  const owned = new DisposableStore();
  try {
    const opened = await openPlace(place, world.log);
    const signIns = await openSignIns(opened, world, owned);
    const catalog = await openCatalog({ place: opened, imports: place.imports, signIns, ...world }, owned);
    const { journal, problem } = owned.add(await openApprovals(opened, world));
    if (problem !== undefined) world.log.warn(problem);
    const registry = new ToolRegistry(sha256, world.log);
    const reviewer = flagReviewer('none', opened.command);
    const trust = new ToolTrust({ journal, log: world.log, reviewer, tell: () => undefined });
    new ToolCache(catalog, registry, journal, sha256, world.log, trust).recall();
    const reviews = new ToolReviews(catalog, registry, trust);
    const withheld = reviews
      .pending()
      .filter(({ standing }) => standing === 'changed' || standing === 'suspect');
    if (names.length === 0) return showAll(withheld);
    // All of them first: one wrong name, and nothing is accepted.
    const chosen = names.flatMap(name => named(name, withheld));
    for (const pending of new Set(chosen)) await acceptOne(pending, reviews, ended);
  } finally {
    owned.dispose();
  }
}

/** By its listed name, or with all that changed of its server: what looks like an attack is meant by its own name only. */
function named(name: string, withheld: readonly PendingTool[]): readonly PendingTool[] {
  const found = withheld.filter(
    ({ tool, standing }) => tool.exposedName === name || (tool.server === name && standing === 'changed'),
  );
  if (found.length > 0) return found;
  const known = withheld.map(({ tool }) => tool.exposedName).join(', ');
  throw new Refusal(
    'nothing-withheld',
    `No withheld tool is named "${name}". ${known === '' ? 'No tool is.' : `Withheld: ${known}.`} Nothing was accepted.`,
  );
}

async function acceptOne(pending: PendingTool, reviews: ToolReviews, ended: AbortSignal): Promise<void> {
  const { exposedName } = pending.tool;
  tell(blockOf(pending));
  if (!(await isConfirmed(`May agents use "${exposedName}" as it is now?`, ended)))
    return tell(`"${exposedName}" stays withheld. Nothing changed.`);
  await reviews.accept(pending);
  tell(`Agents may use "${exposedName}" as shown. It is withheld again when it changes.`);
}

function showAll(withheld: readonly PendingTool[]): void {
  for (const pending of withheld) tell(blockOf(pending));
  tell(
    withheld.length === 0
      ? 'No tool is withheld.'
      : 'Accept the tools you have reviewed with: switchyard accept NAME...',
  );
}

/** What was approved and what is there now, for people. */
function blockOf({ tool, standing, change, approved, now }: PendingTool): string {
  const why =
    standing === 'suspect'
      ? 'its text looks designed to mislead an agent'
      : `changed since it was approved${change === undefined ? '' : changeText(change)}`;
  const before = approved === '' ? [] : ['was approved as:', indented(approved)];
  return `${[`${tool.exposedName}: ${why}`, ...before, 'says now:', indented(now)].join('\n')}\n`;
}

function indented(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map(line => (line === '' ? '' : `  ${line}`))
    .join('\n');
}
