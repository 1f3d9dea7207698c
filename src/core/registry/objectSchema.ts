import { canonicalJson, isRecord } from '../support/json';
import { referredTo } from './schemaReference';
import type { JsonSchema } from './tool';

/** References at the root that are followed, one to the next (chosen here). */
const MAX_HOPS = 5;
/** Alternatives within alternatives that are made one object of (chosen here). */
const MAX_LEVELS = 4;

/** What may not stand at the root of a schema: neither OpenAI nor Anthropic takes it there. */
const ALTERNATIVES = ['anyOf', 'oneOf', 'allOf'] as const;
const NOT_AT_ROOT: ReadonlySet<string> = new Set([
  ...ALTERNATIVES,
  'enum',
  'const',
  'not',
  'if',
  'then',
  'else',
]);

/** Whether a schema is one of an object as the protocol has it: what clients check before they look at anything else. */
export function isProtocolSchema(schema: unknown): schema is JsonSchema {
  if (!isRecord(schema) || schema['type'] !== 'object') return false;
  const { properties = {}, required = [] } = schema;
  const isNamed = Array.isArray(required) && required.every(name => typeof name === 'string');
  return isNamed && isRecord(properties) && Object.values(properties).every(isRecord);
}

/**
 * The schema with an object at its root, and nothing there that providers refuse; undefined where it is something else. The same
 * one where it is fine. What was not valid is added to `mended`.
 */
export function objectSchema(schema: JsonSchema, mended: string[]): JsonSchema | undefined {
  const own = followed(schema, schema);
  const { type } = own;
  const kinds: unknown = typeof type === 'string' ? [type] : type;
  if (Array.isArray(kinds) && !kinds.some(isObjectType)) return undefined;
  if (type !== 'object') mended.push('type of a schema');
  const flat = flattened(own, schema, 0);
  if (flat !== own) mended.push('alternatives at the root of a schema');
  const properties = validProperties(flat['properties'], mended);
  const required = validRequired(flat['required'], mended);
  const isSame =
    flat === schema &&
    type === 'object' &&
    properties === schema['properties'] &&
    required === schema['required'];
  if (isSame) return schema;
  const { properties: _odd, required: _too, ...others } = flat;
  return {
    ...others,
    type: 'object',
    ...(properties === undefined ? {} : { properties }),
    ...(required === undefined ? {} : { required }),
  };
}

function isObjectType(type: unknown): boolean {
  return typeof type === 'string' && type.toLowerCase() === 'object';
}

/** What a schema refers to, under what stands beside the reference. */
function followed(schema: JsonSchema, root: JsonSchema, hops = 0): JsonSchema {
  if (!Object.hasOwn(schema, '$ref')) return schema;
  const { $ref: ref, ...beside } = schema;
  const target = hops < MAX_HOPS ? referredTo(root, ref) : undefined;
  return isRecord(target) ? { ...followed(target, root, hops + 1), ...beside } : beside;
}

/** One object in place of alternatives: what any of them takes may be given, and only what all need is required. */
function flattened(schema: JsonSchema, root: JsonSchema, level: number): JsonSchema {
  if (!Object.keys(schema).some(key => NOT_AT_ROOT.has(key))) return schema;
  let properties: Record<string, unknown> = { ...recordOf(schema['properties']) };
  const required = new Set(stringsOf(schema['required']));
  for (const way of level < MAX_LEVELS ? ALTERNATIVES : []) {
    const parts = listOf(schema[way])
      .filter(isRecord)
      .map(part => flattened(followed(part, root), root, level + 1));
    properties = { ...joinedProperties(parts, way), ...properties };
    const needs = parts.map(part => new Set(stringsOf(part['required'])));
    const [first = new Set<string>(), ...others] = needs;
    for (const name of way === 'allOf' ? needs.flatMap(each => [...each]) : first)
      if (way === 'allOf' || others.every(each => each.has(name))) required.add(name);
  }
  const kept = Object.entries(schema).filter(([key]) => !NOT_AT_ROOT.has(key));
  return {
    ...Object.fromEntries(kept),
    properties,
    ...(required.size === 0 ? {} : { required: [...required] }),
  };
}

/** The properties of several objects; of one that more than one has, what any of them takes, or what the first of all of them says. */
function joinedProperties(parts: readonly JsonSchema[], way: (typeof ALTERNATIVES)[number]): JsonSchema {
  const joined = new Map<string, unknown>();
  for (const [name, property] of parts.flatMap(part => Object.entries(recordOf(part['properties'])))) {
    const before = joined.get(name);
    if (before === undefined) joined.set(name, property);
    else if (way !== 'allOf') joined.set(name, eitherOf(before, property));
  }
  return Object.fromEntries(joined);
}

/** A schema that takes what one of the two takes: choices, such as what tells the alternatives apart, become one list. */
function eitherOf(first: unknown, other: unknown): unknown {
  if (!isRecord(first) || !isRecord(other) || canonicalJson(first) === canonicalJson(other)) return first;
  if (Object.keys(first).length === 0 || Object.keys(other).length === 0) return {};
  const [choices, more] = [choicesOf(first), choicesOf(other)];
  if (choices && more && first['type'] === other['type']) {
    const { const: _one, ...said } = first;
    return { ...said, enum: [...new Set([...choices, ...more])] };
  }
  const isJoined = Array.isArray(first['anyOf']) && Object.keys(first).length === 1;
  return { anyOf: [...(isJoined ? listOf(first['anyOf']) : [first]), other] };
}

function choicesOf(schema: JsonSchema): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema['const']];
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined;
}

function validProperties(
  properties: unknown,
  mended: string[],
): Readonly<Record<string, unknown>> | undefined {
  if (properties === undefined) return undefined;
  if (!isRecord(properties)) {
    mended.push('properties of a schema');
    return undefined;
  }
  if (Object.values(properties).every(isRecord)) return properties;
  mended.push('a property of a schema');
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      // JSON Schema's own short forms: anything, and nothing.
      isRecord(property) ? property : property === false ? { not: {} } : {},
    ]),
  );
}

function validRequired(required: unknown, mended: string[]): readonly string[] | undefined {
  if (required === undefined) return undefined;
  const names = stringsOf(required);
  if (Array.isArray(required) && names.length === required.length) return required as readonly string[];
  mended.push('required of a schema');
  return names.length === 0 ? undefined : names;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function stringsOf(value: unknown): readonly string[] {
  return listOf(value).filter(item => typeof item === 'string');
}
