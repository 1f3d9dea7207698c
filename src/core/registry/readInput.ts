import { folded } from '../support/folded';
import { isRecord } from '../support/json';
import { requiredOf } from './requiredOf';
import type { JsonSchema } from './tool';

/** What a check of arguments says of them. */
interface Checked {
  readonly fits: boolean;
}

/** Arguments as they were read, and what the check said of those. */
interface ReadInput<Result extends Checked> {
  readonly read: Result;
  /** What was read otherwise than it was written, for the model that wrote it. */
  readonly notes: readonly string[];
}

/** How values are read. */
interface Reading {
  readonly notes: string[];
  readonly isOfServer: boolean;
}

/** Gemini CLI puts it into every schema that it shows its model, and passes it on. */
const OF_CLIENTS = 'wait_for_previous';

/** Names that one tool, or the protocol itself, uses and models carry over to another. */
const SAME_MEANING: ReadonlyMap<string, readonly string[]> = new Map([
  ['name', ['server', 'tool']],
  ['server', ['name']],
  ...group('intent', 'query', 'q', 'search', 'search_query', 'keywords', 'for'),
  ...group('path', 'file', 'file_path', 'filepath', 'filename'),
]);

/** Names of which each may stand for each other. */
function group(...names: readonly string[]): readonly (readonly [string, readonly string[]])[] {
  return names.map(name => [name, names.filter(other => other !== name)]);
}

/**
 * Reads arguments as models write them (docs/tools.md, "What models send"). What fits is taken as it is. Else what can only have
 * meant one thing is read so: `null` or an empty text for an optional parameter as nothing, JSON text for an object or a list as
 * that, another spelling of a parameter's name as the name, parts of an object beside it as in it. What fits no better for it is the
 * caller's to refuse. None at all is an empty object. `isOfServer`: a number or a truth value in quotes is one too, since many servers
 * read it so themselves.
 */
export function readInput<Result extends Checked>(
  schema: JsonSchema,
  given: unknown,
  check: (input: unknown) => Result,
  { isOfServer = false }: { readonly isOfServer?: boolean } = {},
): ReadInput<Result> {
  const whole = given ?? {};
  if (!isRecord(whole)) return { read: check(whole), notes: [] };
  const { [OF_CLIENTS]: ofClient, ...rest } = whole;
  const input = ofClient === undefined || OF_CLIENTS in propertiesOf(schema) ? whole : rest;
  const asWritten = check(input);
  if (asWritten.fits) return { read: asWritten, notes: [] };
  const notes: string[] = [];
  const named = inTheirObject(schema, underTheirNames(schema, input, notes), notes);
  const meant = valueOf(schema, named, { notes, isOfServer });
  const read = check(meant);
  if (read.fits) return { read, notes: [...new Set(notes)] };
  // A check may refuse an empty text where its schema does not say so.
  const withoutEmpty = check(withoutEmptyTexts(schema, meant));
  return { read: withoutEmpty.fits ? withoutEmpty : read, notes: [...new Set(notes)] };
}

function underTheirNames(
  schema: JsonSchema,
  input: Readonly<Record<string, unknown>>,
  notes: string[],
): Readonly<Record<string, unknown>> {
  const properties = Object.keys(propertiesOf(schema));
  const missing = properties.filter(name => !Object.hasOwn(input, name));
  const entries = Object.entries(input).map(([key, value]): [string, unknown] => {
    if (properties.includes(key)) return [key, value];
    const meant = missing.filter(
      name => folded(name) === folded(key) || SAME_MEANING.get(key)?.includes(name) === true,
    );
    const needed = meant.filter(name => requiredOf(schema).includes(name));
    const [name, ...others] = needed.length > 0 ? needed : meant;
    if (name === undefined || others.length > 0) return [key, value];
    notes.push(`"${key.slice(0, 60)}" was read as "${name}".`);
    return [name, value];
  });
  // Two spellings of one name: nobody can tell which was meant.
  return new Set(entries.map(([key]) => key)).size === entries.length ? Object.fromEntries(entries) : input;
}

/** Where all that the schema does not know belongs into one object that is missing: as parts of that. */
function inTheirObject(
  schema: JsonSchema,
  input: Readonly<Record<string, unknown>>,
  notes: string[],
): Readonly<Record<string, unknown>> {
  const properties = propertiesOf(schema);
  const isKnown = (key: string): boolean => Object.hasOwn(properties, key);
  const strange = Object.keys(input).filter(key => !isKnown(key));
  if (strange.length === 0) return input;
  const [home, ...others] = Object.entries(properties).filter(
    ([name, part]) =>
      !Object.hasOwn(input, name) &&
      isRecord(part) &&
      strange.every(key => Object.hasOwn(propertiesOf(part), key)),
  );
  if (home === undefined || others.length > 0) return input;
  const [name] = home;
  notes.push(`${strange.map(key => `"${key}"`).join(', ')} was read as part of "${name}".`);
  const entries = Object.entries(input);
  return {
    ...Object.fromEntries(entries.filter(([key]) => isKnown(key))),
    [name]: Object.fromEntries(entries.filter(([key]) => !isKnown(key))),
  };
}

/** A value by its schema; what says nothing is left out of objects. */
function valueOf(schema: unknown, given: unknown, reading: Reading, place = ''): unknown {
  if (!isRecord(schema)) return given;
  const value = typeof given === 'string' ? fromText(schema, given, reading, place) : given;
  if (Array.isArray(value)) return value.map(item => valueOf(schema['items'], item, reading, place));
  if (!isRecord(value)) return value;
  const properties = propertiesOf(schema);
  const required = requiredOf(schema);
  const said = Object.entries(value).filter(
    ([key, part]) =>
      required.includes(key) || !Object.hasOwn(properties, key) || !saysNothing(properties[key], part),
  );
  return Object.fromEntries(said.map(([key, part]) => [key, valueOf(properties[key], part, reading, key)]));
}

/** A value without the empty texts in it that are optional. */
function withoutEmptyTexts(schema: unknown, value: unknown): unknown {
  if (!isRecord(schema)) return value;
  if (Array.isArray(value)) return value.map(item => withoutEmptyTexts(schema['items'], item));
  if (!isRecord(value)) return value;
  const properties = propertiesOf(schema);
  const required = requiredOf(schema);
  const said = Object.entries(value).filter(
    ([key, part]) => part !== '' || required.includes(key) || !Object.hasOwn(properties, key),
  );
  return Object.fromEntries(said.map(([key, part]) => [key, withoutEmptyTexts(properties[key], part)]));
}

/** What was written as JSON text where no text is wanted; or the one text that an object needs. */
function fromText(schema: JsonSchema, text: string, reading: Reading, place: string): unknown {
  const wanted = typesOf(schema);
  if (wanted.includes('string')) return text;
  const isJson = reading.isOfServer ? /^\s*(?:[[{\d-]|true|false)/ : /^\s*[[{]/;
  if (!isJson.test(text)) return wanted.includes('object') ? asItsText(schema, text, reading, place) : text;
  try {
    const value: unknown = JSON.parse(text);
    if (!typesOfValue(value).some(type => wanted.includes(type))) return text;
    reading.notes.push(`"${place}" was parsed as JSON: pass it as a value, not as text.`);
    return value;
  } catch {
    return text;
  }
}

/** The types of JSON schema that a value has; none for a whole number that parsing may have rounded: it is no longer what was written. */
function typesOfValue(value: unknown): readonly string[] {
  if (typeof value !== 'number') return [Array.isArray(value) ? 'array' : typeof value];
  if (!Number.isInteger(value)) return ['number'];
  return Number.isSafeInteger(value) ? ['integer', 'number'] : [];
}

function asItsText(schema: JsonSchema, text: string, { notes }: Reading, place: string): unknown {
  const [name, ...others] = requiredOf(schema);
  if (typeof name !== 'string' || others.length > 0 || text.trim() === '') return text;
  const part = propertiesOf(schema)[name];
  if (!isRecord(part) || !typesOf(part).includes('string')) return text;
  notes.push(`"${place}" was read as its "${name}".`);
  return { [name]: text };
}

/** Whether a value stands for none. A schema that says so itself takes `null` or an empty text. */
function saysNothing(schema: unknown, value: unknown): boolean {
  if (!isRecord(schema) || (value !== null && value !== '')) return false;
  const alternatives = ['anyOf', 'oneOf'].flatMap(key => (Array.isArray(schema[key]) ? schema[key] : []));
  if (alternatives.length > 0) return alternatives.every(each => saysNothing(each, value));
  if (Array.isArray(schema['enum'])) return !schema['enum'].includes(value);
  const types = typesOf(schema);
  if (types.length === 0) return false;
  if (value === null) return !types.includes('null') && schema['nullable'] !== true;
  return (
    !types.includes('string') || ['minLength', 'pattern', 'format'].some(key => schema[key] !== undefined)
  );
}

function typesOf({ type }: JsonSchema): readonly unknown[] {
  return Array.isArray(type) ? type : type === undefined ? [] : [type];
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, unknown>> {
  return isRecord(schema['properties']) ? schema['properties'] : {};
}
