import type { Surroundings } from './ports';

/** A `${…}` in a configured value, as VS Code writes them. */
export type Variable =
  | {
      readonly type: 'surrounding';
      readonly name: 'workspaceFolder' | 'workspaceFolderBasename' | 'userHome' | 'pathSeparator' | 'cwd';
    }
  /** `${env:NAME}`, and `${NAME}` in capitals as other tools write it; `fallback` where one follows after `:-`. */
  | { readonly type: 'env'; readonly name: string; readonly fallback?: string }
  | { readonly type: 'input'; readonly name: string }
  /** `${secret:NAME}`: how a header's `{ "secret_key": "NAME" }` is kept. */
  | { readonly type: 'secret'; readonly name: string }
  /** Nothing we know: it stays as it stands. */
  | { readonly type: 'unknown'; readonly name: string };

/** A stretch of a value: text as it is, a variable with its own spelling, or what `$${…}` stands for: the same with one `$`. */
export type Segment =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'escaped'; readonly text: string; readonly spelling: string }
  | { readonly type: 'variable'; readonly variable: Variable; readonly spelling: string };

const VARIABLE = /(\$?)\$\{([^{}]*)\}/g;

/** Cuts a value into text and variables, in order. Joining texts and spellings gives the value again. */
export function segmentsOf(value: string): readonly Segment[] {
  // Nearly all values: thousands of entries are looked through at each glance.
  if (!value.includes('${')) return value === '' ? [] : [{ type: 'text', text: value }];
  const segments: Segment[] = [];
  let end = 0;
  for (const match of value.matchAll(VARIABLE)) {
    if (match.index > end) segments.push({ type: 'text', text: value.slice(end, match.index) });
    const [spelling, escape, inside = ''] = match;
    if (escape === '') segments.push({ type: 'variable', variable: variableCalled(inside), spelling });
    else segments.push({ type: 'escaped', text: spelling.slice(1), spelling });
    end = match.index + match[0].length;
  }
  if (end < value.length) segments.push({ type: 'text', text: value.slice(end) });
  return segments;
}

/**
 * Replaces what `valueOf` knows, in one pass: a value is never looked at again, so no value can smuggle in a variable.
 * What it does not know stays as it is spelled and is named.
 */
export function expandVariables(
  text: string,
  valueOf: (variable: Variable) => string | undefined,
): { readonly text: string; readonly unresolved: readonly Variable[] } {
  const unresolved: Variable[] = [];
  const parts = segmentsOf(text).map(segment => {
    if (segment.type !== 'variable') return segment.text;
    const value = valueOf(segment.variable);
    if (value === undefined) unresolved.push(segment.variable);
    return value ?? segment.spelling;
  });
  return { text: parts.join(''), unresolved };
}

/** What the surroundings say of a variable; undefined where they can't: no folder is open, or it is a credential's business. */
export function surroundingValue(variable: Variable, surroundings: Surroundings): string | undefined {
  if (variable.type !== 'surrounding') return undefined;
  const folder = surroundings.workspaceFolder;
  switch (variable.name) {
    case 'workspaceFolder':
    case 'cwd':
      return folder;
    case 'workspaceFolderBasename':
      return folder?.split(surroundings.pathSeparator).findLast(part => part !== '') ?? folder;
    case 'userHome':
      return surroundings.userHome;
    case 'pathSeparator':
      return surroundings.pathSeparator;
  }
}

function variableCalled(inside: string): Variable {
  switch (inside) {
    case 'workspaceFolder':
    case 'workspaceFolderBasename':
    case 'userHome':
    case 'pathSeparator':
    case 'cwd':
      return { type: 'surrounding', name: inside };
    case '/':
      return { type: 'surrounding', name: 'pathSeparator' };
  }
  const colon = inside.indexOf(':');
  const kind = inside.slice(0, Math.max(colon, 0));
  const name = inside.slice(colon + 1);
  if (kind === 'env' && name !== '') return withFallback(name);
  if ((kind === 'input' || kind === 'secret') && name !== '') return { type: kind, name };
  if (/^[A-Z_][A-Z0-9_]*(?::-.*)?$/s.test(inside)) return withFallback(inside);
  return { type: 'unknown', name: inside };
}

/** `NAME`, or `NAME:-what counts where it is not set`. */
function withFallback(text: string): Variable {
  const at = text.indexOf(':-');
  if (at <= 0) return { type: 'env', name: text };
  return { type: 'env', name: text.slice(0, at), fallback: text.slice(at + 2) };
}
