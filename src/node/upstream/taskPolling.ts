import { setTimeout } from 'node:timers/promises';
import type { ProtocolObject } from '../../core/gateway/upstream';

/** How often a task is asked for its state, in milliseconds: what the server wishes, within these bounds (chosen here). */
const SHORTEST_MS = 200;
const LONGEST_MS = 10_000;
const DEFAULT_MS = 1_000;

/** A task that a server began in place of an answer (MCP 2025-11-25, tasks). */
export interface BegunTask {
  readonly id: string;
  readonly pollMs: number;
}

/** The task in an answer; undefined where the server answered at once after all. */
export function begunTask(answer: ProtocolObject): BegunTask | undefined {
  const task = answer['task'];
  if (typeof task !== 'object' || task === null || !('taskId' in task) || typeof task.taskId !== 'string')
    return undefined;
  const wish =
    'pollInterval' in task && typeof task.pollInterval === 'number' ? task.pollInterval : DEFAULT_MS;
  return { id: task.taskId, pollMs: Math.min(Math.max(wish, SHORTEST_MS), LONGEST_MS) };
}

/** Asks for a task's state until it is stopped, and tells of each answer: a task that answers is alive. */
export function pollTask(
  task: BegunTask,
  ask: () => Promise<ProtocolObject>,
  onState: (message: string | undefined) => void,
): { stop(): void } {
  const stopped = new AbortController();
  const { signal } = stopped;
  const poll = async (): Promise<void> => {
    for (;;) {
      await setTimeout(task.pollMs, undefined, { signal });
      const { statusMessage } = await ask();
      if (signal.aborted) return;
      onState(typeof statusMessage === 'string' ? statusMessage : undefined);
    }
  };
  poll().catch(() => undefined); // Its result comes or fails on its own; silence runs into the call's limit.
  return { stop: () => stopped.abort() };
}
