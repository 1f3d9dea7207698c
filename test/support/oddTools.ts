/** Definitions that real servers send and that clients, or providers of models, refuse; each under its own name. */
const object = { type: 'object', properties: { path: { type: 'string' } } };

/** Schemas of one argument, each refused by a provider or a client. */
const ODD_PARTS: Readonly<Record<string, unknown>> = {
  'no-items': { type: 'array' },
  'types-no-items': { type: ['string', 'array'] },
  'any-of-no-items': { anyOf: [{ type: 'array', minItems: 2 }, { type: 'null' }] },
  'items-true': { type: 'array', items: true },
  'items-null': { type: 'array', items: null },
  tuple: { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false },
  'prefix-items': { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false },
  'items-of-text': { type: 'string', items: { type: 'string' } },
  'items-alone': { items: { type: 'string' } },
  'properties-alone': { properties: { a: { type: 'string' } } },
  'properties-of-text': { type: 'string', properties: { a: {} }, required: ['a'] },
  const: { const: 'one' },
  'const-flag': { const: true },
  'const-object': { const: { a: 1 } },
  'one-of-const': { oneOf: [{ const: 'a', title: 'A' }, { const: 2 }] },
  'enum-numbers': { type: 'integer', enum: [1, 2] },
  'enum-untyped': { enum: ['a', 'b'] },
  'enum-null': { type: ['string', 'null'], enum: ['a', null] },
  'enum-flags': { type: 'boolean', enum: [true] },
  'enum-mixed': { enum: ['a', 1, null, { b: 1 }] },
  'enum-other-type': { type: 'string', enum: [1, 2] },
  'enum-empty': { type: 'string', enum: [] },
  'enum-empty-text': { type: 'string', enum: ['', 'a'] },
  'enum-text': { type: 'string', enum: 'a' },
  'type-any': { type: 'any' },
  'type-loud': { type: 'STRING' },
  'type-python': { type: 'dict', properties: { a: { type: 'int' } } },
  'type-null-value': { type: null },
  'type-number': { type: 3 },
  'types-twice': { type: ['string', 'string'] },
  'types-empty': { type: [] },
  'required-flag': { type: 'string', required: true },
  'required-unknown': { type: 'object', required: ['a', 'b'], properties: { a: { type: 'string' } } },
  'required-alternatives': {
    type: 'object',
    properties: { a: {}, b: {} },
    anyOf: [{ required: ['a'] }, { required: ['b'] }],
  },
  'property-nulls': {
    type: 'object',
    properties: { a: null, b: { type: 'object', properties: { c: null } } },
  },
  'properties-lists': { type: 'object', properties: [], required: 'a' },
  'type-among-properties': { type: 'object', properties: { type: 'object', a: { type: 'string' } } },
  'exclusive-flag': { type: 'integer', exclusiveMinimum: true, minimum: 0 },
  'exclusive-false': { type: 'integer', exclusiveMaximum: false, maximum: 5 },
  'bounds-as-text': { type: 'string', minLength: '1', maxLength: -1 },
  'minimum-as-text': { type: 'number', minimum: '0', multipleOf: 0 },
  lookahead: { type: 'string', pattern: '^(?!undefined$|null$)' },
  'unicode-pattern': { type: 'string', pattern: '^[\\p{L}\\p{N} ._-]+$' },
  'broken-pattern': { type: 'string', pattern: '[' },
  'dashed-pattern': { type: 'string', pattern: '^\\-a$' },
  'pattern-object': { type: 'string', pattern: {} },
  'pattern-properties': { type: 'object', patternProperties: { '(?=a)': {}, '^a$': { type: 'array' } } },
  'reference-nowhere': { $ref: '#/$defs/Nowhere' },
  'reference-elsewhere': { $ref: 'https://example.com/schema.json' },
  'reference-number': { $ref: 1 },
  'reference-home': { type: 'array', items: { $ref: '#' } },
  'reference-sideways': { $ref: '#/properties/plain', description: 'As plain' },
  'any-of-text': { anyOf: 'a' },
  'any-of-empty': { anyOf: [] },
  'any-of-nulls': { anyOf: [null, { type: 'string' }] },
  'description-number': { type: 'string', description: 1, title: {} },
  'format-null': { type: 'string', format: null },
  'examples-text': { type: 'string', examples: 'a' },
  'additional-text': { type: 'object', additionalProperties: 'string' },
  'nullable-alone': { nullable: true },
  'old-id': { id: 'part', type: 'string' },
  'unique-text': { type: 'array', items: {}, uniqueItems: 'yes' },
};

const CIRCLE = {
  Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } }, required: ['next'] },
};

/** What stands beside `type` at the root. */
const ODD_ROOTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'no-properties': {},
  'required-unknown': { required: ['port'] },
  circle: { properties: { node: { $ref: '#/$defs/Node' } }, $defs: CIRCLE },
  'two-in-a-circle': {
    properties: { a: { $ref: '#/definitions/A' } },
    definitions: {
      A: { type: 'array', items: { $ref: '#/definitions/B' } },
      B: { type: 'object', properties: { a: { $ref: '#/definitions/A' } } },
    },
  },
  'circle-without-definitions': {
    properties: {
      data: {
        type: 'array',
        items: { type: 'object', properties: { child: { $ref: '#/properties/data/items' } } },
      },
    },
  },
  'reference-and-words': {
    properties: { a: { $ref: '#/$defs/A', description: 'One of them' } },
    $defs: { A: { type: 'string', enum: ['x', 'y'] } },
  },
  'plain-references': {
    properties: { a: { $ref: '#/$defs/A' } },
    $defs: { A: { type: 'object', properties: { b: { $ref: '#/$defs/B' } } }, B: { type: 'array' } },
  },
  'laughing-references': {
    properties: { a: { $ref: '#/definitions/L9' } },
    definitions: Object.fromEntries(
      Array.from({ length: 10 }, (_, level) => [
        `L${level}`,
        level === 0
          ? { type: 'string' }
          : {
              type: 'object',
              properties: Object.fromEntries(
                Array.from({ length: 9 }, (_none, i) => [`p${i}`, { $ref: `#/definitions/L${level - 1}` }]),
              ),
            },
      ]),
    ),
  },
  'defs-list': { properties: {}, $defs: [] },
  'named-like-keywords': {
    properties: { $ref: { type: 'string' }, type: { type: 'array' }, items: { const: 'a' }, enum: {} },
    required: ['$ref'],
  },
  nested: { properties: { a: Array.from({ length: 120 }).reduce(inArray, { type: 'string' }) } },
};

/** What only clients look at. */
const ODD_OUTPUTS: Readonly<Record<string, unknown>> = {
  'same-id': { $id: 'urn:one', type: 'string' },
  'id-number': { $id: 1 },
  'patterns-broken': { type: 'object', patternProperties: { '[': {} } },
};

function inArray(items: unknown): unknown {
  return { type: 'array', items };
}

export const ODD_TOOLS: readonly Readonly<Record<string, unknown>>[] = [
  { name: 'empty-schema', inputSchema: {} },
  { name: 'no-schema' },
  { name: 'null-schema', inputSchema: null },
  { name: 'true-schema', inputSchema: true },
  { name: 'text-schema', inputSchema: 'object' },
  { name: 'list-schema', inputSchema: [] },
  { name: 'no-type', inputSchema: { properties: { a: { type: 'string' } } } },
  { name: 'null-type', inputSchema: { type: null } },
  { name: 'types-with-null', inputSchema: { type: ['object', 'null'], properties: {} } },
  { name: 'types', inputSchema: { type: ['object'] } },
  { name: 'properties-list', inputSchema: { type: 'object', properties: [] } },
  { name: 'properties-null', inputSchema: { type: 'object', properties: null } },
  { name: 'properties-text', inputSchema: { type: 'object', properties: 'a' } },
  { name: 'property-null', inputSchema: { type: 'object', properties: { a: null } } },
  { name: 'property-true', inputSchema: { type: 'object', properties: { a: true } } },
  { name: 'property-false', inputSchema: { type: 'object', properties: { a: false } } },
  { name: 'property-text', inputSchema: { type: 'object', properties: { a: 'string' } } },
  { name: 'property-list', inputSchema: { type: 'object', properties: { a: [] } } },
  { name: 'required-text', inputSchema: { type: 'object', required: 'a' } },
  { name: 'required-null', inputSchema: { type: 'object', required: null } },
  { name: 'required-true', inputSchema: { ...object, required: true } },
  { name: 'required-mixed', inputSchema: { ...object, required: ['path', 1, null] } },
  { name: 'any-of', inputSchema: { type: 'object', anyOf: [object, { properties: { url: {} } }] } },
  { name: 'one-of', inputSchema: { oneOf: [{ ...object, required: ['path'] }, object] } },
  { name: 'all-of', inputSchema: { type: 'object', allOf: [{ ...object, required: ['path'] }] } },
  { name: 'root-enum', inputSchema: { type: 'object', enum: [{}] } },
  { name: 'root-not', inputSchema: { ...object, not: { required: ['path'] } } },
  { name: 'odd-key', inputSchema: { type: 'object', properties: { 'a b/c': { type: 'string' } } } },
  { name: 'long-key', inputSchema: { type: 'object', properties: { ['k'.repeat(80)]: {} } } },
  { name: 'unicode-key', inputSchema: { type: 'object', properties: { größe: {}, größer: {} } } },
  {
    name: 'proto-key',
    inputSchema: JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
  },
  { name: 'output-list', inputSchema: object, outputSchema: [] },
  { name: 'output-null', inputSchema: object, outputSchema: null },
  { name: 'output-array', inputSchema: object, outputSchema: { type: 'array', items: {} } },
  { name: 'output-no-type', inputSchema: object, outputSchema: { properties: { a: {} } } },
  { name: 'output-property', inputSchema: object, outputSchema: { type: 'object', properties: { a: true } } },
  { name: 'annotations-text', inputSchema: object, annotations: 'x' },
  { name: 'annotations-null', inputSchema: object, annotations: null },
  { name: 'annotations-hint', inputSchema: object, annotations: { readOnlyHint: 'yes', title: 1 } },
  { name: 'icons-text', inputSchema: object, icons: 'x' },
  { name: 'icons-odd', inputSchema: object, icons: [{}, { src: 1 }, { src: 'a', sizes: 'any' }, null] },
  { name: 'title-number', inputSchema: object, title: 1 },
  { name: 'description-list', inputSchema: object, description: ['a'] },
  { name: 'execution-text', inputSchema: object, execution: 'optional' },
  { name: 'meta-text', inputSchema: object, _meta: 'x' },
  ...Object.entries(ODD_PARTS).map(([name, part]) => ({
    name: `part-${name}`,
    inputSchema: { type: 'object', properties: { part, plain: { type: 'string' } } },
  })),
  ...Object.entries(ODD_ROOTS).map(([name, root]) => ({
    name: `root-${name}`,
    inputSchema: { type: 'object', ...root },
  })),
  ...Object.entries({ ...ODD_OUTPUTS, ...ODD_PARTS }).map(([name, part]) => ({
    name: `output-part-${name}`,
    inputSchema: object,
    outputSchema: { type: 'object', properties: { part } },
  })),
  { name: 'root-reference', inputSchema: { $ref: '#/$defs/All', $defs: { All: object } } },
  { name: 'root-type-loud', inputSchema: { ...object, type: 'OBJECT' } },
  {
    name: 'root-any-of-references',
    inputSchema: {
      type: 'object',
      anyOf: [{ $ref: '#/definitions/A' }, { allOf: [{ $ref: '#/definitions/B' }] }],
      definitions: { A: { properties: { a: {} } }, B: { properties: { b: { type: 'array' } } } },
    },
  },
  { name: 'array-arguments', inputSchema: { type: 'array', items: {} } },
  { name: 'text-arguments', inputSchema: { type: 'string' } },
];

/** Of these, the ones that take no object: nothing can make them valid. */
export const NOT_LISTED: readonly string[] = ['array-arguments', 'text-arguments'];
