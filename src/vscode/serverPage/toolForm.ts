import type { JsonSchema } from '../../core/registry/tool';
import { isRecord } from '../../core/support/json';
import { MAX_TEXT } from '../../shared/explorer/shapes';
import { type FieldValue, MAX_BODY, MAX_FIELDS } from '../../shared/serverPage/messages';
import type { FieldKind, FormField } from '../../shared/serverPage/picture';
import { shown, shownWhole, type Wording } from '../words/wording';

/** Name of the one field for a tool whose arguments no form can show: it can't be an argument's own. */
const WHOLE = '';
/** Values that one field chooses from; one choice more says that none is chosen. */
const MAX_CHOICES = 499;

type T = Wording['t'];

/** A form for what a tool takes: a field for each argument, those that are required first. */
export function fieldsOf(schema: JsonSchema, t: T): readonly FormField[] {
  const { properties } = schema;
  if (!isRecord(properties)) return isOpen(schema) ? [wholeField(t)] : [];
  const entries = Object.entries(properties);
  // What the page does not take would leave it as it was, with nothing said.
  if (entries.length > MAX_FIELDS || entries.some(([name]) => name.length > MAX_TEXT)) return [wholeField(t)];
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const fields = entries.map(([name, own]) => fieldOf(name, plainSchema(own, schema), required.has(name), t));
  return [...fields.filter(({ isRequired }) => isRequired), ...fields.filter(field => !field.isRequired)];
}

/** What was filled in, as the tool's arguments; or why it does not do, by field. */
export type FormReading =
  | { readonly fits: true; readonly input: unknown }
  | { readonly fits: false; readonly problems: ReadonlyMap<string, string> };

/** Reads a form. The whole is checked against the schema when the tool is called. */
export function readForm(schema: JsonSchema, values: readonly FieldValue[], t: T): FormReading {
  const given = new Map(values.map(({ name, value }) => [name, value]));
  const fields = fieldsOf(schema, t);
  const read = fields.map(field => {
    const own = plainSchema(isRecord(schema['properties']) ? schema['properties'][field.name] : {}, schema);
    return [field.name, valueOf(field, own, given.get(field.name) ?? field.initial, t)] as const;
  });
  const problems = read.flatMap(([name, { problem }]) =>
    problem === undefined ? [] : [[name, problem] as const],
  );
  if (problems.length > 0) return { fits: false, problems: new Map(problems) };
  const [first] = read;
  if (first?.[0] === WHOLE && fields.length === 1) return { fits: true, input: first[1].value ?? {} };
  const present = read.filter(([, { value }]) => value !== undefined);
  return { fits: true, input: Object.fromEntries(present.map(([name, { value }]) => [name, value])) };
}

interface Read {
  /** Left out where the argument is. */
  readonly value?: unknown;
  readonly problem?: string;
}

function valueOf(
  { kind, isRequired, choices = [] }: FormField,
  schema: JsonSchema,
  text: string,
  t: T,
): Read {
  if (kind === 'flag') return { value: text === 'true' };
  if (text.trim() === '') return isRequired ? { problem: t('Enter a value.') } : {};
  switch (kind) {
    case 'text':
      return { value: text };
    case 'choice':
      return choices.some(({ value }) => value === text)
        ? { value: parsed(text) }
        : { problem: t('Select one of the values.') };
    case 'number':
      return numberOf(text, schema, t);
    case 'json':
      return jsonOf(text, schema, t);
  }
}

function numberOf(text: string, { type, minimum, maximum }: JsonSchema, t: T): Read {
  const value = Number(text);
  if (!Number.isFinite(value)) return { problem: t('Enter a number.') };
  if (type === 'integer' && !Number.isInteger(value)) return { problem: t('Enter a whole number.') };
  if (typeof minimum === 'number' && value < minimum) return { problem: t('Enter at least {0}.', minimum) };
  if (typeof maximum === 'number' && value > maximum) return { problem: t('Enter at most {0}.', maximum) };
  return { value };
}

function jsonOf(text: string, { type }: JsonSchema, t: T): Read {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: t('Not valid JSON: {0}', shown(error instanceof Error ? error.message : '')) };
  }
  if (type === 'array' && !Array.isArray(value)) return { problem: t('Enter a JSON array, such as [1, 2].') };
  if (type === 'object' && !isRecord(value))
    return { problem: t('Enter a JSON object, such as {0}.', '{"a": 1}') };
  return { value };
}

function fieldOf(name: string, schema: JsonSchema, isRequired: boolean, t: T): FormField {
  const choices = choicesOf(schema, isRequired, t);
  const kind = choices === undefined ? kindOf(schema) : choices.length === 0 ? 'flag' : 'choice';
  const about = schema['description'];
  return {
    name,
    label: shown(name, 100),
    kind,
    isRequired,
    ...(typeof about === 'string' && about !== '' ? { about: shownWhole(about) } : {}),
    initial: initialOf(schema['default'], kind),
    ...(choices === undefined || choices.length === 0 ? {} : { choices }),
  };
}

/** None for a flag; undefined where the argument has no fixed values. */
function choicesOf(schema: JsonSchema, isRequired: boolean, t: T): FormField['choices'] {
  const { enum: listed, const: only, type, default: given } = schema;
  const hasBegin = isRequired || given !== undefined;
  if (type === 'boolean' && hasBegin) return [];
  const values = Array.isArray(listed)
    ? listed
    : only === undefined
      ? type === 'boolean'
        ? [true, false]
        : []
      : [only];
  if (values.length === 0 || values.length > MAX_CHOICES) return undefined;
  const choices = values.map((value: unknown) => ({
    value: JSON.stringify(value),
    label: shown(typeof value === 'string' ? value : JSON.stringify(value), 100),
  }));
  if (choices.some(({ value }) => value.length > MAX_TEXT)) return undefined;
  return [{ value: '', label: isRequired ? t('Select…') : t('(not set)') }, ...choices];
}

function kindOf({ type }: JsonSchema): FieldKind {
  if (type === 'string') return 'text';
  return type === 'number' || type === 'integer' ? 'number' : 'json';
}

function initialOf(value: unknown, kind: FieldKind): string {
  if (value === undefined || value === null) return kind === 'flag' ? 'false' : '';
  const text = typeof value === 'string' && kind === 'text' ? value : JSON.stringify(value);
  // Part of a default is another value; where an argument is left out, the server has its own.
  return text.length > MAX_BODY ? '' : text;
}

/** A schema without what only says that null is taken too, and with what it refers to in the tool's own definitions. */
function plainSchema(own: unknown, root: JsonSchema): JsonSchema {
  const schema = isRecord(own) ? own : {};
  const target = typeof schema['$ref'] === 'string' ? referred(schema['$ref'], root) : undefined;
  if (target !== undefined) return { ...target, ...schema };
  const { type } = schema;
  if (Array.isArray(type)) {
    const types = type.filter(each => each !== 'null');
    return { ...schema, type: types.length === 1 ? types[0] : undefined };
  }
  const others = schema['anyOf'] ?? schema['oneOf'];
  if (!Array.isArray(others)) return schema;
  const real = others.filter(each => isRecord(each) && each['type'] !== 'null');
  const [only] = real;
  return real.length === 1 && isRecord(only) ? { ...only, ...schema } : schema;
}

function referred(pointer: string, root: JsonSchema): JsonSchema | undefined {
  const [, place = '', name = ''] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(pointer) ?? [];
  const definitions = root[place];
  const found = isRecord(definitions) ? definitions[name] : undefined;
  return isRecord(found) ? found : undefined;
}

/** Whether a tool without named arguments takes any. */
function isOpen({ additionalProperties, type }: JsonSchema): boolean {
  return type !== 'object' || isRecord(additionalProperties) || additionalProperties === true;
}

function wholeField(t: T): FormField {
  return { name: WHOLE, label: t('Arguments (JSON)'), kind: 'json', isRequired: false, initial: '{}' };
}

function parsed(text: string): unknown {
  return JSON.parse(text);
}
