import { isRecord } from '../../support/json';
import type { ProtocolObject } from './upstream';

/** A parameter of a tool that a call over HTTP repeats in a header of its own (MCP 2026-07-28, `x-mcp-header`). */
export interface ParamHeader {
  /** The header's name, in lower case. */
  readonly header: string;
  /** Where the value stands in the arguments. */
  readonly path: readonly string[];
}

const KEYWORD = 'x-mcp-header';

/** RFC 9110, token. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Parameters of other kinds can't be repeated in a header. */
const KINDS: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

/** Levels of a schema that are looked at: a server may nest it as deep as it likes. */
const MAX_DEPTH = 64;

/**
 * Which parameters of a tool are repeated in headers; undefined where its schema says so in a way that the protocol does not allow:
 * such a tool is not to be listed.
 */
export function paramHeaders(inputSchema: unknown): readonly ParamHeader[] | undefined {
  const found: ParamHeader[] = [];
  const taken = new Set<string>();
  let isFine = true;
  const look = (schema: unknown, path: readonly string[], isReachable: boolean, depth: number): void => {
    if (!isFine || depth > MAX_DEPTH || typeof schema !== 'object' || schema === null) return;
    if (!isRecord(schema)) {
      for (const part of schema as unknown[]) look(part, path, false, depth + 1);
      return;
    }
    if (KEYWORD in schema) {
      const name = schema[KEYWORD];
      const header = typeof name === 'string' ? name.toLowerCase() : '';
      isFine =
        isReachable &&
        path.length > 0 &&
        TOKEN.test(header) &&
        KINDS.has(schema['type']) &&
        !taken.has(header);
      taken.add(header);
      found.push({ header: `mcp-param-${header}`, path });
    }
    for (const [keyword, part] of Object.entries(schema)) {
      if (NO_SCHEMAS.has(keyword)) continue;
      const isMap = keyword === 'properties' && isRecord(part);
      if (!isMap) look(part, path, false, depth + 1);
      else
        for (const [name, property] of Object.entries(part))
          look(property, [...path, name], isReachable, depth + 1);
    }
  };
  look(inputSchema, [], true, 0);
  return isFine ? found : undefined;
}

/** Values that are data, whatever they look like. */
const NO_SCHEMAS: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples', KEYWORD]);

/** An argument as its header has it before it is encoded; undefined where no header is sent. */
export function headerText(args: ProtocolObject, path: readonly string[]): string | undefined {
  let value: unknown = args;
  for (const name of path) value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : undefined;
}
