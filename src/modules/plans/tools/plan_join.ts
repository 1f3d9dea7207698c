import * as z from 'zod';
import { coordinationError } from '../../../core/coordination/coordinationError';
import { untilAborted } from '../../../core/support/abort';
import { DisposableStore } from '../../../core/support/disposable';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { childrenIn } from './childRuns';
import { type Joined, joinedOf } from './joined';

export const planJoin = defineCoordinationTool({
  name: 'plan_join',
  title: 'Wait for plan runs',
  description:
    'Waits until runs have ended or child agents have answered: all of them, the first that succeeds, or a quorum. The others continue.',
  effect: 'reads',
  family: 'PLAN',
  input: () =>
    z.strictObject({
      ...childrenIn,
      join_policy: z.enum(['all', 'first_success', 'quorum']).default('all').describe('When to return.'),
      quorum_count: z
        .int()
        .min(1)
        .max(32)
        .optional()
        .describe('Successes for a quorum. Defaults to more than half.'),
      timeout_sec: z.int().min(1).max(3_600).default(60).describe('Longest wait.'),
    }),
  output: () =>
    z.strictObject({
      policy: z.string().describe('Policy used.'),
      satisfied: z.boolean().describe('The policy was met.'),
      timed_out: z.boolean().describe('The wait ended first.'),
      success_count: z.int().describe('Runs that succeeded.'),
      failure_count: z.int().describe('Runs that failed or were cancelled.'),
      winner: z.string().nullable().describe('The first run that succeeded.'),
      results: z
        .array(
          z.strictObject({
            run_id: z.string().describe('Run ID.'),
            state: z.string().describe('State.'),
            finished_at: z.int().nullable().describe('Epoch ms.'),
          }),
        )
        .describe('State of each run. Read results with plan_status or plan_reduce.'),
    }),
  async handle(
    { children, join_policy: policy, quorum_count: quorum, timeout_sec: seconds },
    { plans, children: agents, clock, signal },
  ) {
    if (quorum !== undefined && quorum > children.length)
      throw coordinationError('E-PLAN-INVALID-INPUT', {
        message: 'quorum_count is larger than the number of children.',
        hint: 'lower quorum_count',
        details: { quorum_count: quorum, children: children.length },
      });
    const needed =
      policy === 'quorum'
        ? (quorum ?? Math.floor(children.length / 2) + 1)
        : policy === 'first_success'
          ? 1
          : children.length;
    void plans.takeOver();
    const look = () => children.map(id => joinedOf(id, { plans, children: agents }));
    const isDecided = (runs: readonly Joined[]): boolean => {
      const { length: won } = runs.filter(({ hasSucceeded }) => hasSucceeded);
      return runs.every(({ isOver }) => isOver) || (policy !== 'all' && won >= needed);
    };
    const owned = new DisposableStore();
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    // Refused before anything is followed, where one of them is unknown.
    if (isDecided(look())) resolve(true);
    const lookAgain = (): void => {
      try {
        if (isDecided(look())) resolve(true);
      } catch (error) {
        reject(error); // It was deleted meanwhile. Nobody else catches what a listener throws.
      }
    };
    owned.add(plans.onDidChange(lookAgain));
    owned.add(agents.onDidChange(lookAgain));
    owned.add(clock.after(seconds * 1_000, () => resolve(false)));
    try {
      const isOver = await untilAborted(promise, signal);
      const runs = look();
      const won = runs.filter(({ hasSucceeded }) => hasSucceeded);
      const [winner] = won.toSorted((a, b) => (a.finishedAt ?? 0) - (b.finishedAt ?? 0));
      return {
        policy,
        satisfied: won.length >= needed,
        timed_out: !isOver,
        success_count: won.length,
        failure_count: runs.filter(run => run.isOver && !run.hasSucceeded).length,
        winner: winner?.id ?? null,
        results: runs.map(({ id, state, finishedAt }) => ({ run_id: id, state, finished_at: finishedAt })),
      };
    } finally {
      owned.dispose();
    }
  },
});
