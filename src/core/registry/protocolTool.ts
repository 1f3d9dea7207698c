import { isRecord } from '../support/json';
import { isProtocolSchema, objectSchema } from './objectSchema';
import { providerSchema } from './providerSchema';
import type { JsonSchema, ToolDefinition } from './tool';

/** A tool as it may be listed: by the protocol, and by what providers of models take. */
export type ProtocolTool =
  | {
      readonly type: 'listed';
      readonly definition: ToolDefinition;
      /** What was mended, in words; empty where the server's own definition is listed. */
      readonly mended: readonly string[];
      /** Arguments that are listed under another name, with the server's. */
      readonly keys: ReadonlyMap<string, string>;
    }
  | { readonly type: 'withheld'; readonly reason: string };

/** Names of arguments that providers take (Anthropic's API refuses every request with another one, and so do others). */
const KEY = /^[\w.-]{1,64}$/;
const KEY_LENGTH = 64;

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** A tool never changes: a new listing makes a new one. */
const known = new WeakMap<ToolDefinition, ProtocolTool>();

/**
 * A server's definition made valid (docs/tools.md has the table). One odd tool would make clients refuse the whole list. Calls
 * are checked against the server's own schema, whatever is listed.
 */
export function protocolTool(definition: ToolDefinition): ProtocolTool {
  const found = known.get(definition) ?? made(definition);
  known.set(definition, found);
  return found;
}

/** Arguments under the names that the server gave them. What is not listed under another name stays. */
export function withServerKeys(
  definition: ToolDefinition,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const tool = protocolTool(definition);
  if (tool.type === 'withheld' || tool.keys.size === 0) return input;
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [tool.keys.get(key) ?? key, value]));
}

function made(definition: ToolDefinition): ProtocolTool {
  const { title, description, inputSchema, outputSchema, annotations, icons, ...rest } = definition;
  const mended: string[] = [];
  const input = objectSchema(inputSchema, mended);
  if (input === undefined) {
    const kind = JSON.stringify(inputSchema['type']) ?? 'unknown';
    return { type: 'withheld', reason: `its arguments are no object, but ${kind.slice(0, 60)}` };
  }
  const shown = providerSchema(input, inputSchema);
  if (!shown.isValid) mended.push('a part of a schema');
  const renamed = providersKeys(
    { ...shown.schema, properties: recordOf(shown.schema['properties']) },
    mended,
  );
  const output = validOutput(outputSchema);
  if (outputSchema !== output) mended.push('outputSchema');
  const hints = validAnnotations(annotations);
  const pictures = validIcons(icons);
  if (annotations !== undefined && hints !== annotations) mended.push('annotations');
  if (icons !== undefined && pictures !== icons) mended.push('icons');
  const listed: ToolDefinition = {
    ...rest,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema: renamed.schema,
    ...(output === undefined ? {} : { outputSchema: output }),
    ...(hints === undefined ? {} : { annotations: hints }),
    ...(pictures === undefined ? {} : { icons: pictures }),
  };
  const isSame = mended.length === 0 && shown.schema === inputSchema && isRecord(inputSchema['properties']);
  return isSame
    ? { type: 'listed', definition, mended, keys: renamed.keys }
    : { type: 'listed', definition: listed, mended: [...new Set(mended)], keys: renamed.keys };
}

/** Clients hold a server to what its schema says of answers: one that is not valid, or that they can't read, promises nothing. */
function validOutput(schema: JsonSchema | undefined): JsonSchema | undefined {
  if (schema === undefined || !isProtocolSchema(schema)) return undefined;
  return providerSchema(schema).isCompilable ? schema : undefined;
}

/** The schema with names of arguments that every provider takes, and the way back. */
function providersKeys(
  schema: JsonSchema,
  mended: string[],
): { readonly schema: JsonSchema; readonly keys: ReadonlyMap<string, string> } {
  const keys = new Map<string, string>();
  const properties = recordOf(schema['properties']);
  if (Object.keys(properties).every(key => KEY.test(key))) return { schema, keys };
  mended.push('names of arguments');
  const taken = new Set(Object.keys(properties).filter(key => KEY.test(key)));
  const listed = new Map<string, string>();
  for (const key of Object.keys(properties)) {
    if (KEY.test(key)) continue;
    const name = freeName(key, taken);
    taken.add(name);
    keys.set(name, key);
    listed.set(key, name);
  }
  const nameOf = (key: string): string => listed.get(key) ?? key;
  const renamed = Object.fromEntries(
    Object.entries(properties).map(([key, property]) => [nameOf(key), property]),
  );
  const required =
    schema['required'] === undefined ? {} : { required: stringsOf(schema['required']).map(nameOf) };
  return { schema: { ...schema, properties: renamed, ...required }, keys };
}

function freeName(key: string, taken: ReadonlySet<string>): string {
  const plain = key.replaceAll(/[^\w.-]+/g, '_').slice(0, KEY_LENGTH - 4) || '_';
  for (let i = 1; ; i += 1) {
    const name = i === 1 ? plain : `${plain}_${i}`;
    if (!taken.has(name)) return name;
  }
}

function validAnnotations(annotations: unknown): ToolDefinition['annotations'] {
  if (!isRecord(annotations)) return undefined;
  const isOdd = ([key, value]: readonly [string, unknown]): boolean =>
    key === 'title'
      ? typeof value !== 'string'
      : (HINTS as readonly string[]).includes(key) && typeof value !== 'boolean';
  const entries = Object.entries(annotations);
  return entries.some(isOdd) ? Object.fromEntries(entries.filter(entry => !isOdd(entry))) : annotations;
}

function validIcons(icons: unknown): ToolDefinition['icons'] {
  if (!Array.isArray(icons)) return undefined;
  const isFine = (icon: unknown): boolean =>
    isRecord(icon) &&
    typeof icon['src'] === 'string' &&
    ['string', 'undefined'].includes(typeof icon['mimeType']) &&
    (icon['sizes'] === undefined || stringsOf(icon['sizes']).length === listOf(icon['sizes']).length) &&
    (icon['sizes'] === undefined || Array.isArray(icon['sizes'])) &&
    [undefined, 'light', 'dark'].includes(icon['theme'] as string | undefined);
  return icons.every(isFine) ? icons : icons.filter(isFine);
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
