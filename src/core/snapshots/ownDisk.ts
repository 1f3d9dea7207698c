import { checkText } from './checkTexts';
import { Refusal } from '../support/refusal';
import type { AccountRequest, RestorePlan, Snapshot, Snapshots, TaskAccount } from './snapshot';

const ELSEWHERE = checkText('elsewhere');

/** What there is to tell of a task whose disk is not this one. */
const UNKNOWN: TaskAccount = {
  own: [],
  imported: [],
  shared: [],
  revealed: [],
  preExistingTouched: [],
  commits: [],
  history: 'unknown',
  warnings: [],
  partial: null,
  dropped: [],
  unknown: ELSEWHERE,
  isRestorable: false,
};

/** How folders are named where others read it. */
export interface FolderNames {
  /** The name of a root's folder: nothing in it is of this machine. */
  shared(folder: string): string;
  /** The folder of this machine with such a name; undefined where it is none. */
  here(name: string): string | undefined;
  /** The words without the paths of this machine. */
  told(words: string): string;
}

/** One of the disks that tasks in a shared journal are recorded on. */
export interface Disk {
  /** Among those of all machines. */
  readonly id: string;
  /** Whose it is, by the name under which they share the journal. */
  readonly by: string;
  readonly names: () => Promise<FolderNames>;
}

/**
 * The same snapshots, each with the disk that it is of, where a journal is shared by several machines: those of other disks are not
 * looked for here, and nothing is told or put back by them. What leaves has no path of this machine in it.
 */
export function snapshotsOfDisk({ id: disk, by, names }: Disk, inner: Snapshots): Snapshots {
  const isOwn = (snapshot: Snapshot): boolean => snapshot.disk === disk;
  return {
    take: async signal => ({ ...sharedSnapshot(disk, await names(), await inner.take(signal)), by }),
    async account(request, signal) {
      const of = await names();
      const own = ownRequest(disk, of, request);
      return own === undefined ? UNKNOWN : toldAccount(of, await inner.account(own, signal));
    },
    async planRestore(request, ...rest) {
      const of = await names();
      const own = requireOwn(ownRequest(disk, of, request));
      return sharedPlan(disk, of, await inner.planRestore(own, ...rest));
    },
    async previewRestore(plan, ...rest) {
      return await inner.previewRestore(ownPlan(disk, await names(), plan), ...rest);
    },
    async planUndo(outcome, signal) {
      const of = await names();
      const before = requireOwn(ownSnapshot(disk, of, outcome.before));
      const after = requireOwn(ownSnapshot(disk, of, outcome.after));
      return sharedPlan(disk, of, await inner.planUndo({ ...outcome, before, after }, signal));
    },
    async applyRestore(plan, ...rest) {
      const of = await names();
      const done = await inner.applyRestore(ownPlan(disk, of, plan), ...rest);
      return { ...done, before: sharedSnapshot(disk, of, done.before) };
    },
    async unfinishedRestores() {
      const of = await names();
      const unfinished = await inner.unfinishedRestores();
      return unfinished.map(each => ({ ...each, before: sharedSnapshot(disk, of, each.before) }));
    },
    settleRestore: async (id, way, signal) => await inner.settleRestore(id, way, signal),
    async read(snapshot, path, signal) {
      const own = ownSnapshot(disk, await names(), snapshot);
      return own && (await inner.read(own, path, signal));
    },
    async entry(snapshot, path, signal) {
      const own = ownSnapshot(disk, await names(), snapshot);
      return own && (await inner.entry(own, path, signal));
    },
    async release(snapshot, signal) {
      if (isOwn(snapshot)) await inner.release(snapshot, signal);
    },
    retain: async (snapshots, signal) => await inner.retain(snapshots.filter(isOwn), signal),
  };
}

function sharedSnapshot(disk: string, names: FolderNames, snapshot: Snapshot): Snapshot {
  const roots = snapshot.roots.map(root => ({
    ...root,
    root: names.shared(root.root),
    partial: root.partial === null ? null : names.told(root.partial),
  }));
  return { ...snapshot, roots, disk };
}

/** The snapshot as this machine took it; undefined where another one did, or where it names what can be no root here. */
function ownSnapshot(disk: string, names: FolderNames, snapshot: Snapshot): Snapshot | undefined {
  if (snapshot.disk !== disk) return undefined;
  const roots = snapshot.roots.flatMap(root => {
    const folder = names.here(root.root);
    return folder === undefined ? [] : { ...root, root: folder };
  });
  return roots.length === snapshot.roots.length ? { ...snapshot, roots } : undefined;
}

function ownRequest(disk: string, names: FolderNames, request: AccountRequest): AccountRequest | undefined {
  const start = ownSnapshot(disk, names, request.start);
  const end = ownSnapshot(disk, names, request.end);
  const intervals = request.intervals.flatMap(interval => {
    const from = ownSnapshot(disk, names, interval.from);
    const to = ownSnapshot(disk, names, interval.to);
    return from === undefined || to === undefined ? [] : { ...interval, from, to };
  });
  if (start === undefined || end === undefined || intervals.length < request.intervals.length)
    return undefined;
  return { ...request, start, end, intervals };
}

function sharedPlan(disk: string, names: FolderNames, plan: RestorePlan): RestorePlan {
  const of = (snapshot: Snapshot): Snapshot => sharedSnapshot(disk, names, snapshot);
  return { ...plan, start: of(plan.start), end: of(plan.end), before: of(plan.before) };
}

/** @throws {Refusal} not-restorable */
function ownPlan(disk: string, names: FolderNames, plan: RestorePlan): RestorePlan {
  const of = (snapshot: Snapshot): Snapshot => requireOwn(ownSnapshot(disk, names, snapshot));
  return { ...plan, start: of(plan.start), end: of(plan.end), before: of(plan.before) };
}

function toldAccount(names: FolderNames, account: TaskAccount): TaskAccount {
  const told = (words: string | null): string | null => (words === null ? null : names.told(words));
  return {
    ...account,
    warnings: account.warnings.map(words => names.told(words)),
    partial: told(account.partial),
    unknown: told(account.unknown),
  };
}

/** @throws {Refusal} not-restorable */
function requireOwn<T>(own: T | undefined): T {
  if (own === undefined) throw new Refusal('not-restorable', `The task can't be restored here. ${ELSEWHERE}`);
  return own;
}
