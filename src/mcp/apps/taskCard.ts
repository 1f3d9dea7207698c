import { APP_MIME_TYPE } from '../../core/gateway/tools/appTools';
import type { ToolDefinition } from '../../core/registry/tool';

/** Where our page of a completed task is. */
export const TASK_CARD = 'ui://switchyard/task-card';

/** The tools of ours that have a page. */
const PAGES: ReadonlyMap<string, string> = new Map([['complete_task', TASK_CARD]]);

/** The page with its policy: it needs nothing from anywhere. Few clients show it, so it is loaded when one does. */
export async function readTaskCard(): Promise<Readonly<Record<string, unknown>>> {
  const { TASK_CARD_PAGE } = await import('./taskCardPage');
  const ui = { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true };
  return { uri: TASK_CARD, mimeType: APP_MIME_TYPE, text: TASK_CARD_PAGE, _meta: { ui } };
}

/** Definitions never change; clients ask for the whole list again and again. */
const made = new WeakMap<ToolDefinition, ToolDefinition>();

/**
 * Our own tools as a client that shows apps sees them. A page of any server reaches all tools behind us, so no page may call ours: what
 * they do is an agent's or a person's.
 */
export function withOwnPages(definitions: readonly ToolDefinition[]): readonly ToolDefinition[] {
  return definitions.map(definition => {
    // Tools of servers are told with their pages already.
    if (definition._meta?.['ui'] !== undefined) return definition;
    const known = made.get(definition) ?? ownPage(definition);
    made.set(definition, known);
    return known;
  });
}

function ownPage(definition: ToolDefinition): ToolDefinition {
  const resourceUri = PAGES.get(definition.name);
  const ui = { ...(resourceUri === undefined ? {} : { resourceUri }), visibility: ['model'] };
  return { ...definition, _meta: { ...definition._meta, ui } };
}
