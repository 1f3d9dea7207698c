import { isRecord } from '../support/json';
import { providerForm } from './providerForm';
import { isProviderPattern, isUnicodePattern } from './providerPattern';
import { referredTo } from './schemaReference';
import type { JsonSchema } from './tool';

/** A schema as it may be shown to a provider's model. */
export interface ProviderSchema {
  /** The very schema where it is fine. */
  readonly schema: JsonSchema;
  /** Whether all of it was JSON Schema. */
  readonly isValid: boolean;
  /** Whether clients can make a check of it, as the SDKs do of each output schema while they list. */
  readonly isCompilable: boolean;
}

/** Levels that a schema is shown to; below, anything goes (chosen here: models fill in a few). */
const MAX_LEVELS = 40;
/** Characters of JSON that are written in place of references; beyond, only types are (chosen here). */
const MAX_INLINED = 65_536;
/** Where definitions stand: without references, nothing needs them. */
const DEFINITIONS: readonly string[] = ['$defs', 'definitions'];

type Kind =
  | 'text'
  | 'flag'
  | 'count'
  | 'number'
  | 'step'
  | 'limit'
  | 'names'
  | 'list'
  | 'choices'
  | 'types'
  | 'pattern'
  | 'schema'
  | 'items'
  | 'schemas'
  | 'schemaMap'
  | 'patternMap'
  | 'map';

/** What JSON Schema (2020-12, and what older drafts called otherwise) takes of each keyword. Any other is nobody's business. */
const KEYWORDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries({
    text: 'title description $comment $schema $id $anchor $ref $dynamicRef $dynamicAnchor format contentEncoding contentMediaType',
    flag: 'uniqueItems readOnly writeOnly deprecated',
    count: 'minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains',
    number: 'minimum maximum',
    step: 'multipleOf',
    limit: 'exclusiveMinimum exclusiveMaximum',
    names: 'required',
    list: 'examples',
    choices: 'enum',
    types: 'type',
    pattern: 'pattern',
    schema:
      'additionalProperties unevaluatedProperties unevaluatedItems additionalItems contains propertyNames not if then else contentSchema',
    items: 'items',
    schemas: 'anyOf oneOf allOf prefixItems',
    schemaMap: 'properties $defs definitions dependentSchemas',
    patternMap: 'patternProperties',
    map: 'dependentRequired dependencies',
  } satisfies Record<Kind, string>).flatMap(([kind, names]) =>
    names.split(' ').map((name): [string, Kind] => [name, kind as Kind]),
  ),
);

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
/** Names of types in the languages that servers are written in. */
const TYPE_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({ str: 'string', text: 'string', int: 'integer', float: 'number', double: 'number' }).concat(
    Object.entries({ bool: 'boolean', dict: 'object', map: 'object', list: 'array', none: 'null' }),
  ),
);

/**
 * A schema with nothing in it for which a provider refuses the whole request (docs/tools.md). `root` is what its references are
 * looked up in. In time proportional to the schema, however it refers to itself.
 */
export function providerSchema(schema: JsonSchema, root = schema): ProviderSchema {
  const walk = new Walk(root, true);
  const made = walk.object(schema, 0, []);
  if (!walk.hasPlainReferences)
    return { schema: made, isValid: walk.isValid, isCompilable: walk.isCompilable };
  const kept = new Walk(root, false);
  return { schema: kept.object(schema, 0, []), isValid: kept.isValid, isCompilable: kept.isCompilable };
}

/** One pass over a schema, with what was seen on the way. */
class Walk {
  readonly #root: JsonSchema;
  readonly #isInlining: boolean;
  #references = 0;
  #oddReferences = 0;
  #inlined = 0;
  readonly #lengths = new Map<string, number>();
  isValid = true;
  isCompilable = true;

  constructor(root: JsonSchema, isInlining: boolean) {
    this.#root = root;
    this.#isInlining = isInlining;
  }

  /** All references are such as every provider follows: to a definition, not in circles, with nothing beside them. */
  get hasPlainReferences(): boolean {
    return this.#references > 0 && this.#oddReferences === 0;
  }

  object(value: JsonSchema, level: number, trail: readonly string[]): JsonSchema {
    if (level > MAX_LEVELS) return {};
    if (Object.hasOwn(value, '$ref')) {
      if (this.#isInlining) return this.#inPlace(value, level, trail);
      this.isCompilable &&= referredTo(this.#root, value['$ref']) !== undefined;
    }
    // Ajv knows neither of them.
    if (typeof value['id'] === 'string' || (value['nullable'] !== undefined && value['type'] === undefined))
      this.isCompilable = false;
    return providerForm(
      changed(value, (part, key) => {
        if (this.#isInlining && DEFINITIONS.includes(key)) return undefined;
        const kind = KEYWORDS.get(key);
        return kind === undefined ? part : this.#read(kind, part, level + 1, trail);
      }),
    );
  }

  /** What a reference refers to, in its place, under what stands beside it. */
  #inPlace(value: JsonSchema, level: number, trail: readonly string[]): JsonSchema {
    const { $ref: ref, ...beside } = value;
    const target = referredTo(this.#root, ref);
    const isPlain =
      typeof ref === 'string' && /^#\/\$defs\/[^/]+$/.test(ref) && Object.keys(beside).length === 0;
    this.#references += 1;
    const isInCircles = typeof ref === 'string' && trail.includes(ref);
    if (!isPlain || target === undefined || isInCircles) this.#oddReferences += 1;
    if (target === undefined) this.isCompilable = false;
    const own = this.object(beside, level, trail);
    if (typeof ref !== 'string' || !isRecord(target)) return own;
    this.#inlined += this.#lengthOf(ref, target);
    const { type, description } = target;
    const isEnd = isInCircles || this.#inlined > MAX_INLINED;
    const found = isEnd
      ? this.object(
          { ...(type === undefined ? {} : { type }), ...(description === undefined ? {} : { description }) },
          level,
          [],
        )
      : this.object(target, level + 1, [...trail, ref]);
    return providerForm({ ...found, ...own });
  }

  #lengthOf(ref: string, target: JsonSchema): number {
    const length = this.#lengths.get(ref) ?? JSON.stringify(target).length;
    this.#lengths.set(ref, length);
    return length;
  }

  /** What may stay of a keyword's value; undefined where it is none of its kind. */
  #read(kind: Kind, value: unknown, level: number, trail: readonly string[]): unknown {
    const is = (isOne: boolean): unknown => (isOne ? value : this.#invalid());
    switch (kind) {
      case 'text':
        return is(typeof value === 'string');
      case 'flag':
        return is(typeof value === 'boolean');
      case 'count':
        return is(Number.isInteger(value) && Number(value) >= 0);
      case 'number':
        return is(Number.isFinite(value));
      case 'step':
        return is(Number.isFinite(value) && Number(value) > 0);
      case 'limit':
        if (typeof value === 'boolean') this.isCompilable = false;
        return is(Number.isFinite(value) || typeof value === 'boolean');
      case 'names':
        return this.#some(value, item => typeof item === 'string');
      case 'list':
        return is(Array.isArray(value));
      case 'choices':
        return is(Array.isArray(value) && value.length > 0);
      case 'types':
        return this.#types(value);
      case 'pattern':
        return this.#pattern(value);
      case 'schema':
        return typeof value === 'boolean' ? value : this.#schema(value, level, trail);
      case 'items':
        if (Array.isArray(value)) return this.#each(value, level, trail);
        return typeof value === 'boolean' ? value : this.#schema(value, level, trail);
      case 'schemas':
        if (!Array.isArray(value) || value.length === 0) return this.#invalid();
        return this.#each(value, level, trail);
      case 'schemaMap':
        return this.#map(value, level, trail, () => true);
      case 'patternMap':
        return this.#map(value, level, trail, key => this.#pattern(key) !== undefined);
      case 'map':
        return is(isRecord(value));
    }
  }

  #schema(value: unknown, level: number, trail: readonly string[]): JsonSchema | undefined {
    return isRecord(value) ? this.object(value, level, trail) : this.#invalid();
  }

  /** A schema among others: the short forms for anything and nothing are written out. */
  #part(value: unknown, level: number, trail: readonly string[]): JsonSchema {
    if (typeof value === 'boolean') return value ? {} : { not: {} };
    return this.#schema(value, level, trail) ?? {};
  }

  #each(values: readonly unknown[], level: number, trail: readonly string[]): readonly JsonSchema[] {
    const parts = values.map(value => this.#part(value, level, trail));
    return parts.every((part, i) => part === values[i]) ? (values as readonly JsonSchema[]) : parts;
  }

  #map(
    value: unknown,
    level: number,
    trail: readonly string[],
    isKey: (key: string) => boolean,
  ): JsonSchema | undefined {
    if (!isRecord(value)) return this.#invalid();
    return changed(value, (part, key) => (isKey(key) ? this.#part(part, level, trail) : undefined));
  }

  #types(value: unknown): unknown {
    if (typeof value === 'string' && TYPES.includes(value)) return value;
    const given: readonly unknown[] = Array.isArray(value) ? value : [value];
    const known = given.map(name => typeNamed(name)).filter(name => name !== undefined);
    const names = [...new Set(known)];
    if (names.length !== given.length || names.some((name, i) => name !== given[i])) this.#invalid();
    if (names.length < 2) return names[0];
    return names.length === given.length && known.every((name, i) => name === given[i]) ? value : names;
  }

  #pattern(value: unknown): string | undefined {
    if (typeof value !== 'string') return this.#invalid();
    if (!isUnicodePattern(value)) this.isCompilable = false;
    return isProviderPattern(value) ? value : undefined;
  }

  /** The items of a list that are of a kind; undefined where none is. */
  #some(value: unknown, isOne: (item: unknown) => boolean): unknown {
    if (!Array.isArray(value)) return this.#invalid();
    const taken = value.filter(isOne);
    if (taken.length === value.length) return value;
    this.#invalid();
    return taken.length === 0 ? undefined : taken;
  }

  #invalid(): undefined {
    this.isValid = false;
    this.isCompilable = false;
    return undefined;
  }
}

function typeNamed(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined;
  const lower = name.toLowerCase();
  return TYPES.includes(lower) ? lower : TYPE_NAMES.get(lower);
}

/** A record with other values, less those that are undefined; the same one where nothing changes, as in most. */
function changed(record: JsonSchema, valueOf: (value: unknown, key: string) => unknown): JsonSchema {
  let changes: Map<string, unknown> | undefined;
  for (const key of Object.keys(record)) {
    const value = valueOf(record[key], key);
    if (value !== record[key]) changes = (changes ?? new Map<string, unknown>()).set(key, value);
  }
  if (changes === undefined) return record;
  const made = changes;
  const entries = Object.entries(record).map(([key, value]): [string, unknown] => [
    key,
    made.has(key) ? made.get(key) : value,
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
