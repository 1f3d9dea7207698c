import * as z from 'zod';
import { coordinationError } from '../../../core/coordination/coordinationError';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import type { CoordinationContext } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import type { LogLine } from '../model/childTypes';
import type { Sent } from '../run/answers';
import { briefOut, lineOut, shownBrief } from './childSchemas';
import { shownLine } from './shownLine';

/** How long an answer is waited for where the caller does not say, in milliseconds (coordination tools). */
const WAIT_MS = { stream: 2_000, final: 8_000 } as const;

/** Tasks of others that are named (chosen here). */
const MAX_OVERLAPS = 10;

const contractIn = z.strictObject({
  call_id: z.string().trim().min(1).max(300).describe('Call of cnp_announce.'),
  requested_agent_id: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('For "auto": award the call to this agent if it is open.'),
  auto_complete: z.boolean().default(true).describe('Complete the call with its answer.'),
});

export const childSend = defineCoordinationTool({
  name: 'child_send',
  title: 'Send a message to a child agent',
  description:
    'Sends a message, and waits for its next message or its final answer if asked to. An answer that comes later is read with ' +
    'child_collect.',
  effect: 'changes',
  isOpenWorld: true,
  family: 'CHILD',
  input: () =>
    z.strictObject({
      child_id: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .describe('Child ID, or "auto" for the child that was awarded contract_net.call_id.'),
      payload: z.unknown().describe('For ACP a text or {prompt}; for JSON lines any JSON.'),
      expect: z
        .enum(['stream', 'final'])
        .optional()
        .describe('Wait for its next message, or for its answer.'),
      timeout_ms: z
        .int()
        .min(1)
        .max(120_000)
        .optional()
        .describe('Longest wait. Defaults to 2000, final: 8000.'),
      contract_net: contractIn.optional().describe('The call that this message is about.'),
    }),
  output: () =>
    z.strictObject({
      ...briefOut(),
      answer: lineOut()
        .nullable()
        .describe('What it waited for; null: not asked, or it did not come in time.'),
      timed_out: z.boolean().describe('The wait ended first. It is still working.'),
      overlap: z
        .array(
          z.strictObject({
            task_id: z.string().describe('Task ID.'),
            name: z.string().describe('Name.'),
            agent: z.string().nullable().describe('Its agent.'),
            areas: z.array(z.string()).describe('Areas of the child in which it works too.'),
          }),
        )
        .describe('Tasks of others in its areas. Their agents are told too.'),
      sent_after: z.int().describe('Number of the line before. Pass it to child_stream.'),
    }),
  async handle(given, context) {
    const { payload, expect, timeout_ms: timeout, contract_net: contract } = given;
    if (payload === undefined) throw invalid('Pass payload.', 'invalid_input');
    if (timeout !== undefined && expect === undefined)
      throw invalid('timeout_ms needs expect.', 'pass expect: "final"');
    const id = given.child_id === 'auto' ? await awardedIn(contract, context) : given.child_id;
    const child = (await context.children.open()).find(id);
    const sent = await child.send(payload, context.options.client, context.signal);
    const { before } = sent;
    const completing =
      contract?.auto_complete === true ? completeWith(contract.call_id, sent, context) : undefined;
    const waitMs = timeout ?? WAIT_MS[expect ?? 'final'];
    let line: LogLine | undefined;
    if (expect === 'stream') line = await child.next('stream', before, waitMs, context.signal);
    if (expect === 'final') line = await sent.within(waitMs, context.signal);
    // What it says on the way is no answer.
    if (expect === 'final' && line !== undefined) await completing;
    if (expect === 'final' && line !== undefined) await child.settled();
    return {
      ...shownBrief(child.view),
      answer: line === undefined ? null : shownLine(line),
      timed_out: expect !== undefined && line === undefined && !child.hasEnded,
      overlap: child.view.overlaps
        .slice(0, MAX_OVERLAPS)
        .map(({ task, areas, ...rest }) => ({ task_id: task, ...rest, areas: [...areas] })),
      sent_after: before,
    };
  },
});

function invalid(message: string, hint: string) {
  return coordinationError('E-CHILD-INVALID-INPUT', { message, hint });
}

/** The child that a call is awarded to. @throws {Refusal} E-CHILD-INVALID-INPUT, and what an award throws */
async function awardedIn(
  contract: z.output<typeof contractIn> | undefined,
  { 'contract-net': net, origin }: CoordinationContext,
): Promise<string> {
  if (contract === undefined)
    throw invalid('child_id "auto" needs contract_net.', 'pass contract_net.call_id');
  const { call_id: call, requested_agent_id: agent } = contract;
  const { award } = net.find(call);
  if (award !== null) return award.agent;
  if (agent === undefined)
    throw invalid(
      'The call is not awarded.',
      'pass contract_net.requested_agent_id, or call cnp_award first',
    );
  await net.change({ verb: 'award', call, agent }, { origin });
  return agent;
}

/** Completes a call with the child's answer, whenever that comes. Never rejects. */
async function completeWith(
  call: string,
  { answer }: Sent,
  { 'contract-net': net, origin }: CoordinationContext,
): Promise<void> {
  const line = await answer;
  const isSuccess = line !== undefined && line.type !== 'error';
  await net.change({ verb: 'complete', call, isSuccess, result: null }, { origin }).catch(() => undefined); // Somebody has completed or cancelled it meanwhile.
}
