import { type CommitFacts, commitOrNull, type HistoryFacts, mergeKey } from './gitHistory';
import { kindOf, type MoveKind } from './headMoves';
import { isSame, type TreeEntry } from './restoreDecision';

/** How a commit of the task came to be. */
interface Making {
  readonly kind: MoveKind;
  readonly from: string | null;
  /** Of an applied commit: the own commit that it was before; undefined where it was somebody else's. */
  readonly before: string | undefined;
}

interface Found {
  readonly type: 'found';
  readonly entry: TreeEntry;
}

/** An entry, or the commit below that has it. */
type Step = Found | { readonly type: 'below'; readonly commit: string | null };

/**
 * What the trees of commits would be if the task had written nothing: of a foreign commit its tree, of the task's own
 * what foreign commits below it say (docs/record.md).
 */
export class ForeignTrees {
  readonly #facts: HistoryFacts;
  readonly #paths: readonly string[];
  readonly #makings: ReadonlyMap<string, Making>;
  /** Commits of the task that git alone made, out of nothing but commits of others. */
  readonly #ofOthers: ReadonlySet<string>;
  readonly #known = new Map<string, Found>();
  readonly #removing = new Map<string, boolean>();

  /** `paths`: all that anything is asked of. */
  constructor(facts: HistoryFacts, paths: readonly string[]) {
    this.#facts = facts;
    this.#paths = paths;
    this.#makings = makingsOf(facts);
    this.#ofOthers = madeOfOthers(facts, this.#makings);
  }

  /** The path in the commit without the task's own work. */
  entryOf(commit: string | null, path: string): TreeEntry {
    // A loop: thousands of own commits may lie one upon the other.
    const passed: string[] = [];
    let step: Step = { type: 'below', commit };
    while (step.type === 'below') {
      const key: string = `${step.commit ?? ''} ${path}`;
      passed.push(key);
      step = this.#known.get(key) ?? this.#step(step.commit, path);
    }
    for (const key of passed) this.#known.set(key, step);
    return step.entry;
  }

  /** An own commit holds at the path what others had left on the disk: the task only committed it. */
  know(commit: string, path: string, entry: TreeEntry): void {
    this.#known.set(`${commit} ${path}`, { type: 'found', entry });
  }

  /** What git leaves when it merges `others`, one after the other, into `first` and the task wrote nothing. */
  merged(
    first: string | null,
    others: readonly string[],
    path: string,
    byGit: TreeEntry | undefined,
  ): TreeEntry {
    const { entryOf, mergeBases } = this.#facts;
    let ours = this.entryOf(first, path);
    let isPure = isSame(entryOf(first, path), ours);
    for (const other of others) {
      const before = this.entryOf(mergeBases.get(mergeKey(first ?? '', other)) ?? null, path);
      const theirs = this.entryOf(other, path);
      isPure &&= isSame(entryOf(other, path), theirs);
      if (isSame(theirs, before) || isSame(ours, theirs)) continue;
      // Both sides of others changed it. What git joined by itself is nobody's own work; what a person resolved is.
      ours = isSame(ours, before) || byGit === undefined || !isPure ? theirs : byGit;
    }
    return ours;
  }

  #step(commit: string | null, path: string): Step {
    const { commits, entryOf } = this.#facts;
    const facts = commit === null ? undefined : commits.get(commit);
    if (commit === null || facts === undefined || facts.origin === 'foreign')
      return { type: 'found', entry: entryOf(commit, path) };
    const entry = entryOf(commit, path);
    if (this.#ofOthers.has(commit)) return { type: 'found', entry };
    const making = this.#makings.get(commit);
    const [first = null, ...others] = facts.parents;
    if (others.length > 0) {
      const byGit = making?.kind === 'merge-committed' ? undefined : entry;
      return { type: 'found', entry: this.merged(first, others, path, byGit) };
    }
    const isOthers =
      facts.origin === 'foreign-on-own' || (making !== undefined && isAppliedForeign(making, facts));
    if (isOthers) {
      const before = this.entryOf(first, path);
      const isTheirs = isSame(entryOf(first, path), before);
      const mayBeMoved = isTheirs && before === null && facts.origin === 'own';
      return {
        type: 'found',
        entry: isTheirs && !(mayBeMoved && this.#removesOwn(commit, first)) ? entry : before,
      };
    }
    // Applied again: what was not the task's own in it is not so now.
    const { before } = making ?? {};
    const isAgain = before !== undefined && before !== commit && isSame(entry, entryOf(before, path));
    if (isAgain && isSame(entry, this.entryOf(before, path))) return { type: 'found', entry };
    if (making?.kind === 'amended' || making?.kind === 'reworked') {
      const { from } = making;
      if (from !== null && commits.has(from)) return { type: 'below', commit: from };
    }
    return { type: 'below', commit: first };
  }

  /** Whether an applied commit took away a path with own work: git does so only where it moved the work to another path. */
  #removesOwn(commit: string, first: string | null): boolean {
    const { entryOf } = this.#facts;
    const known = this.#removing.get(commit);
    if (known !== undefined) return known;
    const removes = this.#paths.some(path => {
      const before = entryOf(first, path);
      const isRemoved = before !== null && entryOf(commit, path) === null;
      return isRemoved && !isSame(before, this.entryOf(first, path));
    });
    this.#removing.set(commit, removes);
    return removes;
  }
}

function isAppliedForeign({ kind, before }: Making, { isOfTask }: CommitFacts): boolean {
  return kind === 'picked' && before === undefined && isOfTask !== true;
}

/** Merged or applied by git itself on commits of others: whatever is in them, at whatever path git put it, is theirs. */
function madeOfOthers(
  { moves = [], commits }: HistoryFacts,
  makings: ReadonlyMap<string, Making>,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { to } of moves) {
    const making = makings.get(to);
    const facts = commits.get(to);
    if (making === undefined || facts === undefined) continue;
    const isByGit = making.kind === 'merged' || isAppliedForeign(making, facts);
    const { parents } = facts;
    if (isByGit && parents.every(id => found.has(id) || commits.get(id)?.origin === 'foreign')) found.add(to);
  }
  return found;
}

function makingsOf({ moves = [], commits }: HistoryFacts): ReadonlyMap<string, Making> {
  const makings = new Map<string, Making>();
  const signatures = new Map<string, string>();
  const isOwn = (facts: CommitFacts | undefined): facts is CommitFacts => facts?.origin === 'own';
  const byHead = new Set(moves.map(move => move.to));
  // Made in another worktree.
  for (const [id, facts] of commits) if (isOwn(facts) && !byHead.has(id)) signatures.set(facts.signature, id);
  for (const move of moves) {
    const facts = commits.get(move.to);
    const kind = kindOf(move);
    if (!isOwn(facts) || makings.has(move.to)) continue;
    const before = signatures.get(facts.signature);
    if (kind !== 'picked' || before !== undefined || facts.isOfTask === true)
      signatures.set(facts.signature, before ?? move.to);
    makings.set(move.to, { kind, from: commitOrNull(move.from), before });
  }
  return makings;
}
