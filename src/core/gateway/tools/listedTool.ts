import { protocolTool } from '../../registry/protocolTool';
import type { ToolDefinition, UpstreamTool } from '../../registry/tool';
import { isRecord } from '../../support/json';
import { type ToldApps, toldUi } from './appTools';
import { canRunAsTask } from './callTask';

/** A tool never changes, a new listing makes a new one; clients ask for the whole list again and again. By what clients are told. */
const shown = new Map<string, WeakMap<UpstreamTool, readonly ToolDefinition[]>>();

/** What clients are told besides the protocol's own words. */
export interface ListedFor {
  /** A host that names its chats is VS Code or made of it. It never cancels a task that a chat gave up (seen in 1.139): what it runs
   * as an ordinary call, it cancels. */
  readonly namesChats: boolean;
  /** Left out where the client shows no apps. */
  readonly apps?: ToldApps | undefined;
}

/** Tools of servers as clients see them in the list. */
export function listedTools(
  tools: readonly UpstreamTool[],
  { namesChats, apps }: ListedFor,
): readonly ToolDefinition[] {
  const listed: ToolDefinition[] = [];
  for (const tool of tools) listed.push(...listedTool(tool, !namesChats, apps));
  return listed;
}

/**
 * A server's tool as a client sees it in the list: under its exposed name, its description led by the server's id
 *. A tool that its server runs as a task, even if only so, we run either way: to clients that is "optional". What
 * a client is to do with it (`_meta`) is passed on where it has no words, and its app where the client shows apps. A tool that can't be
 * made valid is in no list: with it, clients would refuse all.
 */
function listedTool(
  tool: UpstreamTool,
  isToldOfTasks: boolean,
  apps: ToldApps | undefined,
): readonly ToolDefinition[] {
  const told = apps === undefined ? 'none' : apps.callers.has(tool.server) ? 'calls' : 'shown';
  const key = `${isToldOfTasks} ${told}`;
  const known = shown.get(key) ?? new WeakMap<UpstreamTool, readonly ToolDefinition[]>();
  shown.set(key, known);
  const listed = known.get(tool) ?? made(tool, isToldOfTasks, apps);
  known.set(tool, listed);
  return listed;
}

function made(
  tool: UpstreamTool,
  isToldOfTasks: boolean,
  apps: ToldApps | undefined,
): readonly ToolDefinition[] {
  const valid = protocolTool(tool.definition);
  const ui = toldUi(tool, apps);
  if (valid.type === 'withheld' || ui === undefined) return [];
  const { execution: _asItsServerHasIt, _meta: meta, ...definition } = valid.definition;
  const task =
    isToldOfTasks && canRunAsTask(tool.definition) ? { execution: { taskSupport: 'optional' } } : {};
  const description = `[${tool.server}] ${definition.description ?? definition.title ?? definition.name}`;
  return [{ ...definition, ...passedMeta(meta, ui), ...task, name: tool.exposedName, description }];
}

/**
 * Apps, which are told in our words, and words that reach a model, which nobody looked through and no pin holds (Claude Code finds
 * tools by its hint).
 */
const LEFT_OUT = /^(?:ui$|ui\/|openai\/|anthropic\/searchHint$)/;

/** What a server says of its tool beyond the protocol. */
function passedMeta(
  meta: unknown,
  ui: Readonly<Record<string, unknown>>,
): { readonly _meta?: Readonly<Record<string, unknown>> } {
  const passed = isRecord(meta) ? Object.entries(meta).filter(([key]) => !LEFT_OUT.test(key)) : [];
  const all = [...passed, ...Object.entries(ui)];
  return all.length === 0 ? {} : { _meta: Object.fromEntries(all) };
}
