import { isRecord } from '../support/json';
import type { JsonSchema } from './tool';

const ALTERNATIVES = ['anyOf', 'oneOf', 'allOf'] as const;

/**
 * One schema, its parts being so already, as providers take it: what means the same where there is such a thing, else what
 * allows more. The same one where it is fine. docs/tools.md has the table, with who refuses what.
 */
export function providerForm(schema: JsonSchema): JsonSchema {
  return withKnownProperties(
    withItems(withEnum(withType(withNumberBounds(withoutEmptyAlternatives(schema))))),
  );
}

/** Alternatives that say nothing, or no more than what was left out. */
function withoutEmptyAlternatives(schema: JsonSchema): JsonSchema {
  const empty = ALTERNATIVES.filter(way => {
    const parts = schema[way];
    return Array.isArray(parts) && parts.every(part => isRecord(part) && Object.keys(part).length === 0);
  });
  return without(schema, empty);
}

/** Draft 4 says of a bound that it is exclusive; since draft 6, the exclusive bound is one of its own. */
function withNumberBounds(schema: JsonSchema): JsonSchema {
  let made = schema;
  for (const [exclusive, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof made[exclusive] !== 'boolean') continue;
    const limit = made[bound];
    made =
      made[exclusive] && typeof limit === 'number'
        ? { ...without(made, [bound]), [exclusive]: limit }
        : without(made, [exclusive]);
  }
  return made;
}

/** Choices of texts or of numbers, and one alone as such: no other kind is taken by all. What says nothing is no choice. */
function withEnum(schema: JsonSchema): JsonSchema {
  const hasConst = Object.hasOwn(schema, 'const');
  const choices = hasConst ? [schema['const']] : schema['enum'];
  if (!Array.isArray(choices)) return schema;
  const said = (choices as readonly unknown[]).filter(choice => choice !== null && choice !== '');
  const kinds = new Set(choices.map(choice => (choice === null ? 'null' : typeof choice)));
  const given = typesOf(schema);
  const types = given.length > 0 || kinds.has('object') ? given : [...kinds];
  const isTaken = said.every(choice =>
    typeof choice === 'string'
      ? types.includes('string')
      : typeof choice === 'number' && (types.includes('number') || types.includes('integer')),
  );
  const isPlain = said.length > 0 && isTaken && new Set(said.map(choice => typeof choice)).size === 1;
  if (isPlain && !hasConst && said.length === choices.length && given.length > 0) return schema;
  return {
    ...(given.length > 0 || types.length === 0 ? {} : { type: types.length === 1 ? types[0] : types }),
    ...without(schema, ['const', 'enum']),
    ...(isPlain ? { enum: said } : {}),
  };
}

/** A type where only what belongs to one says which it is. */
function withType(schema: JsonSchema): JsonSchema {
  if (schema['type'] !== undefined) return schema;
  if (schema['properties'] !== undefined) return { type: 'object', ...schema };
  if (schema['items'] !== undefined || schema['prefixItems'] !== undefined)
    return { type: 'array', ...schema };
  return schema;
}

/** `items` as one schema for each list, and for nothing else. */
function withItems(schema: JsonSchema): JsonSchema {
  const types = typesOf(schema);
  if (!types.includes('array'))
    return types.length === 0 ? schema : without(schema, ['items', 'prefixItems', 'additionalItems']);
  const { items, prefixItems } = schema;
  if (isRecord(items)) return schema;
  const [first, ...others] = [items, prefixItems].flatMap(list =>
    Array.isArray(list) ? (list as unknown[]) : [],
  );
  const each = first === undefined ? {} : others.length === 0 ? first : { anyOf: [first, ...others] };
  return { ...without(schema, ['additionalItems']), items: each };
}

/** What is required is also described, and nothing but objects has properties. */
function withKnownProperties(schema: JsonSchema): JsonSchema {
  const types = typesOf(schema);
  if (types.length > 0 && !types.includes('object')) return without(schema, ['properties', 'required']);
  const { properties, required } = schema;
  if (!Array.isArray(required)) return schema;
  const known = isRecord(properties) ? properties : {};
  const unknown = (required as string[]).filter(name => !Object.hasOwn(known, name));
  if (unknown.length === 0) return schema;
  if (types.length === 0) return without(schema, ['required']);
  return { ...schema, properties: { ...known, ...Object.fromEntries(unknown.map(name => [name, {}])) } };
}

function typesOf({ type }: JsonSchema): readonly unknown[] {
  return Array.isArray(type) ? type : type === undefined ? [] : [type];
}

function without(schema: JsonSchema, keys: readonly string[]): JsonSchema {
  if (!keys.some(key => Object.hasOwn(schema, key))) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));
}
