/** A schema inside of a tool's parameters, and where it stands. */
export interface SchemaNode {
  readonly path: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

const SCHEMA = [
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
];
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/** Every schema of a schema with its path, those of definitions as well; what is no object is told to `onOdd`. */
export function schemaNodes(
  root: unknown,
  onOdd: (path: string, value: unknown) => void = () => undefined,
): readonly SchemaNode[] {
  const nodes: SchemaNode[] = [];
  const visit = (path: string, value: unknown): void => {
    if (!isObject(value)) {
      onOdd(path, value);
      return;
    }
    nodes.push({ path, schema: value });
    for (const key of SCHEMA) if (Object.hasOwn(value, key)) visit(`${path}.${key}`, value[key]);
    for (const key of LISTS) {
      const list = value[key];
      if (Array.isArray(list)) for (const [i, part] of list.entries()) visit(`${path}.${key}.${i}`, part);
    }
    for (const key of MAPS) {
      const map = value[key];
      if (isObject(map))
        for (const [name, part] of Object.entries(map)) visit(`${path}.${key}.${name}`, part);
    }
  };
  visit('', root);
  return nodes;
}

/** An object that is no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `type` as a list; empty where there is none. */
export function typesOf({ type }: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Array.isArray(type) ? type : type === undefined ? [] : [type];
}
