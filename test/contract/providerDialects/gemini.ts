import { metaschemaProblems } from './metaschema';
import { isObject, schemaNodes, typesOf } from './schemaNodes';

/**
 * What the Gemini API answers with 400 INVALID_ARGUMENT for, of a function declaration (ai.google.dev: FunctionDeclaration, Schema,
 * and what `parametersJsonSchema` takes of JSON Schema). What a client leaves out of itself for the older `parameters`, such as
 * `additionalProperties` or bounds, is no problem of a schema; `const`, which many forget, is.
 */
export function geminiProblems(name: string, parameters: unknown): readonly string[] {
  const problems: string[] = [];
  // "Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores, dots and dashes, […] 64".
  if (!/^[a-zA-Z_][\w.-]{0,63}$/.test(name)) problems.push(`name ${name}`);
  if (!isObject(parameters) || parameters['type'] !== 'object')
    return [...problems, 'parameters are no object'];
  problems.push(...metaschemaProblems(parameters));
  for (const { path, schema } of schemaNodes(parameters)) {
    const types = typesOf(schema);
    const { items, properties, required, enum: choices } = schema;
    // "items: missing field"; "items: field predicate failed: $type == Type.ARRAY".
    if (types.includes('array') ? !isObject(items) : items !== undefined && types.length > 0)
      problems.push(`${path}.items: missing, or of no array`);
    if (items !== undefined && types.length === 0) problems.push(`${path}.items: of no array`);
    // "properties: only allowed for OBJECT type"; "required[0]: property is not defined".
    if (properties !== undefined && !types.includes('object'))
      problems.push(`${path}.properties: of no object`);
    const known = isObject(properties) ? properties : {};
    for (const key of Array.isArray(required) ? (required as string[]) : [])
      if (!Object.hasOwn(known, key)) problems.push(`${path}.required: property ${key} is not defined`);
    // "enum: only allowed for STRING type", with numbers since JSON Schema is taken; "enum[0]: cannot be empty".
    for (const choice of Array.isArray(choices) ? (choices as unknown[]) : []) {
      const isText = typeof choice === 'string' && choice !== '' && types.includes('string');
      const isNumber = typeof choice === 'number' && (types.includes('number') || types.includes('integer'));
      if (!isText && !isNumber) problems.push(`${path}.enum: ${JSON.stringify(choice)}`);
    }
    // "Unknown name \"const\"": neither way knows it.
    if (Object.hasOwn(schema, 'const')) problems.push(`${path}.const: unknown`);
    if (Object.hasOwn(schema, '$ref')) problems.push(...referenceProblems(parameters, path, schema));
  }
  return problems;
}

/**
 * "If $ref is set on a sub-schema, no other properties, except for than those starting as a $, may be set", "Cyclic references […] may
 * only be used within non-required properties", and "reference to undefined schema" for all but `$defs`. Circles are refused here
 * altogether: some shapes of them are ("maximum schema depth"), and nobody says which.
 */
function referenceProblems(
  root: Readonly<Record<string, unknown>>,
  path: string,
  schema: Readonly<Record<string, unknown>>,
): readonly string[] {
  const problems = Object.keys(schema)
    .filter(key => !key.startsWith('$'))
    .map(key => `${path}.${key}: beside a $ref`);
  const seen: unknown[] = [];
  const follow = (ref: unknown): void => {
    const defined = definition(root, ref);
    if (defined === undefined) problems.push(`${path}: reference to undefined schema ${JSON.stringify(ref)}`);
    if (seen.includes(ref)) problems.push(`${path}: ${JSON.stringify(ref)} refers to itself`);
    if (defined === undefined || seen.includes(ref)) return;
    seen.push(ref);
    for (const node of schemaNodes(defined))
      if (node.schema['$ref'] !== undefined) follow(node.schema['$ref']);
    seen.pop();
  };
  follow(schema['$ref']);
  return problems;
}

function definition(root: Readonly<Record<string, unknown>>, ref: unknown): unknown {
  const name = typeof ref === 'string' ? /^#\/\$defs\/([^/]+)$/.exec(ref)?.[1] : undefined;
  const { $defs } = root;
  return name !== undefined && isObject($defs) && Object.hasOwn($defs, name) ? $defs[name] : undefined;
}
