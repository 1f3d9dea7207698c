import type * as z from 'zod';
import { coordinationError } from '../../../core/coordination/coordinationError';
import type { CoordinationContext } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { KNOWN_AGENTS } from '../knownAgents';
import type { LiveChild } from '../run/liveChild';
import type { ChildWish } from '../run/roster';
import type { childIn } from './childSchemas';

/** How long a child has to be ready, in milliseconds: a package runner fetches an agent first. */
const READY_MS = { jsonl: 2_000, acp: 120_000 } as const;

const NEVER = new AbortController().signal;

/** What the tools that start children take. */
export type GivenChild = z.output<z.ZodObject<ReturnType<typeof childIn>>>;

/** Starts a child and gives it its first message. @throws {Refusal} as `Roster.create` and `LiveChild.send` */
export async function createChild(given: GivenChild, context: CoordinationContext): Promise<LiveChild> {
  const { children, signal, options } = context;
  const roster = await children.open();
  const child = await roster.create(wishOf(given, context), options.client, signal);
  const first = given.prompt === undefined ? given.initial_payload : firstMessage(given.prompt, child);
  if (first === undefined) return child;
  const sending = child.send(first, options.client, given.wait_for_ready ? signal : NEVER);
  if (given.wait_for_ready) await sending;
  else sending.catch(() => undefined); // Its state says that it never got so far.
  return child;
}

function firstMessage(prompt: string, child: LiveChild): unknown {
  return child.view.spec.protocol === 'acp' ? { prompt } : { type: 'prompt', prompt };
}

function wishOf(given: GivenChild, { operation }: CoordinationContext): ChildWish {
  const { agent, env, sandbox, timeouts } = given;
  const known = agent === undefined ? undefined : KNOWN_AGENTS[agent];
  const command = known?.command ?? given.command;
  if (command === undefined || (known !== undefined && given.command !== undefined))
    throw invalid('Pass agent or command.', 'one of the two');
  const [program = '', ...words] = command.trim().split(/\s+/);
  // A path may have spaces, the bare name of a program has none.
  if (words.length > 0 && !/[\\/]/.test(program))
    throw invalid(
      `"${command.slice(0, 200)}" is a command line.`,
      `pass command "${program}" and the rest as args`,
    );
  if (given.prompt !== undefined && given.initial_payload !== undefined)
    throw invalid('Pass prompt or initial_payload.', 'one of the two');
  const protocol = known?.protocol ?? given.protocol ?? 'jsonl';
  return {
    id: given.child_id,
    role: given.role ?? null,
    agent: agent !== undefined && given.args.length === 0 ? agent : null,
    protocol,
    launch: { command, args: [...(known?.args ?? []), ...given.args], env, sandbox, folder: given.cwd },
    toolsAllow: given.tools_allow ?? null,
    servers: given.servers,
    areas: given.areas,
    budget: given.budget ?? {},
    timeouts: {
      ready_ms: given.ready_timeout_ms ?? timeouts?.ready_ms ?? READY_MS[protocol],
      idle_ms: timeouts?.idle_ms ?? 120_000,
      heartbeat_ms: timeouts?.heartbeat_ms,
    },
    restarts: given.restart,
    readyType: protocol === 'acp' ? null : (given.ready_type ?? null),
    metadata: given.metadata ?? null,
    parent: operation.actor,
    isRecorded: given.record,
    isAwaited: given.wait_for_ready,
  };
}

function invalid(message: string, hint: string) {
  return coordinationError('E-CHILD-INVALID-INPUT', { message, hint });
}
