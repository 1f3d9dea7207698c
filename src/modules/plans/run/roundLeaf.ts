import type { Operation } from '../../../core/operations/operation';
import type { RoundReply } from '../../../core/rounds/roundEvent';
import type { RoundWish } from '../../../core/rounds/roundWish';
import { coordinationError } from '../../../core/coordination/coordinationError';
import { isRecord, type Json } from '../../../core/support/json';
import { JoinedSignal } from '../../../core/support/joinedSignal';
import type { Task } from '../tree/planNode';
import { readRound } from '../tree/roundInput';
import { kept } from './leafOutput';
import type { LeafEnd } from './planFacts';
import type { OpenRounds } from './openRounds';

/**
 * Looks at a leaf before anything runs: all but its texts is there by then, and the model and servers exist. Gives the servers.
 * @throws {Refusal} E-PLAN-INVALID-INPUT, E-PLAN-NO-MODEL, model-not-found, unknown-server
 */
export async function checkRound(
  { input }: Task,
  rounds: OpenRounds | undefined,
): Promise<readonly string[]> {
  const written = isRecord(input) ? { ...input } : {};
  for (const field of ['prompt', 'instructions'])
    if (isRecord(written[field])) written[field] = 'filled in later';
  const { model, servers } = readRound(written);
  const names = servers.map(server => (typeof server === 'string' ? server : server.name));
  await (await opened(rounds)).check(model, names);
  return names;
}

/** Runs a round as a part of an operation, with the limits of its session. What comes of it never throws but for a bug or an abort. */
export async function runRound(
  rounds: OpenRounds | undefined,
  input: Json,
  { within, signal }: { readonly within: Operation; readonly signal: AbortSignal },
): Promise<Omit<LeafEnd, 'leaf' | 'call'>> {
  const { prompt, servers, max_loops: maxLoops, timeout_ms: timeoutMs, ...asked } = readRound(input);
  const wish: RoundWish = {
    ...asked,
    messages: [{ role: 'user', content: prompt }],
    servers: servers.map(server => {
      if (typeof server === 'string') return { label: server, allowedTools: [], requireApproval: 'auto' };
      const { name: label, allowed_tools: allowedTools, require_approval: requireApproval } = server;
      return { label, allowedTools, requireApproval };
    }),
    customTools: [],
    settings: {},
    maxLoops,
    timeoutMs,
    approvals: new Map(),
  };
  const joined = new JoinedSignal(signal, within.signal);
  try {
    return outcomeOf(await (await opened(rounds)).run(wish, () => undefined, joined.signal, within));
  } finally {
    joined.dispose();
  }
}

async function opened(rounds: OpenRounds | undefined): Promise<Awaited<ReturnType<OpenRounds>>> {
  if (rounds !== undefined) return await rounds();
  throw coordinationError('E-PLAN-NO-MODEL', {
    message: 'This program has no model for llm_round. Start it with --model-endpoint.',
    hint: 'leave llm_round out, or have the user configure a model',
  });
}

function outcomeOf(reply: RoundReply): Omit<LeafEnd, 'leaf' | 'call'> {
  const {
    finish_reason: reason,
    message,
    model,
    usage,
    tool_calls: calls,
    pending_approvals: pending = [],
  } = reply;
  const said = message !== null && 'content' in message ? (message.content ?? '') : '';
  const output = kept({
    text: said,
    finish_reason: reason,
    model,
    usage: { ...usage },
    tool_calls: calls.map(({ mcp_server: server, name: tool, error }) => ({
      server,
      tool,
      ...(error === undefined ? {} : { error }),
    })),
  });
  if (reason === 'stop') return { isSuccess: true, ...output };
  const [first] = pending;
  const why =
    first === undefined
      ? `The round ended with ${reason}.`
      : `The call of "${first.name}" of "${first.server_label}" needs approval. Pass require_approval "never" for tools that may run without it.`;
  return { isSuccess: false, code: reason.replaceAll('_', '-'), message: why.slice(0, 500), ...output };
}
