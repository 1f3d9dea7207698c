import { metaschemaProblems } from './metaschema';
import { isObject, schemaNodes } from './schemaNodes';

/** What Anthropic's API answers with 400 `invalid_request_error` for, of a tool's `input_schema` (docs: Define tools; error texts). */
export function anthropicProblems(name: string, schema: unknown): readonly string[] {
  const problems: string[] = [];
  // "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'", 64 before.
  if (!/^[\w-]{1,64}$/.test(name)) problems.push(`name ${name}`);
  if (!isObject(schema) || schema['type'] !== 'object') return [...problems, 'input_schema is no object'];
  // "input_schema does not support oneOf, allOf, or anyOf at the top level".
  for (const key of ['oneOf', 'allOf', 'anyOf'])
    if (Object.hasOwn(schema, key)) problems.push(`${key} at the top level`);
  // "Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'".
  for (const key of isObject(schema['properties']) ? Object.keys(schema['properties']) : [])
    if (!/^[\w.-]{1,64}$/.test(key)) problems.push(`property key ${key}`);
  // "JSON schema is invalid. It must match JSON Schema draft 2020-12", in which tuples are no `items`.
  problems.push(...metaschemaProblems(schema));
  for (const node of schemaNodes(schema))
    if (Array.isArray(node.schema['items'])) problems.push(`${node.path}.items: a list`);
  return problems;
}
