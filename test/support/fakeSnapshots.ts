import type {
  AccountRequest,
  ConflictChoice,
  FileChange,
  RestoredFile,
  RestoreOutcome,
  RestorePlan,
  RestoreStep,
  RootSnapshot,
  Snapshot,
  Snapshots,
  TaskAccount,
  TaskId,
  UnfinishedRestore,
} from '../../src/core/snapshots/snapshot';
import { leftPaths, restoreScope, withTasks } from '../../src/core/snapshots/restoreScope';
import type { Clock } from '../../src/core/support/clock';
import { Refusal } from '../../src/core/support/refusal';

type Files = ReadonlyMap<string, string>;

/** A disk of text files and its snapshots, in memory. Attributes changes as the contract says; knows no git. */
export class FakeSnapshots implements Snapshots {
  readonly files = new Map<string, string>();
  /** What the next accounts say beside the changes. */
  accountSays: Partial<TaskAccount> = {};
  /** What the next snapshots say of the folder. */
  rootSays: Partial<RootSnapshot> = {};
  /** The commit that is checked out. */
  head = 'abc123';
  /** What the next snapshots say of themselves. */
  state: Snapshot['state'] = 'complete';
  /** Thrown once by the next restore. */
  nextRestoreFails: Error | undefined;
  /** Run when a restore has changed the files: what happens then. */
  onRestored: (() => void) | undefined;
  /** Run by the next snapshot, before it is taken: what happens meanwhile. */
  meanwhile: (() => Promise<void>) | undefined;
  /** Restores that a crash cut short. */
  unfinished: readonly UnfinishedRestore[] = [];
  /** What somebody changed since, so that settling one of them leaves it. */
  leftBySettling: readonly string[] = [];
  taken = 0;
  readonly released: string[] = [];
  readonly requests: AccountRequest[] = [];
  retained: readonly Snapshot[] = [];
  readonly #kept = new Map<string, Files>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  write(path: string, content = `${path} at ${this.#kept.size}`): this {
    this.files.set(path, content);
    return this;
  }

  remove(path: string): this {
    this.files.delete(path);
    return this;
  }

  move(from: string, to: string): this {
    this.files.set(to, this.files.get(from) ?? '');
    this.files.delete(from);
    return this;
  }

  async take(signal: AbortSignal): Promise<Snapshot> {
    await Promise.resolve();
    signal.throwIfAborted();
    const { meanwhile } = this;
    this.meanwhile = undefined;
    await meanwhile?.();
    const id = `snapshot-${++this.taken}`;
    this.#kept.set(id, new Map(this.files));
    return {
      id,
      takenAt: this.#clock.now(),
      state: this.state,
      roots: [
        {
          root: '/work',
          label: '',
          method: 'tree',
          tree: id,
          head: this.head,
          branch: 'main',
          isRestorable: true,
          partial: this.state === 'partial' ? 'It took too long.' : null,
          ...this.rootSays,
        },
      ],
    };
  }

  async account(request: AccountRequest, signal: AbortSignal): Promise<TaskAccount> {
    await Promise.resolve();
    signal.throwIfAborted();
    this.requests.push(request);
    const { task } = request;
    const intervals = request.intervals.map(({ from, to, owners }) => ({
      changed: new Set(this.#changes(from, to).map(({ path }) => path)),
      owners,
    }));
    const ownersOf = (path: string): readonly (readonly TaskId[])[] =>
      intervals.filter(({ changed }) => changed.has(path)).map(({ owners }) => owners(path));
    const sharedWith = (path: string): readonly TaskId[] =>
      ownersOf(path)
        .filter(owners => owners.length > 1 && owners.includes(task))
        .flat()
        .filter(owner => owner !== task);
    const changes = this.#changes(request.start, request.end);
    return {
      own: changes.filter(({ path }) => ownersOf(path).some(owners => owners.join() === task)),
      imported: [],
      shared: changes
        .filter(({ path }) => sharedWith(path).length > 0)
        .map(change => ({ ...change, with: [...new Set(sharedWith(change.path))] })),
      revealed: [],
      preExistingTouched: [],
      commits: [],
      history: 'linear',
      warnings: [],
      partial: null,
      dropped: [],
      unknown: null,
      isRestorable: true,
      ...this.accountSays,
    };
  }

  async planRestore(
    request: AccountRequest,
    paths: readonly string[] | null,
    signal: AbortSignal,
    instead: ReadonlyMap<string, Uint8Array> = new Map(),
    asked: ReadonlyMap<string, string> = new Map(),
  ): Promise<RestorePlan> {
    const account = await this.account(request, signal);
    const scope = restoreScope(account, paths);
    const made = await this.#plan(
      { task: request.task, way: 'restore' },
      request,
      [...scope.planned],
      signal,
    );
    const steps = made.steps
      .filter(({ path }) => scope.asked.has(path))
      .map((step): RestoreStep => {
        const inDoubt = asked.get(step.path);
        if (inDoubt !== undefined && step.action !== 'keep')
          return { path: step.path, action: 'conflict', reason: inDoubt, mergeObstacle: inDoubt };
        const reason = scope.doubts.get(step.path);
        if (reason === undefined || step.action === 'keep') return step;
        const { path } = step;
        return withTasks(
          { path, action: 'conflict', reason, mergeObstacle: null, mergesCleanly: true },
          account,
        );
      });
    const notBack = made.steps.filter(({ path, action }) => !scope.asked.has(path) && action !== 'keep');
    const changed = this.#changes(request.start, request.end).map(({ path }) => path);
    const told = steps.map((step): RestoreStep => {
      const content = instead.get(step.path);
      return content === undefined ? step : { ...step, instead: new TextDecoder().decode(content) };
    });
    return { ...made, steps: told, left: leftPaths({ account, scope, notBack, changed, paths }) };
  }

  async planUndo(
    { task, written, deleted, before, after }: RestoreOutcome,
    signal: AbortSignal,
  ): Promise<RestorePlan> {
    return await this.#plan(
      { task, way: 'undo' },
      { start: before, end: after },
      [...written, ...deleted],
      signal,
    );
  }

  async #plan(
    kind: Pick<RestorePlan, 'task' | 'way'>,
    { start, end }: Pick<RestorePlan, 'start' | 'end'>,
    paths: readonly string[],
    signal: AbortSignal,
  ): Promise<RestorePlan> {
    const then = this.#filesOf(start);
    const replaced = this.#filesOf(end);
    const before = await this.take(signal);
    const steps = paths.map((path): RestoreStep => {
      const now = this.files.get(path);
      if (now === then.get(path)) return { path, action: 'keep', reason: 'It is so already.' };
      if (now !== replaced.get(path)) {
        const mergeObstacle = now === undefined || !then.has(path) ? 'It is gone.' : null;
        return { path, action: 'conflict', reason: 'It was changed later.', mergeObstacle };
      }
      return { path, action: then.has(path) ? 'write' : 'delete' };
    });
    return { id: `plan-${before.id}`, ...kind, start, end, before, steps, left: [] };
  }

  async applyRestore(
    plan: RestorePlan,
    choices: ReadonlyMap<string, ConflictChoice>,
    signal: AbortSignal,
  ): Promise<{ written: readonly string[]; deleted: readonly string[]; before: Snapshot }> {
    await Promise.resolve();
    signal.throwIfAborted();
    const failure = this.nextRestoreFails;
    this.nextRestoreFails = undefined;
    if (failure !== undefined) throw failure;
    const open = plan.steps.filter(({ path, action }) => action === 'conflict' && !choices.has(path));
    if (open.length > 0)
      throw new Refusal('conflicts-open', `Choose for ${open.map(({ path }) => path).join(', ')}.`);
    const written: string[] = [];
    const deleted: string[] = [];
    for (const [path, content] of this.#goals(plan, choices)) {
      if (content === undefined) {
        this.files.delete(path);
        deleted.push(path);
      } else {
        this.files.set(path, content);
        written.push(path);
      }
    }
    this.onRestored?.();
    return { written, deleted, before: plan.before };
  }

  async previewRestore(
    plan: RestorePlan,
    choices: ReadonlyMap<string, ConflictChoice>,
    signal: AbortSignal,
  ): Promise<readonly RestoredFile[]> {
    await Promise.resolve();
    signal.throwIfAborted();
    const bytes = (text: string | undefined) => (text === undefined ? null : new TextEncoder().encode(text));
    return [...this.#goals(plan, choices)].map(([path, goal]) => ({
      path,
      now: bytes(this.files.get(path)),
      goal: bytes(goal),
    }));
  }

  /** What each path is to hold. */
  #goals(
    plan: RestorePlan,
    choices: ReadonlyMap<string, ConflictChoice>,
  ): ReadonlyMap<string, string | undefined> {
    const start = this.#filesOf(plan.start);
    const steps = plan.steps.filter(
      ({ path, action }) => !['keep', 'impossible'].includes(action) && choices.get(path) !== 'mine',
    );
    return new Map(
      steps.map(({ path, mergesCleanly, instead }) => {
        const then = instead ?? start.get(path);
        const isMarked = choices.get(path) === 'markers' && mergesCleanly !== true;
        return [path, isMarked ? `both: ${this.files.get(path)}, ${then}` : then];
      }),
    );
  }

  async unfinishedRestores(): Promise<readonly UnfinishedRestore[]> {
    return this.unfinished;
  }

  async settleRestore(id: string): Promise<readonly string[]> {
    this.unfinished = this.unfinished.filter(restore => restore.id !== id);
    return this.leftBySettling;
  }

  async read(snapshot: Snapshot, path: string): Promise<Uint8Array | undefined> {
    await Promise.resolve();
    const content = this.#filesOf(snapshot).get(path);
    return content === undefined ? undefined : new TextEncoder().encode(content);
  }

  async entry(snapshot: Snapshot, path: string): Promise<string | undefined> {
    await Promise.resolve();
    return this.#filesOf(snapshot).get(path);
  }

  async release({ id }: Snapshot): Promise<void> {
    this.released.push(id);
    this.#kept.delete(id);
  }

  async retain(snapshots: readonly Snapshot[]): Promise<void> {
    await Promise.resolve();
    this.retained = snapshots;
  }

  #filesOf(snapshot: Snapshot): Files {
    return this.#kept.get(snapshot.id) ?? new Map();
  }

  #changes(from: Snapshot, to: Snapshot): readonly FileChange[] {
    const before = this.#filesOf(from);
    const after = this.#filesOf(to);
    const gone = new Map(
      [...before].filter(([path]) => !after.has(path)).map(([path, content]) => [content, path]),
    );
    const moved = new Set<string>();
    const found: FileChange[] = [];
    for (const [path, content] of after) {
      const origin = gone.get(content);
      if (!before.has(path) && origin !== undefined && !moved.has(origin)) {
        moved.add(origin);
        found.push({ path, from: origin, status: 'renamed' });
      } else if (!before.has(path)) found.push({ path, status: 'added' });
      else if (before.get(path) !== content) found.push({ path, status: 'modified' });
    }
    for (const path of before.keys()) {
      if (!after.has(path) && !moved.has(path)) found.push({ path, status: 'deleted' });
    }
    return found.sort((a, b) => (a.path < b.path ? -1 : 1));
  }
}
