import { coordinationError } from '../../../core/coordination/coordinationError';
import { isRecord, type Json } from '../../../core/support/json';
import type { Refusal } from '../../../core/support/refusal';

/** What expressions can point into. */
export interface Scope {
  readonly vars: ReadonlyMap<string, Json | undefined>;
  /** The output of the leaf of this id that ended last. */
  readonly output: (leaf: string) => Json | undefined;
  /** Whether what is there, of `vars` or `outputs`, was too long to be kept whole. */
  readonly isCut?: (room: string, name: string) => boolean;
}

/**
 * Fills in what an input takes from elsewhere. Three forms, each an object with one key, or two with `default`:
 * `{"$from": pointer}` is the value there, `{"$text": "a {pointer} b"}` a text with values in it, `{"$literal": value}` the value
 * itself. A pointer is a JSON Pointer (RFC 6901) that begins with `/vars/<name>` or `/outputs/<leaf id>`. Nothing is evaluated.
 * The default stands for nothing and for null; without it, null is a value.
 * @throws {Refusal} E-PLAN-NO-VALUE where there is nothing and no default, or only a part of what there was
 */
export function filled(input: Json, scope: Scope): Json {
  if (Array.isArray(input)) return input.map((part: Json) => filled(part, scope));
  if (!isRecord(input)) return input;
  const {
    $from: pointer,
    $text: text,
    $literal: literal,
    default: otherwise,
  } = input as Record<string, Json>;
  const keys = Object.keys(input);
  const isForm = (key: string): boolean =>
    Object.hasOwn(input, key) &&
    keys.every(other => other === key || (other === 'default' && key !== '$literal'));
  if (isForm('$from') && typeof pointer === 'string') return given(pointer, scope, otherwise);
  if (isForm('$text') && typeof text === 'string') return textOf(text, scope, otherwise);
  if (isForm('$literal') && literal !== undefined) return literal;
  return Object.fromEntries(
    Object.entries(input).map(([key, part]): [string, Json] => [key, filled(part, scope)]),
  );
}

/** The value that a pointer names, if there is one. */
export function valueAt(pointer: string, { vars, output }: Scope): Json | undefined {
  const [start, room, name, ...path] = pointer.split('/').map(unescaped);
  if (start !== '' || name === undefined) return undefined;
  let value: Json | undefined;
  if (room === 'vars') value = vars.get(name);
  else if (room === 'outputs') value = output(name);
  for (const key of path) value = partOf(value, key);
  return value;
}

function partOf(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value))
    return /^(0|[1-9]\d*)$/.test(key) ? (value as readonly Json[])[Number(key)] : undefined;
  if (!isRecord(value) || !Object.hasOwn(value, key)) return undefined;
  return value[key];
}

function given(pointer: string, scope: Scope, otherwise: Json | undefined): Json {
  const [, room = '', name = ''] = pointer.split('/').map(unescaped);
  if (scope.isCut?.(room, name) === true) throw cut(pointer);
  const value = valueAt(pointer, scope);
  const known = value === null && otherwise === undefined ? value : (value ?? otherwise);
  return known === undefined ? noValue(pointer) : known;
}

function textOf(text: string, scope: Scope, otherwise: Json | undefined): string {
  return text.replace(/\{(\/(?:vars|outputs)\/[^{}]*)\}/g, (_form, pointer: string) => {
    const value = given(pointer, scope, otherwise);
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

function cut(pointer: string): Refusal {
  return coordinationError('E-PLAN-NO-VALUE', {
    message: `The output at ${pointer.slice(0, 80)} was too long to be kept whole.`,
    hint: 'ask its tool for less, or for parts of it',
    details: { pointer: pointer.slice(0, 200) },
  });
}

function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function noValue(pointer: string): never {
  throw missing(pointer);
}

function missing(pointer: string): Refusal {
  return coordinationError('E-PLAN-NO-VALUE', {
    message: `There is no value at ${pointer.slice(0, 80)}.`,
    hint: 'add a default, or run its leaf first',
    details: { pointer: pointer.slice(0, 200) },
  });
}
