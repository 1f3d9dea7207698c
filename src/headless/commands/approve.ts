import type { Catalog } from '../../core/catalog/catalog';
import { type CatalogEntry, type EntryOwner, isStrangers } from '../../core/catalog/entry/entry';
import { launchText, type PreparedLaunch } from '../../core/catalog/launch/launch';
import { hides } from '../../core/catalog/launch/shadowing';
import { approvalOf, launchApproval } from '../../core/gateway/launch/launchApproval';
import { judged, launchRef } from '../../core/gateway/launch/launchDecision';
import { Bus } from '../../core/journal/bus';
import { DisposableStore } from '../../core/support/disposable';
import type { Log } from '../../core/support/log';
import type { Redactor } from '../../core/support/redactor';
import { Refusal } from '../../core/support/refusal';
import { taggedName } from '../../node/catalog/credentialFile';
import type { OpenedJournal } from '../../node/journal/followedJournal';
import { ALL_MODULES } from '../../modules/allModules';
import { openWorkspaceJournal } from '../../node/journal/workspaceJournal';
import { sha256 } from '../../node/machine/randomness';
import { serverId } from '../../shared/ids';
import type { Invocation } from '../options/arguments';
import { isConfirmed, tell } from '../questions/atTerminal';
import { openCatalog } from '../options/catalogOf';
import { tellProblems } from '../options/catalogProblems';
import { namedEntry } from '../options/namedEntry';
import { openPlace, openSignIns, type OpenPlace } from '../options/place';

type ApproveInvocation = Extract<Invocation, { type: 'approve' | 'revoke' | 'show-launches' }>;

/** What these commands stand on. */
export interface ApproveWorld {
  readonly log: Log;
  readonly redactor: Redactor;
}

/**
 * Shows what servers start and keeps a person's yes to exactly that in the state folder, takes it back, or shows all of them. A
 * program that runs with the same state folder hears of it at once.
 * @throws {Refusal} unknown-server, launch-not-approved, not-startable, missing-credentials, journal-read-only
 */
export async function approveOrShow(
  invocation: ApproveInvocation,
  world: ApproveWorld,
  ended: AbortSignal,
): Promise<void> {
  const owned = new DisposableStore();
  try {
    const place = await openPlace(invocation, world.log);
    const signIns = await openSignIns(place, world, owned);
    const catalog = await openCatalog({ place, imports: invocation.imports, signIns, ...world }, owned);
    const opened = owned.add(await openApprovals(place, world));
    if (opened.problem !== undefined) world.log.warn(opened.problem);
    if (invocation.type === 'show-launches') {
      // What is broken is no entry, so nothing else would say why it is missing.
      owned.add(tellProblems(catalog, world.log));
      return await showAll(catalog, opened);
    }
    if (invocation.type === 'revoke') {
      for (const name of invocation.servers) await revokeOne(name, opened);
      return;
    }
    // All of them first: one wrong name or launch, and nothing is approved.
    const launches = [];
    for (const name of invocation.servers) launches.push(await namedLaunch(name, catalog, place));
    for (const launch of launches) await approveOne(launch, catalog, opened, place, ended);
  } finally {
    owned.dispose();
  }
}

/** A hundred years, in days. */
const KEEP_DAYS = 36_500;

/** The journal of the state folder, for its approvals. */
export async function openApprovals(
  { stateFolder }: OpenPlace,
  { log }: Pick<ApproveWorld, 'log'>,
): Promise<OpenedJournal> {
  // Whoever records here says how long events are kept: a command for approvals lets none of them go.
  return await openWorkspaceJournal(stateFolder, {
    bus: new Bus(log),
    log,
    modules: ALL_MODULES,
    retentionDays: () => KEEP_DAYS,
  });
}

interface NamedLaunch {
  readonly entry: CatalogEntry;
  readonly launch: PreparedLaunch;
  readonly hash: string;
}

/** `name`: of a server, or of one launch, as messages show it. @throws {Refusal} unknown-server, launch-not-approved */
async function namedLaunch(name: string, catalog: Catalog, place: OpenPlace): Promise<NamedLaunch> {
  const [server = '', wanted] = name.split('@sha256:');
  const entry = namedEntry(catalog, server, place);
  const launch = await catalog.resolve(entry);
  const { hash } = judged(entry, launch, sha256);
  if (wanted === undefined || wanted === hash) return { entry, launch, hash };
  throw new Refusal(
    'launch-not-approved',
    `"${entry.id}" runs something else than the launch with this hash, so nothing was approved. To see what it runs: ${place.command('approve', entry.id)}`,
  );
}

async function approveOne(
  { entry, launch, hash }: NamedLaunch,
  catalog: Catalog,
  { journal }: OpenedJournal,
  { command }: OpenPlace,
  ended: AbortSignal,
): Promise<void> {
  tell(blockOf(entry, launch, catalog));
  if (journal.read(launchApproval).get(entry.id)?.launchHash === hash)
    return tell(`"${entry.id}" is already approved.`);
  if (!(await isConfirmed(`Approve this launch of "${entry.id}"?`, ended)))
    return tell(`"${entry.id}" was not approved. Nothing changed.`);
  const approval = approvalOf(entry, launch, sha256);
  await journal.commit(launchApproval, { verb: 'approve', server: entry.id, launch: approval });
  tell(
    `Approved "${entry.id}" as shown, for this state folder. You are asked again if it changes. To revoke: ${command('revoke', entry.id)}`,
  );
}

/** By name, or launch, alone: its entry may have gone. */
async function revokeOne(name: string, { journal }: OpenedJournal): Promise<void> {
  const [id = '', wanted] = name.split('@sha256:');
  const server = serverId(id);
  const approved = server === undefined ? undefined : journal.read(launchApproval).get(server)?.launchHash;
  const isOther = wanted !== undefined && approved !== wanted;
  const facts =
    server === undefined || isOther ? [] : await journal.commit(launchApproval, { verb: 'revoke', server });
  tell(
    facts.length === 0
      ? `"${name}" was not approved with "switchyard approve": there is nothing to revoke.`
      : `"${name}" is no longer approved. Running instances continue until they are stopped.`,
  );
}

/** The repository's first: those are what a person comes here for. */
const ORDER: readonly EntryOwner[] = ['workspace', 'publisher', 'agent', 'user', 'shipped'];

async function showAll(catalog: Catalog, { journal }: OpenedJournal): Promise<void> {
  const approved = journal.read(launchApproval);
  const entries = catalog.entries().filter(({ launch }) => launch.type !== 'native');
  for (const entry of entries.toSorted((a, b) => ORDER.indexOf(a.owner) - ORDER.indexOf(b.owner))) {
    try {
      const launch = await catalog.resolve(entry);
      const isApproved = approved.get(entry.id)?.launchHash === judged(entry, launch, sha256).hash;
      tell(`${blockOf(entry, launch, catalog)}${isApproved ? '  approved\n' : ''}`);
    } catch (error) {
      if (!Refusal.is(error)) throw error;
      tell(`${entry.id}\n  can't be shown: ${error.message}\n`);
    }
  }
}

/** A launch for people: what starts, whose word it is, and how it is named on a command line. */
function blockOf(entry: CatalogEntry, launch: PreparedLaunch, catalog: Catalog): string {
  const hidden = hides(entry, catalog.shadowed(entry.id));
  const whose =
    entry.owner === 'workspace' ? `from ${entry.origin}, a file of the workspace` : `from ${entry.origin}`;
  const takesKeys = isStrangers(entry) && entry.needs.length > 0;
  const lines = [
    ...launchText(entry, launch).split('\n'),
    whose,
    ...(hidden === undefined ? [] : [hidden]),
    ...(takesKeys ? [`keys for it alone in credentials.json: "${taggedName(entry)}"`] : []),
    launchRef(judged(entry, launch, sha256)),
  ];
  return `${entry.id}\n${lines.map(line => `  ${line}\n`).join('')}`;
}
