import type { JsonSchema } from '../../registry/tool';

/**
 * What is wrong with a value by a JSON schema, in words; empty when it fits, or when the schema itself can't be used
 * (then its server judges). `key` names the schema, so that it is compiled once.
 */
export type SchemaCheck = (key: string, schema: JsonSchema, value: unknown) => readonly string[];
