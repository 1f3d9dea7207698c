import * as z from 'zod';
import { once } from '../../../core/support/once';
import type { Child } from '../model/childTypes';
import { KNOWN_AGENTS, type KnownAgentName } from '../knownAgents';

const word = once(() => z.string().trim().min(1).max(200));
const ms = (most: number) => z.int().min(1).max(most);

/** A child by its ID. */
export const childIdIn = once(() => ({ child_id: word().describe('Child ID.') }));

/** What a child may use. */
export const limitsIn = once(() =>
  z
    .strictObject({
      messages: z.int().min(1).optional().describe('Messages sent to it.'),
      tool_calls: z.int().min(0).optional().describe('Tool calls.'),
      tokens: z.int().min(1).optional().describe('Tokens, as it reports them.'),
      wallclock_ms: z.int().min(1).optional().describe('Time since its start.'),
      bytes_in: z.int().min(1).optional().describe('Bytes sent to it.'),
      bytes_out: z.int().min(1).optional().describe('Bytes it writes.'),
      memory_mb: z.int().min(16).optional().describe('Memory, at most 2048. Linux only.'),
      cpu_seconds: z.int().min(1).optional().describe('CPU time, at most 86400. Linux only.'),
    })
    .describe('The child is stopped when it exceeds one. Defaults to no limit.'),
);

export const roleIn = once(() => z.string().trim().min(1).max(500));
export const promptIn = once(() => z.string().min(1).max(200_000));
export const sandboxIn = once(() =>
  z
    .enum(['strict', 'standard', 'permissive'])
    .default('standard')
    .describe(
      'Environment variables it gets: PATH only; what MCP servers get; all but secrets of Switchyard.',
    ),
);

const AGENTS = Object.keys(KNOWN_AGENTS) as [KnownAgentName, ...KnownAgentName[]];

/** What every child can be given, whatever it is. */
export const commonIn = once(() => ({
  child_id: z
    .string()
    .regex(/^[\w.:-]{1,32}$/)
    .optional()
    .describe('ID for the child. Defaults to a new one.'),
  role: roleIn().optional().describe('What it is there for.'),
  tools_allow: z
    .array(word())
    .max(200)
    .optional()
    .describe(
      'Names of the only tools of Switchyard it may use. Defaults to all that you may use; never more.',
    ),
  servers: z.array(word()).max(20).default([]).describe('MCP servers that are active for it.'),
  areas: z.array(word()).max(50).default([]).describe("Code it is to touch, e.g. ['src/api']."),
  cwd: z.string().max(1_000).optional().describe('Folder in the workspace. Defaults to the workspace.'),
  env: z
    .record(z.string().regex(/^[A-Za-z_]\w*$/), z.string().max(32_000))
    .default({})
    .describe('Environment variables to add. The user sees them.'),
  sandbox: sandboxIn(),
  budget: limitsIn().optional(),
  timeouts: z
    .strictObject({
      ready_ms: ms(600_000).optional().describe('Until it must be ready. Defaults to 2000, ACP: 120000.'),
      idle_ms: ms(86_400_000).default(120_000).describe('Silence after which it counts as idle.'),
      heartbeat_ms: ms(86_400_000).optional().describe('Silence at work after which it is restarted.'),
    })
    .optional()
    .describe('Time limits.'),
  wait_for_ready: z.boolean().default(true).describe('Return when it is ready, not before.'),
  ready_timeout_ms: ms(600_000).optional().describe('Same as timeouts.ready_ms.'),
  restart: z.boolean().default(true).describe('Restart it when it crashes.'),
  record: z.boolean().default(true).describe('Record its work as tasks with the files they changed.'),
  metadata: z.unknown().optional().describe('Anything else.'),
}));

/** What a child is started as. */
export const childIn = once(() => ({
  ...commonIn(),
  agent: z.enum(AGENTS).optional().describe('Known ACP agent to start, instead of command.'),
  command: z.string().min(1).max(1_000).optional().describe('Program to start. The user approves it.'),
  args: z.array(z.string().max(10_000)).max(100).default([]).describe('Its arguments.'),
  protocol: z
    .enum(['jsonl', 'acp'])
    .optional()
    .describe('JSON lines or Agent Client Protocol. Defaults to jsonl for a command.'),
  ready_type: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('Message type by which a jsonl program says it is ready. Defaults to none.'),
  prompt: promptIn().optional().describe('First message.'),
  initial_payload: z.unknown().optional().describe('First message as JSON, instead of prompt.'),
}));

export const stateOut = once(() =>
  z
    .enum(['starting', 'ready', 'running', 'idle', 'stopping', 'terminated', 'killed', 'error'])
    .describe('State.'),
);

/** A child in a few fields. */
export const briefOut = once(() => ({
  child_id: z.string().describe('Child ID.'),
  state: stateOut(),
  reason: z.string().nullable().describe('Why it ended or waits.'),
}));

const counts = once(() =>
  z.strictObject({
    messages: z.number().describe('Messages sent to it.'),
    tool_calls: z.number().describe('Tool calls.'),
    tokens: z.number().describe('Tokens it reported.'),
    wallclock_ms: z.number().describe('Time since its start.'),
    bytes_in: z.number().describe('Bytes sent to it.'),
    bytes_out: z.number().describe('Bytes it wrote.'),
    memory_mb: z.number().describe('Most memory seen.'),
    cpu_seconds: z.number().describe('CPU time seen.'),
  }),
);

/** All that is to be seen of a child. */
export const childOut = once(() => ({
  ...briefOut(),
  role: z.string().nullable().describe('What it is there for.'),
  agent: z.string().nullable().describe('Known agent.'),
  command: z.string().describe('Command line.'),
  doing: z.string().nullable().describe('What it does now.'),
  started_at: z.number().describe('Epoch ms.'),
  last_heard_at: z.number().nullable().describe('Epoch ms.'),
  pending: z.int().describe('Messages without an answer.'),
  usage: counts().describe('Used so far.'),
  budget: z.record(z.string(), z.number()).describe('Limits.'),
  restarts: z.int().describe('Times it was restarted.'),
  breaker: z.enum(['closed', 'open', 'half-open']).describe('Open: restarts pause.'),
  loop: z
    .strictObject({
      advice: z.enum(['warn', 'kill']).describe('kill: end it.'),
      signature: z.string().describe('Call that repeats.'),
    })
    .nullable()
    .describe('Same call again and again.'),
  workdir: z.string().describe('Its folder.'),
  ready_message: z.unknown().describe('What it said when it was ready, or null.'),
  logs: z.string().describe('Resource with its output.'),
  last_seq: z.int().describe('Number of its last line.'),
  workflow_id: z.string().nullable().describe('Where its work is recorded.'),
}));

/** A child in a few fields. */
export function shownBrief({ spec, state, reason }: Child) {
  return { child_id: spec.id, state, reason };
}

/** All that is to be seen of a child. */
export function shownChild(child: Child) {
  const { spec, startedAt, lastHeardAt, pending, usage, restartCount, breaker, loop } = child;
  return {
    ...shownBrief(child),
    role: spec.role,
    agent: spec.agent,
    command: commandOf(child),
    doing: child.doing,
    started_at: startedAt,
    last_heard_at: lastHeardAt,
    pending,
    usage,
    budget: Object.fromEntries(
      Object.entries(spec.budget).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    restarts: restartCount,
    breaker,
    loop,
    workdir: spec.launch.cwd,
    ready_message: child.readyMessage,
    logs: logsOf(spec.id),
    last_seq: child.lines + child.dropped,
    workflow_id: child.workflow,
  };
}

/** The command line of a child, as one text. */
export function commandOf({ spec: { launch } }: Pick<Child, 'spec'>): string {
  return [launch.command, ...launch.args].join(' ').slice(0, 2_000);
}

/** Where its output is read. */
export function logsOf(id: string): string {
  return `sc://children/${id}/logs`;
}

/** A line of its output. */
export const lineOut = once(() =>
  z.strictObject({
    seq: z.int().describe('Number.'),
    ts: z.number().describe('Epoch ms.'),
    stream: z.enum(['stdout', 'stderr', 'meta']).describe('meta: from Switchyard.'),
    message: z.unknown().describe('The line; an object where it is a message.'),
  }),
);
