import { coordinationError } from '../../../core/coordination/coordinationError';
import { isRecord, type Json } from '../../../core/support/json';
import type { Refusal } from '../../../core/support/refusal';

/** A pointer in a text. */
const IN_TEXT = /\{(\/(?:vars|outputs)\/[^{}]*)\}/g;

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
  const form = formOf(input);
  if (form?.type === 'from') return given(form.pointer, scope, form.otherwise);
  if (form?.type === 'text') return textOf(form.text, scope, form.otherwise);
  if (form?.type === 'literal') return form.value;
  return Object.fromEntries(
    Object.entries(input).map(([key, part]): [string, Json] => [key, filled(part, scope)]),
  );
}

type Form =
  | { readonly type: 'from'; readonly pointer: string; readonly otherwise: Json | undefined }
  | { readonly type: 'text'; readonly text: string; readonly otherwise: Json | undefined }
  | { readonly type: 'literal'; readonly value: Json };

/** Undefined for any other object: that one is filled in part by part. */
function formOf(input: object): Form | undefined {
  const { $from: pointer, $text: text, $literal: value, default: otherwise } = input as Record<string, Json>;
  const keys = Object.keys(input);
  const isForm = (key: string): boolean =>
    Object.hasOwn(input, key) &&
    keys.every(other => other === key || (other === 'default' && key !== '$literal'));
  if (isForm('$from') && typeof pointer === 'string') return { type: 'from', pointer, otherwise };
  if (isForm('$text') && typeof text === 'string') return { type: 'text', text, otherwise };
  return isForm('$literal') && value !== undefined ? { type: 'literal', value } : undefined;
}

/** A pointer of an input, and whether something else stands in where it names nothing. */
interface UsedPointer {
  readonly pointer: string;
  readonly hasDefault: boolean;
}

/** The pointers that an input takes values from. Where there are none, it is known before anything runs. */
export function pointersIn(input: Json): readonly UsedPointer[] {
  if (Array.isArray(input)) return input.flatMap((part: Json) => pointersIn(part));
  if (!isRecord(input)) return [];
  const form = formOf(input);
  if (form === undefined) return Object.values(input as Record<string, Json>).flatMap(pointersIn);
  if (form.type === 'literal') return [];
  const hasDefault = form.otherwise !== undefined;
  if (form.type === 'from') return [{ pointer: form.pointer, hasDefault }];
  return [...form.text.matchAll(IN_TEXT)].map(([, pointer = '']) => ({ pointer, hasDefault }));
}

/** The leaf whose output a pointer names; undefined where it names a variable, and null where it names neither. */
export function leafNamed(pointer: string): string | null | undefined {
  const [start, room, name] = pointer.split('/').map(unescaped);
  if (start !== '' || name === undefined || (room !== 'vars' && room !== 'outputs')) return null;
  return room === 'outputs' ? name : undefined;
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
  return text.replace(IN_TEXT, (_form, pointer: string) => {
    const value = given(pointer, scope, otherwise);
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

function cut(pointer: string): Refusal {
  return coordinationError('E-PLAN-NO-VALUE', {
    message: `The output at ${pointer.slice(0, 80)} was too long to be kept whole. Ask its tool for less, or for parts of it.`,
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
    message: `There is no value at ${pointer.slice(0, 80)}. Add a default, or run its leaf first.`,
    details: { pointer: pointer.slice(0, 200) },
  });
}
