import { protocolTool } from '../../registry/protocolTool';
import type { ToolDefinition, UpstreamTool } from '../../registry/tool';
import { isRecord } from '../../support/json';
import { canRunAsTask } from './callTask';

/** A tool never changes, a new listing makes a new one; clients ask for the whole list again and again. */
const shown = new WeakMap<UpstreamTool, readonly ToolDefinition[]>();
const shownWithTasks = new WeakMap<UpstreamTool, readonly ToolDefinition[]>();

/**
 * Tools of servers as clients see them in the list. A host that names its chats is VS Code or made of it. It never cancels a
 * task that a chat gave up (seen in 1.139): what it runs as an ordinary call, it cancels.
 */
export function listedTools(tools: readonly UpstreamTool[], namesChats: boolean): readonly ToolDefinition[] {
  const listed: ToolDefinition[] = [];
  for (const tool of tools) listed.push(...listedTool(tool, !namesChats));
  return listed;
}

/**
 * A server's tool as a client sees it in the list: under its exposed name, its description led by the server's id
 *. A tool that its server runs as a task, even if only so, we run either way: to clients that is "optional". What
 * a client is to do with it (`_meta`) is passed on where it has no words. A tool that can't be made valid is in no list: with it, clients
 * would refuse all.
 */
function listedTool(tool: UpstreamTool, isToldOfTasks: boolean): readonly ToolDefinition[] {
  const known = isToldOfTasks ? shownWithTasks : shown;
  const listed = known.get(tool) ?? made(tool, isToldOfTasks);
  known.set(tool, listed);
  return listed;
}

function made(tool: UpstreamTool, isToldOfTasks: boolean): readonly ToolDefinition[] {
  const valid = protocolTool(tool.definition);
  if (valid.type === 'withheld') return [];
  const { execution: _asItsServerHasIt, _meta: meta, ...definition } = valid.definition;
  const task =
    isToldOfTasks && canRunAsTask(tool.definition) ? { execution: { taskSupport: 'optional' } } : {};
  const description = `[${tool.server}] ${definition.description ?? definition.title ?? definition.name}`;
  return [{ ...definition, ...passedMeta(meta), ...task, name: tool.exposedName, description }];
}

/**
 * Apps, which promise more than the gateway passes on, and words that reach a model, which nobody looked through and no pin holds
 * (Claude Code finds tools by its hint).
 */
const LEFT_OUT = /^(?:ui$|ui\/|openai\/|anthropic\/searchHint$)/;

/** What a server says of its tool beyond the protocol. */
function passedMeta(meta: unknown): { readonly _meta?: Readonly<Record<string, unknown>> } {
  if (!isRecord(meta)) return {};
  const passed = Object.entries(meta).filter(([key]) => !LEFT_OUT.test(key));
  return passed.length === 0 ? {} : { _meta: Object.fromEntries(passed) };
}
