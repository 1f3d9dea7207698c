import { type CommitFacts, commitOrNull, type HistoryFacts, mergeKey } from './gitHistory';
import { kindOf, type MoveKind } from './headMoves';
import { isSame, type TreeEntry } from './restoreDecision';

/** How a commit of the task came to be. */
interface Making {
  readonly kind: MoveKind;
  readonly from: string | null;
  /** Of an applied commit: whether it was the task's own before. */
  readonly isOwnAgain: boolean;
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

  /** What git leaves when it merges `second` into `first` and the task wrote nothing. */
  merged(first: string | null, second: string, path: string, byGit: TreeEntry | undefined): TreeEntry {
    const base = this.#facts.mergeBases.get(mergeKey(first ?? '', second)) ?? null;
    const ours = this.entryOf(first, path);
    const theirs = this.entryOf(second, path);
    const before = this.entryOf(base, path);
    if (isSame(theirs, before) || isSame(ours, theirs)) return ours;
    if (isSame(ours, before)) return theirs;
    // Both sides of others changed it. What git joined by itself is nobody's own work; what a person resolved is.
    const { entryOf } = this.#facts;
    const isPure = isSame(entryOf(first, path), ours) && isSame(entryOf(second, path), theirs);
    return byGit !== undefined && isPure ? byGit : theirs;
  }

  #step(commit: string | null, path: string): Step {
    const { commits, entryOf, entryAtStart } = this.#facts;
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
    const isOthers = facts.origin === 'foreign-on-own' || (making?.kind === 'picked' && !making.isOwnAgain);
    if (isOthers) {
      const before = this.entryOf(first, path);
      return { type: 'found', entry: isSame(entryOf(first, path), before) ? entry : before };
    }
    // What lay on the disk before the task, and the task only committed.
    if (!isSame(entry, entryOf(first, path)) && isSame(entry, entryAtStart(path)))
      return { type: 'found', entry };
    if (making?.kind === 'amended' || making?.kind === 'reworked') {
      const { from } = making;
      if (from !== null && commits.has(from)) return { type: 'below', commit: from };
    }
    return { type: 'below', commit: first };
  }
}

function makingsOf({ moves = [], commits }: HistoryFacts): ReadonlyMap<string, Making> {
  const makings = new Map<string, Making>();
  const signatures = new Set<string>();
  const isOwn = (facts: CommitFacts | undefined): facts is CommitFacts => facts?.origin === 'own';
  const byHead = new Set(moves.map(move => move.to));
  // Made in another worktree.
  for (const [id, facts] of commits) if (isOwn(facts) && !byHead.has(id)) signatures.add(facts.signature);
  for (const move of moves) {
    const facts = commits.get(move.to);
    const kind = kindOf(move);
    if (!isOwn(facts) || makings.has(move.to)) continue;
    const isOwnAgain = kind !== 'picked' || signatures.has(facts.signature);
    if (isOwnAgain) signatures.add(facts.signature);
    makings.set(move.to, { kind, from: commitOrNull(move.from), isOwnAgain });
  }
  return makings;
}
