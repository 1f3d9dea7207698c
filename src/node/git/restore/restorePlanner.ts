import type { ThreeStates } from '../../../core/snapshots/handMerge';
import {
  decideRestore,
  type RestoreDecision,
  type RestoreFacts,
  type TreeEntry,
} from '../../../core/snapshots/restoreDecision';
import { ABSENT, isAddition, type RawChange } from '../../../core/snapshots/rawChange';
import { leftPaths, restoreScope, withTasks } from '../../../core/snapshots/restoreScope';
import { isSafePath } from '../../../core/snapshots/safePath';
import type {
  AccountRequest,
  RestoreOutcome,
  RestorePlan,
  RestoreStep,
  RestoreWay,
  Snapshot,
} from '../../../core/snapshots/snapshot';
import type { IdSource } from '../../../core/support/ids';
import { Refusal } from '../../../core/support/refusal';
import { ignoredUnder } from '../record/ignoredPaths';
import { behindWhat, inItsPlace } from './inItsPlace';
import { movedFrom, plainName, withoutLosing } from './movedFiles';
import { markedContent, mergedContent, storedBlob } from '../account/mergedContent';
import type { PrivateRepository } from '../plumbing/privateRepository';
import type { RootMoment } from '../record/rootMoment';
import { workspacePath } from '../record/rootPlace';
import type { RootReaders } from '../account/rootReaders';
import type { TaskAccounts } from '../account/taskAccounts';
import type { RootView } from '../account/rootView';
import { rawName, readableName } from '../plumbing/worktreeListing';

/** What plans are made with. */
export interface PlannerParts {
  readonly accounts: TaskAccounts;
  readonly readers: RootReaders;
  readonly ids: IdSource;
  /** Real path. */
  readonly workspaceFolder: string;
  readonly take: (signal: AbortSignal) => Promise<Snapshot>;
}

/** What is to be planned. */
type PlanRequest = Pick<RestorePlan, 'task' | 'way' | 'start' | 'end'> & {
  /** Contents that are put back in the place of the start's. */
  readonly instead?: ReadonlyMap<string, Uint8Array>;
};

/** What the changes of a root are looked at against. */
interface Against {
  readonly before: Snapshot;
  readonly doubts: ReadonlyMap<string, string>;
  readonly way: RestoreWay;
  readonly instead: ReadonlyMap<string, Uint8Array>;
  /** Is told of what is to be written: what lies above it and is no folder. */
  readonly behind: Map<string, string>;
}

/** Works out what putting changes back would do. */
export class RestorePlanner {
  readonly #parts: PlannerParts;

  constructor(parts: PlannerParts) {
    this.#parts = parts;
  }

  /** The plan for a task's own changes, or those of the paths. @throws {Refusal} not-restorable */
  async plan(
    request: AccountRequest,
    paths: readonly string[] | null,
    signal: AbortSignal,
    instead: ReadonlyMap<string, Uint8Array> = new Map(),
    asked: ReadonlyMap<string, string> = new Map(),
  ): Promise<RestorePlan> {
    const account = await this.#parts.accounts.account(request, signal);
    if (account.unknown !== null) {
      throw new Refusal(
        'not-restorable',
        `Nothing can be put back: what the task changed is not known. ${account.unknown}`,
      );
    }
    const scope = restoreScope(account, paths);
    const { planned } = scope;
    const doubts = new Map([...scope.doubts, ...asked]);
    const behind = new Map<string, string>();
    const wish: PlanRequest = { ...request, way: 'restore', instead };
    const made = await this.#planFor(wish, { wanted: planned, doubts, behind }, signal);
    const steps = made.steps.filter(step => scope.asked.has(step.path));
    const notBack = made.steps.filter(step => !scope.asked.has(step.path) && step.action !== 'keep');
    const changed = await this.#changedPaths(request, signal);
    return {
      ...made,
      steps: reachable(
        steps.map(step => inDoubt(withTasks(step, account), asked)),
        behind,
      ),
      left: leftPaths({ account, scope, notBack, changed, paths }),
    };
  }

  /** The plan for taking a restore back. */
  async planUndo(outcome: RestoreOutcome, signal: AbortSignal): Promise<RestorePlan> {
    const { task, before, after } = outcome;
    const wanted = new Set([...outcome.written, ...outcome.deleted]);
    const behind = new Map<string, string>();
    const wish: PlanRequest = { task, way: 'undo', start: before, end: after };
    const plan = await this.#planFor(wish, { wanted, doubts: new Map(), behind }, signal);
    return { ...plan, steps: reachable(plan.steps, behind) };
  }

  async #changedPaths(request: AccountRequest, signal: AbortSignal): Promise<readonly string[]> {
    const views = await this.#parts.accounts.views(request, signal);
    return views.flatMap(({ root, diff }) => diff.changes.map(change => this.#place(root, change.path)));
  }

  async #planFor(
    request: PlanRequest,
    { wanted, doubts, behind }: Pick<Against, 'doubts' | 'behind'> & { readonly wanted: ReadonlySet<string> },
    signal: AbortSignal,
  ): Promise<RestorePlan> {
    const before = await this.#parts.take(signal);
    const steps: RestoreStep[] = [];
    const views = await this.#parts.accounts.views(request, signal);
    for (const view of views) {
      const changes = view.diff.changes.filter(change => wanted.has(this.#place(view.root, change.path)));
      if (changes.length > 0) {
        const { way, instead = new Map() } = request;
        const against = { before, doubts, way, instead, behind };
        steps.push(...(await this.#steps(view, changes, against, signal)));
      }
    }
    const { task, way, start, end } = request;
    const moves = movedFrom(views, (root, path) => this.#place(root, path));
    const kept = withoutLosing(steps, moves);
    return { id: this.#parts.ids.next(), task, way, start, end, before, steps: kept, left: [] };
  }

  async #steps(
    view: RootView,
    changes: readonly RawChange[],
    { before, doubts, way, instead, behind }: Against,
    signal: AbortSignal,
  ): Promise<readonly RestoreStep[]> {
    const { readers } = this.#parts;
    const { root, start, end } = view;
    const now = (await readers.moments(before)).get(root)?.[0];
    const later = await readers.diff(end, now, signal);
    const since = new Map(later.changes.map(change => [change.path, change]));
    // A repository that appeared in the task has nothing of before, and all that is to be deleted.
    const known = start ?? now;
    const repository = known === undefined ? undefined : readers.repository(known, now);
    const ignored =
      way === 'undo' ? new Set<string>() : await ignoredAtStart(repository, start, changes, signal);
    const goes = new Set(changes.filter(isAddition).map(change => change.path));
    const steps: RestoreStep[] = [];
    for (const change of changes) {
      const path = this.#place(root, change.path);
      const content = instead.get(path);
      const other = content && repository ? await storedBlob(repository, content, signal) : undefined;
      const states = statesOf(change, since.get(change.path), other);
      const facts: RestoreFacts = {
        path,
        ...states,
        isIgnored: ignored.has(change.path),
        doubt: doubts.get(path) ?? null,
        obstacle:
          start !== undefined && now === undefined
            ? 'The repository or worktree that it was in is gone. Put it back at the same path, then restore again.'
            : repository === undefined || now === undefined || now.snapshot.tree === null
              ? 'Its content was not kept.'
              : (view.diff.lacking?.has(change.oldId) === true ||
                    view.elsewhere?.has(change.path) === true) &&
                  states.start !== null
                ? 'Its content before the task is not on this machine.'
                : (obstacleOf(change.path, states, start, now) ??
                  (states.now === null ? await inItsPlace(root, change.path, goes) : null)),
      };
      const decision = decideRestore(facts);
      const above = states.now === null ? await behindWhat(root, change.path) : undefined;
      if (above !== undefined) behind.set(path, this.#place(root, above));
      const step =
        decision.action !== 'three-way' && decision.action !== 'conflict'
          ? decision
          : repository && (await comparedStep(decision, states, way, repository, signal));
      if (step) steps.push(other === undefined ? step : { ...step, instead: other });
    }
    return steps;
  }

  #place(root: string, path: string): string {
    return workspacePath(this.#parts.workspaceFolder, root, path);
  }
}

/** The steps without those that would be written behind what stays and is no folder. `behind`: what that is. */
function reachable(
  steps: readonly RestoreStep[],
  behind: ReadonlyMap<string, string>,
): readonly RestoreStep[] {
  const going = new Set(
    steps.filter(({ action }) => action === 'delete' || action === 'conflict').map(({ path }) => path),
  );
  return steps.map((step): RestoreStep => {
    const above = behind.get(step.path);
    if (above === undefined || going.has(above) || !['write', 'merge', 'conflict'].includes(step.action))
      return step;
    const reason = `It lies behind ${plainName(above)}, which is no folder and stays.`;
    return { path: step.path, action: 'impossible', reason };
  });
}

/** A conflict that nothing but a choice settles: to merge would lose what is in doubt. */
function inDoubt(step: RestoreStep, asked: ReadonlyMap<string, string>): RestoreStep {
  const reason = asked.get(step.path);
  if (step.action !== 'conflict' || reason === undefined) return step;
  const { mergesCleanly: _clean, ...rest } = step;
  return { ...rest, reason, mergeObstacle: reason };
}

/** What a path that was changed later comes to, by its contents: merged, or a conflict that can be merged by hand or not. */
async function comparedStep(
  decision: RestoreDecision,
  states: ThreeStates,
  way: RestoreWay,
  repository: PrivateRepository,
  signal: AbortSignal,
): Promise<RestoreStep> {
  const { path, action, reason } = decision;
  if (action === 'three-way' && (await mergedContent(repository, states, signal)) !== undefined) {
    return {
      path,
      action: 'merge',
      reason: 'It was changed after the task in other lines; that change is kept.',
    };
  }
  // Nobody changed the same lines: the question is only whose the change is.
  if (action === 'conflict' && (await mergedContent(repository, states, signal)) !== undefined)
    return { ...decision, mergeObstacle: null, mergesCleanly: true };
  const { obstacle } = await markedContent(repository, states, way, signal);
  const words = obstacle === null ? [reason, 'Both versions can be merged by hand.'] : [reason];
  return { path, action: 'conflict', reason: words.join(' '), mergeObstacle: obstacle };
}

/** The three states of a path: before the task, after it, now. `instead`: what stands for the first. */
export function statesOf(change: RawChange, later: RawChange | undefined, instead?: string): ThreeStates {
  const end = entryOf(change.newMode, change.newId);
  return {
    start: instead === undefined ? entryOf(change.oldMode, change.oldId) : entryOf(change.newMode, instead),
    end,
    now: later === undefined ? end : entryOf(later.newMode, later.newId),
  };
}

function entryOf(mode: string, id: string): TreeEntry {
  return mode === ABSENT ? null : { mode, id };
}

/** Why the path cannot be put back, or not be taken back afterwards. */
function obstacleOf(
  path: string,
  states: Pick<RestoreFacts, 'start' | 'now'>,
  start: RootMoment | undefined,
  now: RootMoment,
): string | null {
  if (!isSafePath(path)) return 'Its name is one that cannot be written.';
  if (path.includes('\uFFFD')) return 'Its name is not UTF-8.';
  if (states.start === null && states.now?.mode === '160000') return addedSubmodule(path);
  if (states.start?.mode === '160000' || states.now?.mode === '160000')
    return 'It is a submodule; its commit is put back with git.';
  const isWithheld = (moment: RootMoment | undefined): boolean =>
    moment?.record?.withheld.some(file => readableName(file.name) === path) === true;
  if (isWithheld(start)) return 'No copy of its content before the task was kept.';
  return isWithheld(now) ? 'No copy of its content is kept, so replacing it could not be undone.' : null;
}

/** What git keeps of a submodule that came in the task: it is the user's to remove. */
function addedSubmodule(path: string): string {
  const stays =
    'It is a submodule that was added. What stays: its entry in the index, its section in the Git configuration, its folder, and its repository in the Git folder.';
  // Another name is none for a command line.
  if (!/^\w[\w./ -]*$/.test(path)) return stays;
  const name = JSON.stringify(path);
  return [
    `${stays} To remove it, the user can look for work in it, and then run git rm --cached ${name},`,
    `run git config --remove-section ${JSON.stringify(`submodule.${path}`)}, and delete the folders ${name} and`,
    `${JSON.stringify(`.git/modules/${path}`)}. If .gitmodules was added with it: git rm --cached --ignore-unmatch .gitmodules`,
  ].join(' ');
}

async function ignoredAtStart(
  repository: PrivateRepository | undefined,
  start: RootMoment | undefined,
  changes: readonly RawChange[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const tree = start?.snapshot.tree ?? null;
  const added = changes.filter(change => change.oldMode === ABSENT).map(change => rawName(change.path));
  if (repository === undefined || tree === null) return new Set();
  const names = await ignoredUnder(repository, tree, start?.record?.exclude ?? '', added, signal);
  return new Set([...names].map(readableName));
}
