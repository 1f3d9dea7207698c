import { isObject, schemaNodes } from './schemaNodes';

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const isText = (value: unknown): boolean => typeof value === 'string';
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;
const isNumber = (value: unknown): boolean => Number.isFinite(value);
const isList = (value: unknown): boolean => Array.isArray(value);
const isFilledList = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

/** The metaschema of JSON Schema 2020-12 (json-schema.org/draft/2020-12), what it wants of each keyword's value. */
const WANTED: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: value =>
    TYPES.includes(value as string) ||
    (isFilledList(value) &&
      (value as unknown[]).every(type => TYPES.includes(type as string)) &&
      new Set(value as unknown[]).size === (value as unknown[]).length),
  required: value => isList(value) && (value as unknown[]).every(isText),
  enum: isFilledList,
  examples: isList,
  anyOf: isFilledList,
  oneOf: isFilledList,
  allOf: isFilledList,
  prefixItems: isFilledList,
  properties: isObject,
  patternProperties: isObject,
  $defs: isObject,
  definitions: isObject,
  dependentSchemas: isObject,
  pattern: isText,
  format: isText,
  title: isText,
  description: isText,
  $schema: isText,
  $id: isText,
  $ref: isText,
  uniqueItems: isFlag,
  readOnly: isFlag,
  writeOnly: isFlag,
  deprecated: isFlag,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: value => isNumber(value) && Number(value) > 0,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minProperties: isCount,
  maxProperties: isCount,
};

/** Where a schema is no JSON Schema at all: every provider looks at that first. */
export function metaschemaProblems(schema: unknown): readonly string[] {
  const problems: string[] = [];
  const nodes = schemaNodes(schema, (path, value) => {
    if (typeof value !== 'boolean') problems.push(`${path}: ${JSON.stringify(value)} is no schema`);
  });
  for (const { path, schema: node } of nodes) {
    for (const [key, value] of Object.entries(node)) {
      if (Object.hasOwn(WANTED, key) && WANTED[key]?.(value) === false)
        problems.push(`${path}.${key}: ${JSON.stringify(value)} is not allowed`);
    }
  }
  return problems;
}
