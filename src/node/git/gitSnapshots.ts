import { dirname, join, relative, sep } from 'node:path';
import type {
  AccountRequest,
  ConflictChoice,
  RestoreOutcome,
  RestoredFile,
  RestorePlan,
  RootSnapshot,
  Snapshot,
  Snapshots,
  TaskAccount,
  UnfinishedRestore,
} from '../../core/snapshots/snapshot';
import { OneAtATime } from '../../core/support/oneAtATime';
import type { Clock } from '../../core/support/clock';
import type { IdSource } from '../../core/support/ids';
import type { Log } from '../../core/support/log';
import { Refusal } from '../../core/support/refusal';
import { Anchors, headRef } from './record/anchors';
import { withSafePath } from '../processes/searchPath';
import { GitPlumbing } from './plumbing/gitPlumbing';
import type { PrivateRepository } from './plumbing/privateRepository';
import type { RestoreApplier } from './restore/restoreApplier';
import type { Discard } from './restore/restoreFiles';
import type { RestorePlanner } from './restore/restorePlanner';
import { RestoreRecords } from './restore/restoreRecords';
import { entryIn } from './account/rootChanges';
import { momentOf, realPlace } from './record/rootPlace';
import { RootReaders } from './account/rootReaders';
import { type RootRecord, SnapshotRecords } from './plumbing/snapshotRecords';
import { SnapshotTaker } from './record/snapshotTaker';
import type { TaskAccounts } from './account/taskAccounts';
import { WorkspaceRoots } from './record/workspaceRoots';

/**
 * A snapshot takes no longer, then it is partial. Clients give up after a minute, and a busy machine needs more than 10 s for 3,000 new
 * files (measured), of which a task's true account is worth waiting for.
 */
const TIME_BUDGET_MS = 30_000;
/** A snapshot this young may not be in the journal yet, so it is never let go (chosen here). */
const YOUNG_MS = 10 * 60 * 1_000;

/** A snapshot that is let go. */
interface Dropped {
  readonly id: string;
  readonly roots: readonly RootRecord[];
}

/** What snapshots of a workspace need of their surroundings. */
export interface GitSnapshotsParts {
  readonly workspaceFolder: string;
  /** The other folders of the workspace, as they are now: people add and remove them. */
  readonly otherFolders?: () => readonly string[];
  /** Path or name of git; undefined where there is none. */
  readonly gitBinary: string | undefined;
  /** A folder of ours for this workspace. */
  readonly storageFolder: string;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  /** Takes a file off the disk, so that a person can find it again where the host can do that. */
  readonly trash: Discard;
  /** Milliseconds that one snapshot may take; the default is what the product uses. */
  readonly timeBudgetMs?: number;
}

/** Snapshots by git's plumbing, or by lists of files where there is no git. Construct it in a trusted workspace only. */
export class GitSnapshots implements Snapshots {
  readonly #parts: GitSnapshotsParts;
  readonly #git: GitPlumbing | undefined;
  readonly #roots: WorkspaceRoots;
  readonly #records: SnapshotRecords;
  readonly #restores: RestoreRecords;
  readonly #readers: RootReaders;
  readonly #anchors: Anchors | undefined;
  readonly #taker: SnapshotTaker;
  /** Two that change the same files at once would each take back what the other wrote. */
  readonly #restoring = new OneAtATime();

  constructor(parts: GitSnapshotsParts) {
    this.#parts = parts;
    const { storageFolder, workspaceFolder } = parts;
    const environment = withSafePath(process.env, workspaceFolder);
    this.#git = parts.gitBinary === undefined ? undefined : new GitPlumbing(parts.gitBinary, environment);
    this.#anchors = this.#git === undefined ? undefined : new Anchors(this.#git);
    this.#roots = new WorkspaceRoots(workspaceFolder, this.#git, storageFolder, parts.otherFolders);
    this.#records = new SnapshotRecords(join(storageFolder, 'snapshots'));
    this.#restores = new RestoreRecords(join(storageFolder, 'restores'), parts.log);
    this.#readers = new RootReaders(this.#git, storageFolder, this.#records);
    const { clock, ids, log, timeBudgetMs: budgetMs = TIME_BUDGET_MS } = parts;
    const taking = { roots: this.#roots, records: this.#records, anchors: this.#anchors };
    this.#taker = new SnapshotTaker({ workspaceFolder, ...taking, clock, ids, log, budgetMs });
  }

  async take(signal: AbortSignal): Promise<Snapshot> {
    return await this.#taker.take(signal, new Map(), true);
  }

  async account(request: AccountRequest, signal: AbortSignal): Promise<TaskAccount> {
    return await (await this.#accounts()).account(request, signal);
  }

  async planRestore(
    request: AccountRequest,
    paths: readonly string[] | null,
    signal: AbortSignal,
    instead?: ReadonlyMap<string, Uint8Array>,
    doubts?: ReadonlyMap<string, string>,
  ): Promise<RestorePlan> {
    const planner = await this.#planner();
    return await planner.plan(request, paths, signal, instead, doubts);
  }

  async previewRestore(
    plan: RestorePlan,
    choices: ReadonlyMap<string, ConflictChoice>,
    signal: AbortSignal,
  ): Promise<readonly RestoredFile[]> {
    return await (await this.#applier()).preview(plan, choices, signal);
  }

  async planUndo(outcome: RestoreOutcome, signal: AbortSignal): Promise<RestorePlan> {
    const planner = await this.#planner();
    return await planner.planUndo(outcome, signal);
  }

  async applyRestore(
    plan: RestorePlan,
    choices: ReadonlyMap<string, ConflictChoice>,
    signal: AbortSignal,
  ): Promise<RestoreOutcome> {
    return await this.#restoring.run(async () => (await this.#applier()).apply(plan, choices, signal));
  }

  /** Restores that were cut short by a crash. Until one is finished or undone, its files are half put back. */
  async unfinishedRestores(): Promise<readonly UnfinishedRestore[]> {
    return await this.#restores.list();
  }

  /** Ends a restore that was cut short: forwards to its end, or back to what was there before. */
  async settleRestore(id: string, way: 'finish' | 'undo', signal: AbortSignal): Promise<readonly string[]> {
    return await this.#restoring.run(async () => (await this.#applier()).settle(id, way, signal));
  }

  async read(snapshot: Snapshot, path: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
    return await this.#found(snapshot, path, signal, async ({ id }, repository) => {
      const args = ['cat-file', 'blob', id];
      return (await repository.run({ args, needsNoWorkTree: true }, signal)).stdout;
    });
  }

  async entry(snapshot: Snapshot, path: string, signal: AbortSignal): Promise<string | undefined> {
    return await this.#found(snapshot, path, signal, async ({ mode, id }) => `${mode} ${id}`);
  }

  /** What is made of the path's entry, in the innermost root that has it. */
  async #found<T>(
    snapshot: Snapshot,
    path: string,
    signal: AbortSignal,
    made: (
      entry: { readonly mode: string; readonly id: string },
      repository: PrivateRepository,
    ) => Promise<T>,
  ): Promise<T | undefined> {
    const place = await realPlace(this.#parts.workspaceFolder);
    const record = await this.#records.find(snapshot.id);
    const deepestFirst = snapshot.roots.toSorted((a, b) => b.root.length - a.root.length);
    for (const root of deepestFirst) {
      const inner = pathIn(place, root, path);
      const moment = momentOf(snapshot, record, root.root);
      const repository = moment === undefined ? undefined : this.#readers.repository(moment);
      if (inner === undefined || repository === undefined) continue;
      try {
        const entry = await entryIn(repository, root.tree, inner, signal);
        if (entry === undefined || entry.mode === '160000') continue;
        return await made(entry, repository);
      } catch (error) {
        // Its objects are gone.
        if (!Refusal.is(error, 'git-failed')) throw error;
      }
    }
    return undefined;
  }

  async retain(snapshots: readonly Snapshot[], signal: AbortSignal): Promise<void> {
    const kept = new Set(snapshots.map(snapshot => snapshot.id));
    for (const restore of await this.#restores.list()) kept.add(restore.before.id);
    const dropped: Dropped[] = [];
    const manifests = new Set<string>();
    const places = new Map<string, { readonly folder: string; readonly place: string }>();
    for (const id of await this.#records.ids()) {
      const record = await this.#records.find(id);
      if (record === undefined) continue;
      const isYoung = this.#parts.clock.now() - record.takenAt < YOUNG_MS;
      if (!kept.has(id) && !isYoung) dropped.push(record);
      else
        for (const { refFolder: folder, ref } of record.roots) {
          if (ref === null) continue;
          if (folder === null) manifests.add(ref);
          else places.set(join(folder, dirname(ref)), { folder, place: dirname(ref) });
        }
    }
    await this.#drop(dropped, manifests, signal);
    for (const { folder, place } of places.values()) await this.#anchors?.gather(folder, place, signal);
  }

  async release({ id }: Snapshot, signal: AbortSignal): Promise<void> {
    const record = await this.#records.find(id);
    // A stored list may be another snapshot's too: `retain` finds out.
    const isShared = record?.roots.some(({ refFolder, ref }) => refFolder === null && ref !== null);
    if (record !== undefined && isShared !== true) await this.#drop([record], new Set(), signal);
  }

  async #drop(
    dropped: readonly Dropped[],
    manifests: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<void> {
    const refs = new Map<string, string[]>();
    for (const { refFolder, ref } of dropped.flatMap(record => record.roots)) {
      if (ref === null) continue;
      if (refFolder !== null) refs.set(refFolder, [...(refs.get(refFolder) ?? []), ref, headRef(ref)]);
      else if (!manifests.has(ref)) await this.#readers.dropManifest(ref);
    }
    for (const [folder, names] of refs) await this.#letGo(folder, names, signal);
    for (const record of dropped) await this.#records.remove(record.id);
  }

  async #letGo(folder: string, refs: readonly string[], signal: AbortSignal): Promise<void> {
    try {
      await this.#anchors?.letGo(folder, refs, signal);
    } catch (error) {
      // The repository is gone, and its refs with it.
      if (!(error instanceof Refusal)) throw error;
      this.#parts.log.warn('Refs of old snapshots could not be removed', { reason: error.message });
    }
  }

  /** Loaded with the first task that ends, as a program starts without one. */
  async #accounts(): Promise<TaskAccounts> {
    const { TaskAccounts: Accounts } = await import('./account/taskAccounts');
    return new Accounts({
      git: this.#git,
      roots: this.#roots,
      readers: this.#readers,
      workspaceFolder: await realPlace(this.#parts.workspaceFolder),
      keepResets: (snapshot, root, resets) => this.#records.keepResets(snapshot, root, resets),
    });
  }

  /** Restoring is rare: what it takes is loaded when somebody asks for it. */
  async #planner(): Promise<RestorePlanner> {
    const { RestorePlanner: Planner } = await import('./restore/restorePlanner');
    return new Planner({
      accounts: await this.#accounts(),
      readers: this.#readers,
      ids: this.#parts.ids,
      workspaceFolder: await realPlace(this.#parts.workspaceFolder),
      take: signal => this.take(signal),
    });
  }

  async #applier(): Promise<RestoreApplier> {
    const { RestoreApplier: Applier } = await import('./restore/restoreApplier');
    return new Applier({
      readers: this.#readers,
      restores: this.#restores,
      workspaceFolder: await realPlace(this.#parts.workspaceFolder),
      take: (signal, written) => this.#taker.take(signal, written),
      trash: this.#parts.trash,
      log: this.#parts.log,
    });
  }
}

/** The workspace's path as a path of the root; undefined when it lies outside. */
function pathIn(workspaceFolder: string, root: RootSnapshot, path: string): string | undefined {
  const inner = relative(root.root, join(workspaceFolder, path)).split(sep).join('/');
  return inner === '' || inner === '..' || inner.startsWith('../') ? undefined : inner;
}
