import type { JournalParts } from '../../core/journal/liveJournal';
import { LocalBus, SHARED_DOMAINS, SplitJournal } from '../../core/journal/splitJournal';
import { snapshotsOfDisk } from '../../core/snapshots/ownDisk';
import { DisposableStore } from '../../core/support/disposable';
import type { Log } from '../../core/support/log';
import type { Redactor } from '../../core/support/redactor';
import { realPlace } from '../git/record/rootPlace';
import { follow, type OpenedJournal } from '../journal/followedJournal';
import { unavailableStore } from '../journal/unavailableStore';
import type { OpenWorkspaceJournal, WorkspaceJournal } from '../journal/workspaceJournal';
import { openPgJournal } from '../postgres/openPgJournal';
import { pgAddress } from '../postgres/pgAddress';
import { diskId } from './diskId';
import { folderNames } from './folderNames';
import { workspaceName } from './workspaceName';

/** The local file is none of this program's history: all of it is kept. A hundred years, in days. */
const KEEP_DAYS = 36_500;

/** A team's journal, as a person names it. */
export interface TeamWish {
  /** `postgres://USER@HOST[:PORT]/DATABASE`. It may hold a password: never shown. */
  readonly url: string;
  readonly password: string | undefined;
  /** What the team calls the workspace; undefined: what its repository says. */
  readonly workspaceId: string | undefined;
}

/** The folders of a program. */
export interface TeamPlace {
  readonly workspace: string;
  readonly stateFolder: string;
}

type Parts = Omit<JournalParts, 'store'>;

interface World {
  readonly log: Log;
  readonly redactor: Redactor;
  /** How many agents use this program now, for the team to see. */
  readonly agents: () => number;
}

/** How the journal of a team is opened: what people share is in the database, the rest in the state folder. @throws {Refusal} bad-arguments */
export async function teamJournal(
  { url, password, workspaceId }: TeamWish,
  { workspace: folder, stateFolder }: TeamPlace,
  { log, redactor, agents }: World,
): Promise<OpenWorkspaceJournal> {
  const address = pgAddress(url, password);
  if (address.password !== undefined) redactor.add(address.password);
  const workspace = await workspaceName(workspaceId, folder);
  const names = async () => folderNames(await realPlace(folder), stateFolder);
  return async (parts, open) => {
    const disk = await diskId(stateFolder);
    const joined = await join(
      parts,
      open,
      shared => openPgJournal({ address, workspace, agents, ...shared }, shared),
      {
        workspace,
        disk,
        marked: snapshots => snapshotsOfDisk({ id: disk, by: address.user, names }, snapshots),
      },
    );
    log.info('What people share is in the journal of the team', { place: address.shown, workspace });
    return joined;
  };
}

/** The journal of a team that is not to be had: what is shared is refused with the reason, and local work goes on. */
export function withoutTeam(problem: string): OpenWorkspaceJournal {
  return (parts, open) =>
    join(parts, open, shared => follow({ store: unavailableStore(problem), problem }, shared));
}

/** A local and a shared journal with one face. */
async function join(
  parts: Parts,
  openLocal: (parts: Parts) => Promise<OpenedJournal>,
  openShared: (parts: Parts) => Promise<OpenedJournal>,
  more: Pick<WorkspaceJournal, 'workspace' | 'disk' | 'marked'> = {},
): Promise<WorkspaceJournal> {
  const owned = new DisposableStore();
  try {
    const local = owned.add(await openLocal(localOf(parts)));
    const shared = owned.add(await openShared(sharedOf(parts)));
    return {
      ...more,
      journal: new SplitJournal(shared.journal, local.journal),
      get problem() {
        const problems = [local.problem, shared.problem].filter(each => each !== undefined);
        return problems.length === 0 ? undefined : problems.join(' ');
      },
      dispose: () => owned.dispose(),
    };
  } catch (error) {
    // Nobody will close the file where the other one is not to be had.
    owned.dispose();
    throw error;
  }
}

function sharedOf(parts: Parts): Parts {
  return { ...parts, domains: parts.domains.filter(({ name }) => SHARED_DOMAINS.has(name)) };
}

/** What was kept there before, when it was the only journal, is passed over and stays. */
function localOf(parts: Parts): Parts {
  return {
    ...parts,
    domains: parts.domains.filter(({ name }) => !SHARED_DOMAINS.has(name)),
    history: { past: () => undefined, isWanted: () => true },
    retentionDays: () => KEEP_DAYS,
    bus: new LocalBus(parts.bus, parts.log),
  };
}
