import { checkText } from '../../../core/snapshots/checkTexts';
import type { RootView } from './rootView';
import { attribute, type IntervalFacts, type RootAccount } from '../../../core/snapshots/attribution';
import { isAddition, isDeletion, type RawChange } from '../../../core/snapshots/rawChange';
import type { AccountRequest, TaskAccount } from '../../../core/snapshots/snapshot';
import { Refusal } from '../../../core/support/refusal';
import { headRef } from '../record/anchors';
import { keptName } from '../record/keptTrees';
import { comparisonOf, hiddenWords, lostItsHistory } from './comparison';
import type { GitPlumbing } from '../plumbing/gitPlumbing';
import { besideGone, goneWithStore, isStoreApart, movedElsewhere } from './goneRoot';
import { headFacts, type HeadFacts } from './headFacts';
import { ignoredRepositories } from './ignoredRepositories';
import type { GitRoot } from '../record/gitRoot';
import { emptyTreeLike, type RootReader } from './rootChanges';
import type { RootDiff, RootMoment } from '../record/rootMoment';
import { keptWords } from './keptWork';
import { type DroppedStashes, droppedStashes, stashesGone, stashWords } from './droppedStashes';
import type { Compared } from './gitsOwnWrites';
import { alikePaths, rootFacts, unlessGone } from './rootFacts';
import { labelOf, workspacePath } from '../record/rootPlace';
import type { RootReaders } from './rootReaders';
import { changedEntries } from '../plumbing/treeDiff';
import type { WorkspaceRoots } from '../record/workspaceRoots';
import { entriesOf, readableName } from '../plumbing/worktreeListing';

/** Histories from the least to the most telling: with several repositories the strongest is told. */
const HISTORIES = ['linear', 'unknown', 'reset', 'merged', 'rebased', 'switched'] as const;

/** What accounts are made with. */
export interface AccountParts {
  readonly git: GitPlumbing | undefined;
  readonly roots: WorkspaceRoots;
  readonly readers: RootReaders;
  /** Real path. */
  readonly workspaceFolder: string;
  /** Keeps with a snapshot's root how its resets went. */
  keepResets(snapshot: string, root: string, resets: Readonly<Record<string, boolean>>): Promise<void>;
}

interface RootPart extends RootAccount {
  readonly head: HeadFacts | undefined;
  readonly stashes?: DroppedStashes;
  readonly partial: readonly string[];
  readonly warnings: readonly string[];
}

/** Makes the account of a task from its snapshots. */
export class TaskAccounts {
  readonly #parts: AccountParts;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /** Whose the changes between start and end are, in all roots. */
  async account(request: AccountRequest, signal: AbortSignal): Promise<TaskAccount> {
    const parts: RootPart[] = [];
    const views = await this.views(request, signal);
    for (const view of views) parts.push(await this.#safePart(view, views, request, signal));
    const gather = <Key extends keyof RootAccount>(key: Key): RootAccount[Key] =>
      // One list of one kind, from lists of that kind.
      parts.flatMap(part => part[key] as readonly unknown[]) as unknown as RootAccount[Key];
    const histories = parts.map(({ head, partial: reasons }, i) => {
      const view = views[i];
      const isLost = reasons.includes(NOT_TOLD_APART) || (view !== undefined && lostItsHistory(view));
      return head?.history ?? (isLost ? 'unknown' : 'linear');
    });
    const partial = [
      ...new Set([
        ...parts.flatMap(part => part.partial),
        ...(await this.#ignoredRepositories(views, request, signal)),
      ]),
    ];
    const stashes = stashesGone(parts.flatMap(part => part.stashes ?? []));
    return {
      own: gather('own'),
      imported: gather('imported'),
      shared: gather('shared'),
      revealed: gather('revealed'),
      preExistingTouched: gather('preExistingTouched'),
      commits: parts.flatMap(part => part.head?.commits ?? []),
      history: HISTORIES.findLast(history => histories.includes(history)) ?? 'linear',
      warnings: [
        ...new Set([
          ...parts.flatMap(part => part.warnings),
          ...stashes.map(stashWords),
          ...hiddenWords(views, (root, path) => workspacePath(this.#parts.workspaceFolder, root, path)),
        ]),
      ],
      partial: partial.length === 0 ? null : partial.join(' '),
      dropped: [...parts.flatMap(part => part.head?.dropped ?? []), ...stashes],
      ...comparisonOf(views, request),
    };
  }

  /** Which repositories inside no snapshot has because they are ignored, though something was written there. */
  async #ignoredRepositories(
    views: readonly RootView[],
    { start }: AccountRequest,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const roots = new Set(views.map(({ root }) => root));
    // Of a root of which nothing is known, nothing more is looked for.
    const known = views.filter(({ diff }) => diff.unknown === undefined).map(({ root }) => root);
    const outer = known.filter(root => ![...roots].some(other => root.startsWith(`${other}/`)));
    const sinceMs = await this.#parts.readers.recordedMs(start);
    const found: string[] = [];
    for (const root of outer) {
      const live = await this.#live(root, signal);
      const names = live === undefined ? [] : await ignoredRepositories(live, roots, sinceMs, signal);
      found.push(...names.map(name => workspacePath(this.#parts.workspaceFolder, root, name)));
    }
    return found.length === 0 ? [] : [checkText('ignoredRepositories', named(found))];
  }

  /** What changed in each root, a repository that came or went told once. */
  async views(
    request: Pick<AccountRequest, 'start' | 'end'>,
    signal: AbortSignal,
  ): Promise<readonly RootView[]> {
    const views: RootView[] = [];
    for (const [root, [start, end]] of await this.#parts.readers.moments(request.start, request.end)) {
      views.push({ root, start, end, diff: await this.#parts.readers.diff(start, end, signal) });
    }
    return await this.#withoutRepeats(views, signal);
  }

  /** The root's part; where git can't tell what was there before, only what changed. */
  async #safePart(
    view: RootView,
    views: readonly RootView[],
    request: AccountRequest,
    signal: AbortSignal,
  ): Promise<RootPart> {
    const { root, diff } = view;
    if (diff.unknown === undefined) {
      try {
        return await this.#rootPart(view, views, request, signal);
      } catch (error) {
        if (!Refusal.is(error, 'git-failed')) throw error;
      }
    }
    const place = (path: string): string => workspacePath(this.#parts.workspaceFolder, root, path);
    const intervals = await this.#intervals(root, request, diff, signal);
    const account = attribute({ ...NO_FACTS, ...diff, task: request.task, intervals }, place);
    const partial = diff.unknown === undefined ? [...diff.partial, NOT_TOLD_APART] : diff.partial;
    return { ...account, head: undefined, partial, warnings: [] };
  }

  async #rootPart(
    view: RootView,
    views: readonly RootView[],
    request: AccountRequest,
    signal: AbortSignal,
  ): Promise<RootPart> {
    const { root, start, end, diff } = view;
    const place = (path: string): string => workspacePath(this.#parts.workspaceFolder, root, path);
    const reader = this.#parts.readers.reader(start, end);
    const intervals = await this.#intervals(root, request, diff, signal);
    const sinceMs = await this.#parts.readers.recordedMs(request.start);
    if (typeof reader === 'string' || reader.type === 'manifests') {
      const facts = { ...NO_FACTS, ...diff, task: request.task, intervals };
      return { ...attribute(facts, place), head: undefined, partial: diff.partial, warnings: [] };
    }
    const beside = end === undefined ? besideGone(view, views) : undefined;
    const live = await this.#live(beside?.root ?? root, signal);
    const head =
      live?.repository === undefined || end === undefined
        ? undefined
        : await headFacts({ git: live.git, repository: live.repository, start, end, sinceMs }, signal);
    const startHeadTree = await this.#headTree(live, start, end, signal);
    const { repository } = reader;
    const { task } = request;
    const resets = new Map(Object.entries(end?.record?.resets ?? {}));
    const worktrees = otherWorktrees(view, views).map(({ root: other, tree }) => ({
      name: labelOf(this.#parts.workspaceFolder, other),
      tree,
    }));
    const evidence = {
      task,
      live,
      repository,
      start,
      end,
      startHeadTree,
      diff,
      intervals,
      head,
      resets,
      worktrees,
      beside: beside?.end,
    };
    const facts = await rootFacts(evidence, signal);
    const gone = goneWithStore(view);
    const account = attribute(
      end === undefined
        ? {
            ...facts,
            dirtyAtStart: new Set(gone ?? facts.dirtyAtStart),
            kept: new Set([...facts.kept, ...movedElsewhere(view, views)]),
          }
        : facts,
      place,
    );
    if (resets.size > 0) await this.#parts.keepResets(request.end.id, root, Object.fromEntries(resets));
    const destroyed = account.preExistingTouched.filter(change => change.isDestroyed);
    const warnings = [
      ...(head?.warnings ?? []),
      ...(destroyed.length > 0 && gone === undefined
        ? [checkText('uncommittedGone', named(destroyed.map(change => change.path)))]
        : []),
      ...keptWords(facts.keptIn, place, named),
      ...(await this.#committedWork(reader, evidence, place, signal)),
    ];
    const isAlike = async (compared: readonly Compared[]): Promise<ReadonlySet<string>> =>
      await alikePaths(evidence, compared, signal);
    const stashes = await unlessGone(droppedStashes(evidence, isAlike, signal), { gone: [], applied: [] });
    return { ...account, head, stashes, partial: diff.partial, warnings };
  }

  /** Files that were changed before the task, not by it, and that it committed. */
  async #committedWork(
    reader: Extract<RootReader, { type: 'trees' }>,
    evidence: { readonly live: GitRoot | undefined; readonly startHeadTree: string | null } & Pick<
      RootView,
      'start' | 'end' | 'diff'
    >,
    place: (path: string) => string,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const { start, end, startHeadTree, diff } = evidence;
    const endHead = end?.snapshot.head ?? null;
    const startTree = start?.snapshot.tree ?? null;
    if (startHeadTree === null || startTree === null || endHead === null || endHead === start?.snapshot.head)
      return [];
    const dirty = await changedEntries(reader.repository, startHeadTree, startTree, signal);
    if (dirty.length === 0) return [];
    const committed = new Map(
      (await changedEntries(reader.repository, startHeadTree, endHead, signal)).map(entry => [
        entry.path,
        entry,
      ]),
    );
    const touched = new Set(diff.changes.map(change => change.path));
    const paths = dirty
      .filter(entry => !touched.has(entry.path) && committed.get(entry.path)?.newId === entry.newId)
      .map(entry => place(entry.path));
    return paths.length === 0 ? [] : [checkText('committedInIt', named(paths))];
  }

  async #intervals(
    root: string,
    request: AccountRequest,
    whole: RootDiff,
    signal: AbortSignal,
  ): Promise<readonly IntervalFacts[]> {
    // Alone all the time: every change is the task's.
    if (request.intervals.every(interval => interval.isAlone)) return [];
    const place = (path: string): string => workspacePath(this.#parts.workspaceFolder, root, path);
    const facts: IntervalFacts[] = [];
    for (const { from, to, owners } of request.intervals) {
      const isWhole = from.id === request.start.id && to.id === request.end.id;
      const [first, last] = (await this.#parts.readers.moments(from, to)).get(root) ?? [];
      const diff = isWhole ? whole : await this.#parts.readers.diff(first, last, signal);
      const changed = new Set(diff.changes.map(change => change.path));
      facts.push({ changed, owners: path => owners(place(path)) });
    }
    return facts;
  }

  async #live(root: string, signal: AbortSignal): Promise<GitRoot | undefined> {
    const live = await this.#parts.roots.recorded(root, signal);
    return live?.type === 'tree' ? live : undefined;
  }

  async #headTree(
    live: GitRoot | undefined,
    start: RootMoment | undefined,
    end: RootMoment | undefined,
    signal: AbortSignal,
  ): Promise<string | null> {
    if (live?.repository === undefined || start?.snapshot.method !== 'tree') return null;
    const { head, tree } = start.snapshot;
    if (head === null) return emptyTreeLike(tree);
    // A commit that HEAD still named at the end was not pruned, and stands for its tree.
    if (head === end?.snapshot.head) return head;
    const ref = start.record?.ref ?? null;
    const names = ref === null ? [] : [`${headRef(ref)}^{tree}`, keptName(headRef(ref))];
    for (const name of [...names, `${head}^{tree}`]) {
      const args = ['rev-parse', '-q', '--verify', '--end-of-options', name];
      const { code, stdout } = await live.git.run({ cwd: live.folder, args, signal, answers: [1, 128] });
      if (code === 0) return stdout.toString('latin1').trim();
    }
    return end === undefined && isStoreApart(start) ? head : null;
  }

  /** A folder that became a repository, or stopped being one, is in two roots: its unchanged files are no changes. */
  async #withoutRepeats(views: readonly RootView[], signal: AbortSignal): Promise<readonly RootView[]> {
    const appeared = views.filter(view => view.start === undefined || view.end === undefined);
    const result = new Map(views.map(view => [view.root, view]));
    for (const view of views) if (!appeared.includes(view)) await this.#leaveTo(view, result, signal);
    for (const view of appeared) {
      const outer = views
        .filter(other => other !== view && view.root.startsWith(`${other.root}/`))
        .toSorted((a, b) => b.root.length - a.root.length)[0];
      if (outer === undefined) continue;
      const prefix = view.root.slice(outer.root.length + 1);
      const isNew = view.start === undefined;
      const outerMoment = isNew ? outer.start : outer.end;
      const present =
        outerMoment === undefined ? new Set<string>() : await this.#pathsUnder(outerMoment, prefix, signal);
      const seen = result.get(view.root) ?? view;
      const changes = seen.diff.changes.filter(change => !present.has(`${prefix}/${change.path}`));
      result.set(view.root, { ...seen, diff: { ...seen.diff, changes, renames: [] } });
      if (isNew) continue;
      // The outer root took the files up: what it calls new was there before, in the repository that is gone.
      const before = new Map(view.diff.changes.map(change => [`${prefix}/${change.path}`, change]));
      const outerSeen = result.get(outer.root) ?? outer;
      const merged = outerSeen.diff.changes.flatMap(change => joined(before.get(change.path), change));
      const elsewhere = new Set([...(outerSeen.elsewhere ?? []), ...before.keys()]);
      result.set(outer.root, { ...outerSeen, elsewhere, diff: { ...outerSeen.diff, changes: merged } });
    }
    return [...result.values()];
  }

  /** Files of a root inside that the one around it took up, as those of a submodule that was made a plain folder, are told by the inner one. */
  async #leaveTo(inner: RootView, views: Map<string, RootView>, signal: AbortSignal): Promise<void> {
    for (const outer of views.values()) {
      const prefix = `${inner.root.slice(outer.root.length + 1)}/`;
      const { changes } = outer.diff;
      const isAround = inner.root.startsWith(`${outer.root}/`);
      if (!isAround || !changes.some(({ path }) => path.startsWith(prefix))) continue;
      const moments = [inner.start, inner.end].filter(moment => moment !== undefined);
      const known = await Promise.all(moments.map(moment => this.#pathsUnder(moment, '.', signal)));
      const isInner = (path: string): boolean =>
        path.startsWith(prefix) && known.some(paths => paths.has(path.slice(prefix.length)));
      const left = changes.filter(({ path }) => !isInner(path));
      views.set(outer.root, { ...outer, diff: { ...outer.diff, changes: left } });
    }
  }

  async #pathsUnder(moment: RootMoment, prefix: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
    const repository = this.#parts.readers.repository(moment);
    const { tree } = moment.snapshot;
    if (repository === undefined || tree === null) return new Set();
    const under = prefix === '.' ? [] : ['--', prefix];
    const args = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', tree, ...under];
    const { stdout } = await repository.run({ args, needsNoWorkTree: true }, signal);
    return new Set(entriesOf(stdout).map(readableName));
  }
}

const NOT_TOLD_APART = checkText('notToldApart');

const NO_FACTS = {
  imported: new Set<string>(),
  ignoredAtStart: new Set<string>(),
  ignoredAtEnd: new Set<string>(),
  dirtyAtStart: new Set<string>(),
  asHeadOfStart: new Set<string>(),
  thrownAway: new Set<string>(),
  kept: new Set<string>(),
};

function joined(before: RawChange | undefined, after: RawChange): readonly RawChange[] {
  if (before === undefined || !isDeletion(before) || !isAddition(after)) return [after];
  if (before.oldId === after.newId && before.oldMode === after.newMode) return [];
  return [{ ...after, oldMode: before.oldMode, oldId: before.oldId }];
}

function named(paths: readonly string[]): string {
  return paths.length > 10
    ? `${paths.slice(0, 10).join(', ')} and ${paths.length - 10} more`
    : paths.join(', ');
}

/** The other worktrees of the root's repository, with what they hold at the end. */
function otherWorktrees(
  { root, start, end }: RootView,
  views: readonly RootView[],
): readonly { readonly root: string; readonly tree: string }[] {
  const store = (end ?? start)?.record?.refFolder ?? null;
  return views.flatMap(other => {
    const tree = other.end?.snapshot.tree ?? null;
    const isOther = store !== null && other.root !== root && other.end?.record?.refFolder === store;
    return isOther && tree !== null && other.end?.snapshot.method === 'tree'
      ? [{ root: other.root, tree }]
      : [];
  });
}
