import { createContext, Script } from 'node:vm';
import { type OutputUnit, type SchemaDraft, Validator } from '@cfworker/json-schema';
import type { SchemaCheck } from '../../core/gateway/tools/schemaCheck';
import { isRecord } from '../../core/support/json';
import { requiredOf } from '../../core/registry/requiredOf';
import type { JsonSchema } from '../../core/registry/tool';

/** Schemas kept: the tools of a few dozen servers. */
const MAX_KEPT = 500;
/** How long a server's schema may keep us, in milliseconds (chosen here). */
const TIME_LIMIT_MS = 100;
/** How often a check is begun anew that a busy machine did not let us finish (chosen here). */
const MAX_TRIES = 5;
/** Problems told at once (chosen here): enough to mend a call. */
const MAX_PROBLEMS = 5;
/** What may take time out of all proportion: expressions that go back, parts that refer to each other, each item with each. */
const COSTLY = /"(?:pattern|patternProperties|format|uniqueItems|\$ref|\$dynamicRef|\$recursiveRef)":/;
/** Keywords whose problems are told by those inside them; that of a property too many is told by `false`. */
const AROUND = new Set([
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'prefixItems',
  'additionalItems',
  'unevaluatedItems',
  'allOf',
  'if',
  '$ref',
]);
/** Keywords whose value is a schema, or a list of them, and those where each has a name. */
const PARTS = new Set(['items', 'additionalProperties', 'anyOf', 'allOf']);
const NAMED_PARTS = new Set(['properties', '$defs', 'definitions']);
const KNOWN_TYPES = /Expected (?:"(?:null|boolean|object|array|number|integer|string)"(?:, )?)+\.$/;
const DRAFTS: readonly (readonly [RegExp, SchemaDraft])[] = [
  [/draft-0[67]/, '7'],
  [/draft-04/, '4'],
  [/2019-09/, '2019-09'],
];

type Check = (value: unknown) => readonly string[];

/**
 * Checks arguments by JSON schema. The schema is a stranger's: it is read, never compiled to code, and given up after a
 * tenth of a second. One that can't be understood or takes too long lets everything pass: its server judges.
 */
export function jsonSchemaCheck(): SchemaCheck {
  const kept = new Map<string, Check>();
  return (key, schema, value) => {
    const known = kept.get(key);
    if (known) return known(value);
    if (kept.size >= MAX_KEPT) kept.clear();
    const check = checkOf(schema);
    kept.set(key, check);
    return check(value);
  };
}

function checkOf(schema: Readonly<Record<string, unknown>>): Check {
  try {
    const validator = new Validator(asMeant(schema), draftOf(schema['$schema']), false);
    const check: Check = value => problemsOf(validator.validate(value).errors, schema);
    // A watch costs a third of a millisecond, so those only are watched that need it.
    const isCostly = COSTLY.test(JSON.stringify(schema));
    return value => orNothing(() => (isCostly ? withinTime(() => check(value)) : check(value)));
  } catch {
    return () => []; // A dialect of its own: the server that wrote it knows what it means.
  }
}

/**
 * A schema as its server means it. What has a default need not be there. `additionalProperties: false` beside no `properties` forbids
 * nothing: fastmcp writes it for each map (`z.record`) and each choice (`z.discriminatedUnion`), and no call would fit. Alternatives that
 * are wider for that may fit together, so one of them is enough.
 */
function asMeant(schema: JsonSchema): JsonSchema {
  const isOpen = !('properties' in schema || 'patternProperties' in schema);
  const parts = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (keyword === 'additionalProperties' && value === false && isOpen) return [];
    if (keyword === 'required') return [[keyword, requiredOf(schema)]];
    if (keyword === 'oneOf') return 'anyOf' in schema ? [[keyword, value]] : [choiceAsMeant(value)];
    if (NAMED_PARTS.has(keyword) && isRecord(value)) return [[keyword, eachAsMeant(value)]];
    return [[keyword, PARTS.has(keyword) ? partAsMeant(value) : value]];
  });
  return Object.fromEntries(parts);
}

/** Exactly one, where all of them stay as they are. */
function choiceAsMeant(alternatives: unknown): [string, unknown] {
  const meant = partAsMeant(alternatives);
  return [JSON.stringify(meant) === JSON.stringify(alternatives) ? 'oneOf' : 'anyOf', meant];
}

function partAsMeant(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(partAsMeant);
  return isRecord(part) ? asMeant(part) : part;
}

function eachAsMeant(parts: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, partAsMeant(part)]));
}

const watch = { work: (): unknown => undefined };
const watched = createContext(watch);
const work = new Script('work()');

/** Other threads of the process are busy, too: ours alone counts, where Node tells it (22.15 and newer). */
const CPU_TIME = 'threadCpuUsage' in process ? 'threadCpuUsage' : 'cpuUsage';

/** The time counts in which we worked: while the machine is busy, a limit of the clock alone would let wrong arguments pass. */
function withinTime<T>(task: () => T): T {
  for (let tries = 1; ; tries += 1) {
    const before = process[CPU_TIME]();
    try {
      return interruptible(task);
    } catch (error) {
      const { user, system } = process[CPU_TIME](before);
      const workedMs = (user + system) / 1_000;
      if (workedMs > TIME_LIMIT_MS / 2 || tries === MAX_TRIES) throw error;
    }
  }
}

/** Node interrupts even a regular expression, where the code that runs it was started by a script with a time limit. */
function interruptible<T>(task: () => T): T {
  watch.work = task;
  return work.runInContext(watched, { timeout: TIME_LIMIT_MS }) as T;
}

function orNothing(check: () => readonly string[]): readonly string[] {
  try {
    return check();
  } catch {
    return []; // Out of time, or a schema that refers to itself without end.
  }
}

function draftOf(dialect: unknown): SchemaDraft {
  return DRAFTS.find(([form]) => form.test(String(dialect)))?.[1] ?? '2020-12';
}

/** The innermost problems, each once: what is around them only says that something inside is wrong. */
function problemsOf(errors: readonly OutputUnit[], schema: JsonSchema): readonly string[] {
  const innermost = errors.filter(({ keyword }) => !AROUND.has(keyword));
  // A type that the standard does not know says that this is another dialect.
  if (innermost.some(({ keyword, error }) => keyword === 'type' && !KNOWN_TYPES.test(error))) return [];
  return [...new Set(innermost.map(error => toldOf(error, schema)))].slice(0, MAX_PROBLEMS);
}

function toldOf(
  { instanceLocation, keyword, keywordLocation, error }: OutputUnit,
  schema: JsonSchema,
): string {
  const place = decodeURIComponent(instanceLocation.replace(/^#\/?/, ''))
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  if (keyword === 'pattern') return `${place} ${patternWords(keywordLocation, schema)}`.trim();
  if (keyword === 'false') return `${place} is not one of its properties`;
  const required = /^Instance does not have required property (".*")\.$/.exec(error)?.[1];
  const type = /^Instance type ".*" is invalid\. Expected (.*)\.$/.exec(error)?.[1]?.replaceAll('"', '');
  const words = required
    ? `must have the property ${required}`
    : type
      ? `must be ${type}`
      : error.replace(/^Instance |\.$/g, '');
  return place === '' ? words : `${place} ${words}`;
}

/** Characters of a pattern that are told (chosen here). */
const MAX_PATTERN = 200;

/** The pattern is what mends the call. `location`: a pointer into the schema; through a reference, it leads nowhere. */
function patternWords(location: string, schema: JsonSchema): string {
  const keys = location
    .split('/')
    .slice(1)
    .map(key => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'));
  const pattern = keys.reduce<unknown>(
    (part, key) => (isRecord(part) || Array.isArray(part) ? (part as JsonSchema)[key] : undefined),
    schema,
  );
  return typeof pattern === 'string' && pattern.length <= MAX_PATTERN
    ? `must match the pattern ${pattern}`
    : 'does not match the pattern of its schema';
}
