import fc from 'fast-check';
import { expect, test } from 'vitest';
import { childWorld, turns } from '../../../test/support/childWorld';
import type { ChildState } from './model/childTypes';

/** What may follow what, written down once more: the seed's states, and nothing comes after an end. */
const FOLLOWS: Readonly<Record<ChildState, readonly ChildState[]>> = {
  starting: ['ready', 'running', 'stopping', 'terminated', 'error'],
  ready: ['running', 'idle', 'starting', 'stopping', 'terminated', 'error'],
  running: ['ready', 'idle', 'starting', 'stopping', 'terminated', 'error'],
  idle: ['ready', 'running', 'starting', 'stopping', 'terminated', 'error'],
  stopping: ['terminated', 'killed', 'error'],
  terminated: [],
  killed: [],
  error: [],
};
const ENDED: readonly string[] = ['terminated', 'killed', 'error'];

const events = fc.oneof(
  fc.constantFrom('send', 'message', 'answer', 'error', 'noise', 'crash', 'exit', 'cancel', 'kill'),
  fc.integer({ min: 1, max: 200_000 }),
);

test('whatever happens to a child, in whatever order and with whatever jumps of the clock, it goes from state to state as told', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(events, { maxLength: 25 }), fc.boolean(), async (story, restart) => {
      const { core, call, agents } = await childWorld();
      const timeouts = { idle_ms: 5_000, heartbeat_ms: 20_000 };
      const budget = { messages: 8, wallclock_ms: 500_000 };
      await call('child_create', { command: 'w', child_id: 'w', record: false, restart, timeouts, budget });
      const state = () => core.children.all()[0]?.state ?? 'error';
      const seen = [state()];
      core.children.onDidChange(() => void (seen.at(-1) !== state() && seen.push(state())));
      for (const event of story) {
        const agent = agents.last;
        if (typeof event === 'number') core.clock.advance(event);
        else if (event === 'send') void call('child_send', { child_id: 'w', payload: 1 });
        else if (event === 'cancel') void call('child_cancel', { child_id: 'w', timeout_ms: 100 });
        else if (event === 'kill') await call('child_kill', { child_id: 'w' });
        else if (!agent.isRunning) continue;
        else if (event === 'message') agent.say({ type: 'progress' });
        else if (event === 'answer') agent.say({ type: 'result' });
        else if (event === 'error') agent.say({ type: 'error' });
        else if (event === 'noise') agent.say('noise', 'stderr');
        else agent.exit(event === 'exit' ? 0 : 1);
        await turns();
      }
      for (const [i, now] of seen.slice(1).entries()) {
        const before = seen[i] ?? 'error';
        expect([before, now, FOLLOWS[before].includes(now)]).toEqual([before, now, true]);
      }
      const [child] = core.children.all();
      expect(child?.pending).toBeGreaterThanOrEqual(0);
      expect(child?.usage.messages).toBeLessThanOrEqual(budget.messages);
      // What has ended runs no more, and what runs has not ended.
      if (ENDED.includes(state())) expect(agents.started.filter(({ isRunning }) => isRunning)).toEqual([]);
      await call('child_kill', { child_id: 'w' });
      expect(ENDED).toContain(state());
      expect(agents.started.filter(({ isRunning }) => isRunning)).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test('restarts are counted, paused and ended by the rules of supervision, whenever a child fails', async () => {
  const { Supervision } = await import('./run/supervision');
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 1, maxLength: 40 }), lives => {
      let now = 0;
      let inRow = 0;
      const restarts: number[] = [];
      const supervision = new Supervision(now);
      for (const life of lives) {
        now += life;
        const wasProbing = supervision.breaker === 'half-open';
        const verdict = supervision.failed(now);
        inRow = life >= 10_000 ? 1 : inRow + 1;
        const recent = restarts.filter(at => now - at < 60_000).length;
        if (wasProbing || recent >= 6) {
          expect(verdict.type).toBe('give-up');
          return;
        }
        const delayMs = inRow >= 3 ? 15_000 : 250 * 2 ** (inRow - 1);
        expect(verdict).toEqual({ type: 'restart', delayMs, opensBreaker: inRow >= 3 });
        now += delayMs;
        supervision.restarted(now);
        restarts.push(now);
      }
    }),
    { numRuns: 2_000 },
  );
});
