import { ABSENT, type RawChange } from '../../../core/snapshots/rawChange';
import type { ThreeStates } from '../../../core/snapshots/handMerge';
import { isSame, type TreeEntry } from '../../../core/snapshots/restoreDecision';
import type {
  ConflictChoice,
  RestoredFile,
  RestoreOutcome,
  RestorePlan,
  RestoreStep,
  RestoreWay,
  Snapshot,
} from '../../../core/snapshots/snapshot';
import type { Log } from '../../../core/support/log';
import { eachOf } from '../../../core/support/eachOf';
import { Refusal } from '../../../core/support/refusal';
import { blobContents } from '../plumbing/blobContents';
import { blobContent, markedContent, mergedContent } from '../account/mergedContent';
import type { PrivateRepository } from '../plumbing/privateRepository';
import {
  checkTarget,
  type Discard,
  dropUnfinished,
  type FileState,
  isSameState,
  placeOf,
  putState,
  stateOf,
  unlinkPlainly,
  withRights,
} from './restoreFiles';
import { asOnDisk, diskLimits } from './diskLimits';
import { statesOf } from './restorePlanner';
import type { RestoreMove, RestoreRecords } from './restoreRecords';
import { rawName } from '../plumbing/worktreeListing';
import { workspacePath } from '../record/rootPlace';
import type { RootReaders } from '../account/rootReaders';

/** What restores are done with. */
export interface ApplierParts {
  readonly readers: RootReaders;
  readonly restores: RestoreRecords;
  /** Real path. */
  readonly workspaceFolder: string;
  /** `written`: files under their roots that belong in it also when they are ignored. */
  readonly take: (signal: AbortSignal, written: ReadonlyMap<string, readonly string[]>) => Promise<Snapshot>;
  readonly trash: Discard;
  readonly log: Log;
}

/** Files that are written at the same time: each waits for the disk for most of its time. */
const WRITES_AT_ONCE = 8;

type Choices = ReadonlyMap<string, ConflictChoice>;

/** No space left on the disk, or of what the user may use of it. */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/** Does what a restore's plan says: everything is checked and written down first, then done, or taken back whole. */
export class RestoreApplier {
  readonly #parts: ApplierParts;

  constructor(parts: ApplierParts) {
    this.#parts = parts;
  }

  /** What the files would hold; changes nothing. @throws {Refusal} plan-outdated, not-mergeable */
  async preview(plan: RestorePlan, choices: Choices, signal: AbortSignal): Promise<readonly RestoredFile[]> {
    const now = await this.#parts.take(signal, new Map());
    const moves = await this.#moves(plan, now, choices, signal);
    return moves.map(move => ({
      path: move.name,
      now: move.old?.content ?? null,
      goal: move.new?.content ?? null,
    }));
  }

  /** Stops with the signal until the first file is changed. @throws {Refusal} plan-outdated, conflicts-open, not-mergeable, restore-failed (nothing was changed) */
  async apply(plan: RestorePlan, choices: Choices, signal: AbortSignal): Promise<RestoreOutcome> {
    const { restores } = this.#parts;
    const open = plan.steps.filter(step => step.action === 'conflict' && !choices.has(step.path));
    if (open.length > 0) {
      throw new Refusal(
        'conflicts-open',
        `Nothing was changed: ${open.map(step => step.path).join(', ')} changed after the task. Choose for each whether to put it back or to leave it.`,
        { paths: open.map(step => step.path) },
      );
    }
    const now = await this.#parts.take(signal, new Map());
    const moves = await this.#moves(plan, now, choices, signal);
    const leaving = new Set(moves.filter(move => move.new === null).map(placeOf));
    for (const move of moves) await checkTarget(move, leaving);
    signal.throwIfAborted();
    await restores.begin(plan.id, now, moves);
    await this.#perform(plan.id, moves);
    // The files are changed: leaving now would lose the account of it, so nobody can.
    const unstoppable = new AbortController().signal;
    const written = Map.groupBy(
      moves.filter(move => move.new !== null),
      move => move.root,
    );
    const after = await this.#parts.take(
      unstoppable,
      new Map([...written].map(([root, each]) => [root, each.map(move => move.path)])),
    );
    await restores.end(plan.id);
    const names = (isDeleted: boolean): readonly string[] =>
      moves.filter(move => (move.new === null) === isDeleted).map(move => move.name);
    return { task: plan.task, written: names(false), deleted: names(true), before: now, after };
  }

  /** Ends a restore that a crash cut short. What was changed since by someone else is left as it is: gives the names of that. */
  async settle(id: string, way: 'finish' | 'undo', signal: AbortSignal): Promise<readonly string[]> {
    const moves = await this.#parts.restores.moves(id);
    if (moves === undefined) {
      throw new Refusal(
        'no-such-restore',
        'There is no unfinished restore of that name; it may be settled already.',
      );
    }
    const goal = (move: RestoreMove): FileState => (way === 'finish' ? move.new : move.old);
    const source = (move: RestoreMove): FileState => (way === 'finish' ? move.old : move.new);
    const left: string[] = [];
    const { deletions, writes } = inOrder(moves, goal);
    for (const move of [...deletions, ...writes]) {
      signal.throwIfAborted();
      if (!(await this.#putUnchanged(move, source(move), goal(move)))) left.push(move.name);
    }
    await this.#parts.restores.end(id);
    return left;
  }

  /** False where the file is neither the one nor the other: somebody else changed it, and it is left as it is. */
  async #putUnchanged(move: RestoreMove, source: FileState, goal: FileState): Promise<boolean> {
    // What stands in its way there is told by what follows.
    await dropUnfinished(move).catch(() => undefined);
    const present = await stateOf(move);
    if (isSameState(present, goal)) return true;
    if (isSameState(present, source)) {
      await putState(move, goal, unlinkPlainly);
      return true;
    }
    this.#parts.log.warn('A file changed during a restore and is left as it is', { path: move.name });
    return false;
  }

  async #perform(id: string, moves: readonly RestoreMove[]): Promise<void> {
    const { restores, trash } = this.#parts;
    const done: RestoreMove[] = [];
    let failed: string | undefined;
    try {
      const put = async (move: RestoreMove): Promise<void> => {
        // To take the files before it away or to write them may have taken a while.
        if (!isSameState(await stateOf(move), move.old)) throw outdated(move.name);
        done.push(move);
        try {
          await putState(move, move.new, trash);
        } catch (error) {
          failed ??= move.name;
          throw error;
        }
      };
      const { deletions, writes } = inOrder(moves, each => each.new);
      for (const move of deletions) await put(move);
      await eachOf(writes, WRITES_AT_ONCE, put);
    } catch (cause) {
      try {
        const { deletions, writes } = inOrder(done, each => each.old);
        for (const move of [...deletions, ...writes]) await this.#putUnchanged(move, move.new, move.old);
      } catch (error) {
        restores.abandon(id);
        throw new Refusal(
          'restore-unfinished',
          'The restore stopped half-way and could not be taken back now. It is written down: finish or undo it when the folder can be written again.',
          { id, reason: String(error) },
          { cause },
        );
      }
      await restores.end(id);
      const words = cause instanceof Refusal ? cause.message : failureWords(failed ?? 'a file', cause);
      throw new Refusal('restore-failed', words, {}, { cause });
    }
  }

  async #moves(
    plan: RestorePlan,
    now: Snapshot,
    choices: Choices,
    signal: AbortSignal,
  ): Promise<readonly RestoreMove[]> {
    const { readers } = this.#parts;
    const steps = new Map(plan.steps.map(step => [step.path, step]));
    const moves: RestoreMove[] = [];
    for (const [root, moments] of await readers.moments(plan.start, plan.end, plan.before, now)) {
      const [start, end, before, current] = moments;
      const changes = (await readers.diff(start, end, signal)).changes;
      const planned = byPath((await readers.diff(end, before, signal)).changes);
      const present = byPath((await readers.diff(end, current, signal)).changes);
      const known = start ?? current;
      const repository = known === undefined ? undefined : readers.repository(known, current);
      const ids = changes.flatMap(change => {
        const step = steps.get(workspacePath(this.#parts.workspaceFolder, root, change.path));
        const states = statesOf(change, present.get(change.path), step?.instead);
        return step === undefined ? [] : [states.start, states.now].flatMap(entry => idOf(entry));
      });
      const contents =
        repository === undefined ? new Map<string, Buffer>() : await blobContents(repository, ids, signal);
      const limits = ids.length > 0 && repository && (await diskLimits(repository, signal));
      const rights = new Map(start?.record?.rights);
      for (const change of changes) {
        const name = workspacePath(this.#parts.workspaceFolder, root, change.path);
        const step = steps.get(name);
        if (step === undefined) continue;
        const states = statesOf(change, present.get(change.path), step.instead);
        if (!isSame(states.now, statesOf(change, planned.get(change.path)).now)) throw outdated(name);
        if (repository === undefined || !limits) continue;
        const target = { root, path: change.path, name };
        const goal = await goalOf(
          { step, states, way: plan.way, choice: choices.get(name), contents },
          repository,
          signal,
        );
        if (goal === 'stay') continue;
        const old = await stateOf(target);
        const recorded = await contentOf(repository, contents, states.now, signal);
        if (!isSameState(old, asOnDisk(recorded, old, limits))) throw outdated(name);
        moves.push({
          ...target,
          old,
          new: withRights(asOnDisk(goal, old, limits), rights.get(rawName(change.path))),
        });
      }
    }
    return ofInnermost(moves);
  }
}

/** A step, the states that it is about, and what was chosen for it. */
interface Wanted {
  readonly step: RestoreStep;
  readonly states: ThreeStates;
  readonly way: RestoreWay;
  readonly choice: ConflictChoice | undefined;
  readonly contents: ReadonlyMap<string, Buffer>;
}

/** What the path is to hold. @throws {Refusal} plan-outdated, not-mergeable */
async function goalOf(
  { step, states, way, choice, contents }: Wanted,
  repository: PrivateRepository,
  signal: AbortSignal,
): Promise<FileState | 'stay'> {
  if (['keep', 'impossible', 'keep-ignored'].includes(step.action) || choice === 'mine') return 'stay';
  if (choice === 'markers' && step.mergesCleanly !== true) {
    const marked = await markedContent(repository, states, way, signal);
    if (marked.obstacle !== null) throw notMergeable(step.path, marked.obstacle);
    return { mode: marked.mode, content: marked.content };
  }
  if (choice === 'theirs' || (step.action !== 'merge' && choice !== 'markers'))
    return await contentOf(repository, contents, states.start, signal);
  const merged = await mergedContent(repository, states, signal);
  if (merged === undefined) throw outdated(step.path);
  return merged;
}

/** Of two roots that tell of one path, the plan is about the inner one. */
function ofInnermost(moves: readonly RestoreMove[]): readonly RestoreMove[] {
  const outerFirst = moves.toSorted((a, b) => a.root.length - b.root.length);
  return [...new Map(outerFirst.map(move => [move.name, move])).values()];
}

/** Deletions first and from the inside out, so that a folder can become a file and a file a folder. */
function inOrder(
  moves: readonly RestoreMove[],
  goal: (move: RestoreMove) => FileState,
): { readonly deletions: readonly RestoreMove[]; readonly writes: readonly RestoreMove[] } {
  const deletions = moves.filter(move => goal(move) === null);
  const writes = moves.filter(move => goal(move) !== null);
  return { deletions: deletions.toSorted((a, b) => (a.path < b.path ? 1 : -1)), writes };
}

function byPath(changes: readonly RawChange[]): ReadonlyMap<string, RawChange> {
  return new Map(changes.map(change => [change.path, change]));
}

function idOf(entry: TreeEntry): readonly string[] {
  return entry === null || entry.mode === ABSENT ? [] : [entry.id];
}

/** Read ahead where that went well. */
async function contentOf(
  repository: PrivateRepository,
  contents: ReadonlyMap<string, Buffer>,
  entry: TreeEntry,
  signal: AbortSignal,
): Promise<FileState> {
  if (entry === null || entry.mode === ABSENT) return null;
  const content = contents.get(entry.id) ?? (await blobContent(repository, entry.id, signal));
  return { mode: entry.mode, content };
}

function outdated(path: string): Refusal {
  return new Refusal(
    'plan-outdated',
    `Nothing was changed: ${path} changed after the restore was planned. Plan it again.`,
    { path },
  );
}

function notMergeable(path: string, obstacle: string): Refusal {
  return new Refusal(
    'not-mergeable',
    `Nothing was changed: ${path} cannot be merged by hand. ${obstacle} Choose whether to put it back or to leave it.`,
    { path },
  );
}

/** Why a restore was taken back, and what to do about it. */
export function failureWords(path: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code !== undefined && FULL.has(code))
    return `Nothing was changed: the disk of ${path} is full. Free some space, then try again.`;
  const reason = code === undefined ? '' : `, the disk answered ${code}`;
  return `Nothing was changed: ${path} could not be written${reason}. Look at it and at the rights of its folder, or restore the other files without it.`;
}
