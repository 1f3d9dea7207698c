import { setTimeout } from 'node:timers/promises';
import { RELATED_TASK } from '../../core/gateway/tools/callTask';
import type { ProtocolObject } from '../../core/gateway/upstream/upstream';
import { isRecord } from '../../core/support/json';

/** How often a task is asked for its state, in milliseconds: what the server wishes, within these bounds (chosen here). */
const SHORTEST_MS = 200;
const LONGEST_MS = 10_000;
const DEFAULT_MS = 1_000;

/** A task that a server began in place of an answer (MCP 2025-11-25, tasks). */
export interface BegunTask {
  readonly id: string;
  readonly pollMs: number;
  readonly message?: string;
}

/** The task in an answer; undefined where the server answered at once after all. */
export function begunTask(answer: ProtocolObject): BegunTask | undefined {
  const task = answer['task'];
  if (!isRecord(task) || typeof task['taskId'] !== 'string') return undefined;
  const wish = typeof task['pollInterval'] === 'number' ? task['pollInterval'] : DEFAULT_MS;
  const message = messageIn(task);
  return {
    id: task['taskId'],
    pollMs: Math.min(Math.max(wish, SHORTEST_MS), LONGEST_MS),
    ...(message === undefined ? {} : { message }),
  };
}

/** What a server says of a task in words. */
export function messageIn({ statusMessage }: ProtocolObject): string | undefined {
  return typeof statusMessage === 'string' ? statusMessage : undefined;
}

/** The id that a message of a server belongs to, as the server calls it. */
export function relatedTask({ _meta: meta }: ProtocolObject): string | undefined {
  const related = isRecord(meta) ? meta[RELATED_TASK] : undefined;
  return isRecord(related) && typeof related['taskId'] === 'string' ? related['taskId'] : undefined;
}

/** The same without it: the ids of a server's tasks are between the server and us. */
export function withoutRelatedTask({ _meta: meta, ...rest }: ProtocolObject): ProtocolObject {
  if (!isRecord(meta)) return rest;
  const { [RELATED_TASK]: _ours, ...left } = meta;
  return Object.keys(left).length === 0 ? rest : { ...rest, _meta: left };
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
      const message = messageIn(await ask());
      if (signal.aborted) return;
      onState(message);
    }
  };
  poll().catch(() => undefined); // Its result comes or fails on its own; silence runs into the call's limit.
  return { stop: () => stopped.abort() };
}
