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
  readonly #makings: ReadonlyMap<string, Making>;
  readonly #known = new Map<string, Found>();

  constructor(facts: HistoryFacts) {
    this.#facts = facts;
    this.#makings = makingsOf(facts);
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

  /** What git leaves when it merges `second` into `first` and the task wrote nothing. */
  merged(first: string | null, second: string, path: string, byGit: TreeEntry | undefined): TreeEntry {
    const base = this.#facts.mergeBases.get(mergeKey(first ?? '', second)) ?? null;
    const ours = this.entryOf(first, path);
    const theirs = this.entryOf(second, path);
    const before = this.entryOf(base, path);
    if (isSame(theirs, before) || isSame(ours, theirs)) return ours;
    // What git joined by itself is nobody's own work; what a person resolved is.
    const { entryOf } = this.#facts;
    const isPure = isSame(entryOf(first, path), ours) && isSame(entryOf(second, path), theirs);
    return byGit !== undefined && isPure ? byGit : theirs;
  }

  #step(commit: string | null, path: string): Step {
    const { commits, entryOf } = this.#facts;
    const facts = commit === null ? undefined : commits.get(commit);
    if (commit === null || facts === undefined || facts.origin === 'foreign')
      return { type: 'found', entry: entryOf(commit, path) };
    const entry = entryOf(commit, path);
    const making = this.#makings.get(commit);
    const [first = null, ...others] = facts.parents;
    if (others.length > 0) {
      const byGit = making?.kind === 'merge-committed' ? undefined : entry;
      const all = others.reduce<TreeEntry | undefined>(
        (_, other) => this.merged(first, other, path, byGit),
        undefined,
      );
      return { type: 'found', entry: all ?? null };
    }
    const isOthers =
      facts.origin === 'foreign-on-own' || (making?.kind === 'picked' && making.before === undefined);
    if (isOthers) {
      const before = this.entryOf(first, path);
      return { type: 'found', entry: isSame(entryOf(first, path), before) ? entry : before };
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
    if (kind !== 'picked' || before !== undefined) signatures.set(facts.signature, before ?? move.to);
    makings.set(move.to, { kind, from: commitOrNull(move.from), before });
  }
  return makings;
}
