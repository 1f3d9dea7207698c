/** One line of a `.gitignore`. */
interface IgnoreRule {
  /** Folder that the rule is for, '' for the root. */
  readonly folder: string;
  readonly segments: readonly string[];
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
}

/** The rules of `.gitignore` files (https://git-scm.com/docs/gitignore), for folders where no git can be asked. */
export class IgnoreRules {
  static readonly none = new IgnoreRules([]);
  readonly #rules: readonly IgnoreRule[];

  private constructor(rules: readonly IgnoreRule[]) {
    this.#rules = rules;
  }

  /** These rules and, stronger, those of a file in the folder. */
  with(folder: string, text: string): IgnoreRules {
    const rules = text.split(/\r?\n/).flatMap(line => ruleOf(folder, line));
    return rules.length === 0 ? this : new IgnoreRules([...this.#rules, ...rules]);
  }

  /** Whether the path is ignored, given that the folders above it are not. The last rule that matches decides. */
  ignores(path: string, isFolder: boolean): boolean {
    const rule = this.#rules.findLast(
      candidate =>
        (isFolder || !candidate.isForFolders) &&
        (candidate.folder === '' || path.startsWith(`${candidate.folder}/`)) &&
        matches(candidate, candidate.folder === '' ? path : path.slice(candidate.folder.length + 1)),
    );
    return rule?.isNegated === false;
  }
}

function ruleOf(folder: string, line: string): readonly IgnoreRule[] {
  let pattern = line.replace(/(?<!\\) +$/, '');
  if (pattern === '' || pattern.startsWith('#')) return [];
  const isNegated = pattern.startsWith('!');
  if (isNegated) pattern = pattern.slice(1);
  const isForFolders = pattern.endsWith('/');
  if (isForFolders) pattern = pattern.slice(0, -1);
  if (pattern === '') return [];
  const isAnchored = pattern.includes('/');
  const segments = pattern.replace(/^\//, '').split('/');
  return [{ folder, isNegated, isForFolders, segments: isAnchored ? segments : ['**', ...segments] }];
}

/** Segment by segment, keeping every position that the pattern may have reached: linear in both. */
function matches(rule: IgnoreRule, path: string): boolean {
  const { segments } = rule;
  const names = path.split('/');
  let reached = new Set([0]);
  for (const name of names) {
    const next = new Set<number>();
    for (const start of reached) {
      for (let at = start; at < segments.length; at += 1) {
        const segment = segments[at] ?? '';
        if (segment !== '**') {
          if (matchesName(segment, name)) next.add(at + 1);
          break;
        }
        next.add(at);
        // As the last segment it stands for what is inside, else also for no folder at all.
        if (at === segments.length - 1) next.add(segments.length);
      }
    }
    reached = next;
  }
  return reached.has(segments.length);
}

/** A name against a pattern with `*`, `?`, `[…]` and `\`: goes back to the last star only, so it takes no more than length × length. */
function matchesName(pattern: string, name: string): boolean {
  const parts = partsOf(pattern);
  let at = 0;
  let star = -1;
  let starAt = 0;
  for (let i = 0; i < name.length;) {
    const part = parts[at];
    if (part === '*') {
      star = at;
      starAt = i;
      at += 1;
    } else if (part !== undefined && part(name.charAt(i))) {
      at += 1;
      i += 1;
    } else if (star >= 0) {
      starAt += 1;
      i = starAt;
      at = star + 1;
    } else return false;
  }
  while (parts[at] === '*') at += 1;
  return at === parts.length;
}

type Part = '*' | ((letter: string) => boolean);

function partsOf(pattern: string): readonly Part[] {
  const parts: Part[] = [];
  for (let i = 0; i < pattern.length; i += 1) {
    const letter = pattern.charAt(i);
    const end = letter === '[' ? pattern.indexOf(']', i + 2) : -1;
    if (letter === '*') parts.push('*');
    else if (letter === '?') parts.push(() => true);
    else if (end > 0) {
      parts.push(classOf(pattern.slice(i + 1, end)));
      i = end;
    } else if (letter === '\\' && i + 1 < pattern.length) {
      i += 1;
      const literal = pattern.charAt(i);
      parts.push(other => other === literal);
    } else parts.push(other => other === letter);
  }
  return parts;
}

function classOf(body: string): (letter: string) => boolean {
  const isNegated = /^[!^]/.test(body);
  const letters = isNegated ? body.slice(1) : body;
  return letter => {
    for (let i = 0; i < letters.length; i += 1) {
      const isRange = letters.charAt(i + 1) === '-' && i + 2 < letters.length;
      const last = isRange ? letters.charAt(i + 2) : letters.charAt(i);
      if (letter >= letters.charAt(i) && letter <= last) return !isNegated;
      if (isRange) i += 2;
    }
    return isNegated;
  };
}
