import { metaschemaProblems } from './metaschema';
import { isObject, schemaNodes, typesOf } from './schemaNodes';

/**
 * What OpenAI's API answers with 400 `invalid_function_parameters` for, of a function's parameters that are not strict
 * (developers.openai.com: Function calling, Structured outputs; its error texts as quoted below).
 */
export function openaiProblems(name: string, parameters: unknown): readonly string[] {
  const problems: string[] = [];
  // "string does not match pattern '^[a-zA-Z0-9_-]+$'", "maximum length 64".
  if (!/^[\w-]{1,64}$/.test(name)) problems.push(`name ${name}`);
  if (!isObject(parameters)) return [...problems, 'parameters are no object'];
  // "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'const'/'not' at the top level".
  if (parameters['type'] !== 'object') problems.push("schema must have type 'object'");
  for (const key of ['oneOf', 'anyOf', 'allOf', 'enum', 'const', 'not', '$ref'])
    if (Object.hasOwn(parameters, key)) problems.push(`${key} at the top level`);
  // "In context=(), object schema missing properties".
  if (!isObject(parameters['properties'])) problems.push('object schema missing properties');
  // "'object' is not of type 'object', 'boolean'", "True is not of type 'array'", "[] should be non-empty".
  problems.push(...metaschemaProblems(parameters));
  for (const { path, schema } of schemaNodes(parameters)) {
    // "In context=('properties', 'x', 'type', '1'), array schema missing items": of lists of types, and of tuples, as well.
    if (typesOf(schema).includes('array') && !isObject(schema['items']))
      problems.push(`${path}: array schema missing items`);
    const { pattern } = schema;
    if (typeof pattern === 'string' && !isPythonPattern(pattern))
      problems.push(`${path}: ${pattern} is not a 'regex'`);
    for (const key of isObject(schema['patternProperties']) ? Object.keys(schema['patternProperties']) : [])
      if (!isPythonPattern(key)) problems.push(`${path}: ${key} is not a 'regex'`);
    // References are followed within the parameters: one that leads nowhere is refused.
    if (schema['$ref'] !== undefined && !leadsSomewhere(parameters, schema['$ref']))
      problems.push(`${path}: ${JSON.stringify(schema['$ref'])} leads nowhere`);
  }
  return problems;
}

/** "'^[\\p{L}]+$' is not a 'regex'"; "regex lookaround is not supported". */
function isPythonPattern(pattern: string): boolean {
  if (/\(\?[=!<]/.test(pattern)) return false;
  if (/(?<!\\)(?:\\\\)*\\[ceghijklmopqyzACE-RTUVXYZ]/.test(pattern)) return false;
  try {
    return new RegExp(pattern).source !== '';
  } catch {
    return false;
  }
}

function leadsSomewhere(root: unknown, ref: unknown): boolean {
  if (typeof ref !== 'string' || !ref.startsWith('#')) return false;
  const steps = ref.slice(1).split('/').filter(Boolean);
  let at: unknown = root;
  for (const step of steps) at = isObject(at) || Array.isArray(at) ? Reflect.get(at, step) : undefined;
  return isObject(at);
}
