import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { briefOut, childIdIn, shownBrief } from './childSchemas';

const CANCELLED = 'It was cancelled.';

export const childCancel = defineCoordinationTool({
  name: 'child_cancel',
  title: 'Stop a child agent',
  description:
    'Asks a child to stop, then ends it and all it started. With keep it only stops what it works on, where its protocol can.',
  effect: 'destroys',
  family: 'CHILD',
  input: () =>
    z.strictObject({
      ...childIdIn(),
      keep: z.boolean().default(false).describe('Keep an ACP agent running for other messages.'),
      signal: z
        .enum(['SIGINT', 'SIGTERM', 'SIGKILL'])
        .default('SIGINT')
        .describe('SIGTERM and SIGKILL do not ask first.'),
      timeout_ms: z.int().min(1).max(120_000).default(2_000).describe('How long it has before it is killed.'),
    }),
  output: () =>
    z.strictObject({ ...briefOut(), stopped_in_time: z.boolean().describe('It stopped by itself.') }),
  async handle({ child_id: id, keep, signal: how, timeout_ms: timeout }, { children, operation, signal }) {
    const child = (await children.open()).endedBy(operation.actor, id);
    if (how !== 'SIGINT') {
      await child.stop(CANCELLED, how === 'SIGKILL');
      return { ...shownBrief(child.view), stopped_in_time: how === 'SIGTERM' };
    }
    if (keep && child.view.spec.protocol === 'acp') {
      const inTime = await child.interrupt(timeout, signal);
      if (!inTime) await child.stop(CANCELLED, true);
      return { ...shownBrief(child.view), stopped_in_time: inTime };
    }
    let inTime = false;
    try {
      inTime = await child.interrupt(timeout, signal, CANCELLED);
    } finally {
      // Also where nobody waits for it any more.
      await child.stop(CANCELLED, !inTime);
    }
    return { ...shownBrief(child.view), stopped_in_time: inTime };
  },
});
