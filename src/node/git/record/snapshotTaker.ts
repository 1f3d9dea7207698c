import { checkText } from '../../../core/snapshots/checkTexts';
import type { Snapshot } from '../../../core/snapshots/snapshot';
import type { Clock } from '../../../core/support/clock';
import type { IdSource } from '../../../core/support/ids';
import type { Log } from '../../../core/support/log';
import { Refusal } from '../../../core/support/refusal';
import { type Anchors, headRef } from './anchors';
import { takeRoot, unknownRoot } from './takeRoot';
import type { Root } from './root';
import type { TakenRoot } from './takenRoot';
import { refuseFull } from '../plumbing/ownDisk';
import { holds, labelOf, realPlace, ROOTS_LIMIT } from './rootPlace';
import type { SnapshotRecord, SnapshotRecords } from '../plumbing/snapshotRecords';
import type { WorkspaceRoots } from './workspaceRoots';

/** Repositories inside that are recorded at the same time (chosen here): one that is slow then stops no other. */
const AT_ONCE = 4;
/** Repositories that are left out which an answer names. */
const NAMED = 5;

/** What snapshots are taken with. */
export interface TakerParts {
  readonly workspaceFolder: string;
  readonly roots: WorkspaceRoots;
  readonly records: SnapshotRecords;
  readonly anchors: Anchors | undefined;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  /** Milliseconds that one snapshot may take. A repository inside may take half of it. */
  readonly budgetMs: number;
}

/** Files under their roots that belong in a snapshot also when they are ignored. */
type Written = ReadonlyMap<string, readonly string[]>;

/** One snapshot on its way. */
interface Taking {
  readonly id: string;
  readonly written: Written;
  /** Who asked has given up. */
  readonly signal: AbortSignal;
  /** That, or time is up. */
  readonly budget: AbortSignal;
  readonly isFullRefused: boolean;
}

/** Takes snapshots of all roots. A root that can't be recorded says why, and spoils no other. */
export class SnapshotTaker {
  readonly #parts: TakerParts;

  constructor(parts: TakerParts) {
    this.#parts = parts;
  }

  /** `isFullRefused`: where a disk is full, nothing is recorded, so that it can be tried again. @throws {Refusal} journal-full */
  async take(signal: AbortSignal, written: Written, isFullRefused = false): Promise<Snapshot> {
    signal.throwIfAborted();
    const { clock, ids, workspaceFolder, budgetMs } = this.#parts;
    const id = ids.next();
    const moment = { id, takenAt: clock.now(), recordedMs: Date.now() };
    const budget = AbortSignal.any([signal, AbortSignal.timeout(budgetMs)]);
    const taking = { id, written, signal, budget, isFullRefused };
    const found = await this.#takeRoots(taking);
    await this.#save(moment, found);
    const taken = await Promise.all(found.map(async root => await this.#anchored(root, taking)));
    if (taken.some((root, i) => root !== found[i])) await this.#save(moment, taken);
    const place = await realPlace(workspaceFolder);
    return {
      id,
      takenAt: moment.takenAt,
      state: taken.some(root => root.isPartial) ? 'partial' : 'complete',
      roots: taken.map(({ snapshot }) => ({ ...snapshot, label: labelOf(place, snapshot.root) })),
    };
  }

  async #save(moment: Omit<SnapshotRecord, 'roots'>, taken: readonly TakenRoot[]): Promise<void> {
    const roots = taken.map(root => root.record).filter(record => record !== undefined);
    await this.#parts.records.save({ ...moment, roots });
  }

  async #takeRoots(taking: Taking): Promise<readonly TakenRoot[]> {
    const { roots, workspaceFolder } = this.#parts;
    const open = async (): Promise<Root> => await roots.first(taking.budget);
    const first = await this.#within(taking, workspaceFolder, this.#parts.budgetMs, open);
    const taken = ['snapshot' in first ? first : await this.#takeOne(first, open, taking)];
    const seen = new Set(taken.map(({ snapshot }) => snapshot.root));
    for (const folder of await roots.others()) {
      const beside = await this.#takeBeside(folder, seen, taking);
      if (beside === undefined) continue;
      seen.add(beside.snapshot.root);
      taken.push(beside);
    }
    const left: string[] = [];
    for (let next = taken.flatMap(root => root.nested); next.length > 0;) {
      const found = [...new Set(next)].filter(folder => !seen.has(folder));
      const fresh = found.slice(0, ROOTS_LIMIT - seen.size);
      left.push(...found.slice(fresh.length));
      for (const folder of fresh) seen.add(folder);
      const inside = await inTurns(fresh, async folder => await this.#takeNested(folder, taking));
      taken.push(...inside.filter(root => root !== undefined));
      next = inside.flatMap(root => root?.nested ?? []);
    }
    if (left.length === 0) return taken;
    const place = await realPlace(workspaceFolder);
    return taken.map((root, i) => (i === 0 ? without(root, left, place) : root));
  }

  /** Another folder of the workspace; undefined where a root that was taken holds it. */
  async #takeBeside(
    folder: string,
    seen: ReadonlySet<string>,
    taking: Taking,
  ): Promise<TakenRoot | undefined> {
    const halfMs = this.#parts.budgetMs / 2;
    const mine = { ...taking, budget: AbortSignal.any([taking.budget, AbortSignal.timeout(halfMs)]) };
    const open = async (): Promise<Root> => await this.#parts.roots.beside(folder, mine.budget);
    const root = await this.#within(mine, folder, halfMs, open);
    if ('snapshot' in root) return root;
    // A repository inside is found with that, as any other is. What lies in two roots would be told twice.
    const isTaken = [...seen].some(
      other => holds(other, root.folder) || (root.type !== 'tree' && holds(root.folder, other)),
    );
    if (isTaken) return undefined;
    return await this.#takeOne(root, open, mine, halfMs);
  }

  async #takeNested(folder: string, taking: Taking): Promise<TakenRoot | undefined> {
    const halfMs = this.#parts.budgetMs / 2;
    const budget = AbortSignal.any([taking.budget, AbortSignal.timeout(halfMs)]);
    const mine = { ...taking, budget };
    const open = async (): Promise<Root | undefined> => await this.#parts.roots.nested(folder, budget);
    const root = await this.#within(mine, folder, halfMs, open);
    return root === undefined || 'snapshot' in root ? root : await this.#takeOne(root, open, mine, halfMs);
  }

  async #takeOne(
    root: Root,
    reopen: () => Promise<Root | undefined>,
    taking: Taking,
    limitMs = this.#parts.budgetMs,
  ): Promise<TakenRoot> {
    const { id, written, budget } = taking;
    // Two workspaces may hold one repository, and worktrees share their refs: the key keeps them apart.
    const refName = (key: string): string => `refs/switchyard/snapshots/${key}/${id}`;
    const take = async (of: Root): Promise<TakenRoot> =>
      await takeRoot(of, refName, written.get(of.folder) ?? [], budget);
    return await this.#within(taking, root.folder, limitMs, async () => {
      try {
        return await take(root);
      } catch (error) {
        if (root.type !== 'tree' || budget.aborted || reasonOf(error) === undefined) throw error;
        // The repository may have gone bad since it was opened.
        this.#parts.roots.forget(root.folder);
        const again = await reopen();
        if (again === undefined || again.type === 'tree') throw error;
        return await take(again);
      }
    });
  }

  /** Does it within the budget; what git or the disk refuses, or time cuts off, becomes a root without a tree. */
  async #within<T>(
    { signal, budget, isFullRefused }: Taking,
    folder: string,
    limitMs: number,
    work: () => Promise<T>,
  ): Promise<T | TakenRoot> {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (budget.aborted) return unknownRoot(folder, 'none', checkText('tookLong', limitMs / 1_000));
      if (isFullRefused) refuseFull(error);
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      this.#parts.log.warn('A root could not be recorded', { reason });
      return unknownRoot(folder, 'none', reason);
    }
  }

  /** Anchors what was recorded; where its objects are gone it is recorded once more. */
  async #anchored(taken: TakenRoot, taking: Taking): Promise<TakenRoot> {
    try {
      await this.#anchor(taken, taking.signal);
      return taken;
    } catch (error) {
      taking.signal.throwIfAborted();
      if (taking.isFullRefused) refuseFull(error);
      if (!(error instanceof Refusal)) throw error;
      const { root } = taken;
      if (root === undefined || taking.budget.aborted)
        return unknownRoot(taken.snapshot.root, 'none', error.message);
      return await this.#within(taking, root.folder, this.#parts.budgetMs, async () => {
        await root.recorder.distrust();
        // Its refs may not be writable any more.
        this.#parts.roots.forget(root.folder);
        const reopened = await this.#parts.roots.recorded(root.folder, taking.budget);
        const again = await this.#takeOne(reopened ?? root, async () => undefined, taking);
        await this.#anchor(again, taking.signal);
        return again;
      });
    }
  }

  async #anchor({ snapshot, record }: TakenRoot, signal: AbortSignal): Promise<void> {
    const ref = record?.ref ?? null;
    const folder = record?.refFolder ?? null;
    if (ref === null || folder === null || snapshot.tree === null) return;
    const mine = { ref, tree: snapshot.tree };
    const head = snapshot.head === null ? [] : [{ ref: headRef(ref), tree: snapshot.head }];
    try {
      await this.#parts.anchors?.add(folder, [mine, ...head], signal);
    } catch (error) {
      // The commit of HEAD may be gone while our tree is there.
      if (head.length === 0 || !Refusal.is(error, 'git-failed')) throw error;
      await this.#parts.anchors?.add(folder, [mine], signal);
    }
  }
}

/** Does the work for each, a few at the same time; the answers in the order of what was given. */
async function inTurns<In, Out>(
  all: readonly In[],
  work: (one: In) => Promise<Out>,
): Promise<readonly Out[]> {
  const answers: Out[] = [];
  const left = [...all.entries()];
  const turn = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [i, one] = next;
      answers[i] = await work(one);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, turn));
  return answers;
}

/** The outermost root, which tells that repositories inside are left out, so that no account takes them for unchanged. */
function without(root: TakenRoot, left: readonly string[], workspaceFolder: string): TakenRoot {
  const names = left.slice(0, NAMED).map(folder => labelOf(workspaceFolder, folder));
  const rest = left.length > NAMED ? ` and ${left.length - NAMED} more` : '';
  const gap = checkText('theseRepositories', ROOTS_LIMIT, `${names.join(', ')}${rest}`);
  const { snapshot, record } = root;
  return {
    ...root,
    isPartial: true,
    snapshot: { ...snapshot, partial: snapshot.partial === null ? gap : `${snapshot.partial} ${gap}` },
    record: record && { ...record, gaps: [...(record.gaps ?? []), gap] },
  };
}

/** What git or the disk refused, in words; undefined for a bug. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof Refusal) return error.message;
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? checkText('diskSays', error.code)
    : undefined;
}
