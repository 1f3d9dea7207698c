import { PromptSchema, ResourceSchema, ResourceTemplateSchema } from '@modelcontextprotocol/sdk/types.js';
import type { PassedList, ProtocolObject } from '../../core/gateway/upstream/upstream';
import { isRecord } from '../../core/support/json';

const SCHEMAS = {
  prompts: PromptSchema,
  resources: ResourceSchema,
  resourceTemplates: ResourceTemplateSchema,
};
const ADDRESSES = { prompts: 'name', resources: 'uri', resourceTemplates: 'uriTemplate' } as const;

/**
 * What a server lists, as clients take it: they check a whole list at once, that of all servers, and one odd field would take
 * everything away. Such a field is left out; an item without a name has its address for one; without that, it is left out itself.
 */
export function listableItems(list: PassedList, items: readonly unknown[]): readonly ProtocolObject[] {
  return items.filter(isRecord).flatMap(item => {
    const { [ADDRESSES[list]]: address } = item;
    const found = SCHEMAS[list].safeParse(item);
    if (found.success) return [item];
    if (typeof address !== 'string') return [];
    const named = typeof item['name'] === 'string' ? item : { ...item, name: address };
    const mended = withoutOdd(
      named,
      found.error.issues.map(({ path }) => path),
    );
    return SCHEMAS[list].safeParse(mended).success ? [mended] : [];
  });
}

/** An item without the fields, or the parts of lists, that these paths lead to. */
function withoutOdd(item: ProtocolObject, paths: readonly (readonly PropertyKey[])[]): ProtocolObject {
  const entries = Object.entries(item).flatMap(([key, value]): readonly [string, unknown][] => {
    const odd = paths.filter(([field]) => field === key).map(([, place]) => place);
    if (odd.length === 0 || key === 'name') return [[key, value]];
    if (!Array.isArray(value) || odd.includes(undefined)) return [];
    return [[key, value.filter((_part, at) => !odd.includes(at))]];
  });
  return Object.fromEntries(entries);
}
