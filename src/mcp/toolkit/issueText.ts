import type * as z from 'zod';

/** What is wrong with a value, in words. Zod says of a value with several forms only that it is invalid: here it is told what is expected. */
export function issueText(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union') return issue.message;
  const firsts = issue.errors.flatMap(([first]) => first ?? []);
  // The form whose parts were looked at is the one that was meant.
  const meant = firsts.find(({ path }) => path.length > 0);
  if (meant !== undefined) return `${meant.path.join('.')}: ${issueText(meant)}`;
  const forms = [...new Set(firsts.map(formOf))];
  return forms.length === 0 ? issue.message : `Invalid input: expected ${forms.join(' or ')}`;
}

/** Parameters that are named to whoever passed one that there is not. */
const MOST_NAMED = 12;
/** Every coordination tool has them. */
const OF_ALL: ReadonlySet<string> = new Set(['op_id', 'idempotency_key']);

/** The same for the input of a tool: beside a parameter that it does not have, or a field of one, stand those that it has. */
export function inputIssueText(issue: z.core.$ZodIssue, input: z.ZodObject): string {
  const text = issueText(issue);
  if (issue.code !== 'unrecognized_keys') return text;
  const shape = shapeAt(input, issue.path);
  if (shape === undefined) return text;
  const names = Object.keys(shape).filter(name => issue.path.length > 0 || !OF_ALL.has(name));
  const more = names.length > MOST_NAMED ? ', …' : '';
  return names.length === 0
    ? `${text} (it takes none)`
    : `${text} (it takes ${names.slice(0, MOST_NAMED).join(', ')}${more})`;
}

/** What an object within the input may have; undefined where it has several forms. */
function shapeAt(input: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodShape | undefined {
  const end = path.reduce<z.core.$ZodType | undefined>((at, step) => at && partOf(at, step), input);
  const def = end && defOf(end);
  return def?.type === 'object' ? def.shape : undefined;
}

function partOf(schema: z.core.$ZodType, step: PropertyKey): z.core.$ZodType | undefined {
  const def = defOf(schema);
  if (def.type === 'object') return def.shape[String(step)];
  if (def.type === 'array') return def.element;
  return def.type === 'record' ? def.valueType : undefined;
}

/** Without what stands around it: that it may be left out, or how it is read. */
function defOf(schema: z.core.$ZodType): z.core.$ZodTypes['_zod']['def'] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ('innerType' in def) return defOf(def.innerType);
  return def.type === 'pipe' ? defOf(def.out) : def;
}

function formOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return issue.expected;
  if (issue.code === 'invalid_value')
    return issue.values.map(value => (typeof value === 'string' ? `"${value}"` : String(value))).join(' or ');
  return issue.message;
}
