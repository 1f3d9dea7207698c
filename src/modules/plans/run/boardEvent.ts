import { isRecord } from '../../../core/support/json';
import type { SchedulerEvent } from './scheduler';

/** What a change of shared state means to runs that have conditions. */
export function boardEvent(stream: string, payload: unknown): SchedulerEvent | undefined {
  if (!isRecord(payload)) return undefined;
  const { key, point } = payload;
  if (stream === 'blackboard') return { type: 'blackboardChanged', key: typeof key === 'string' ? key : '' };
  if (stream !== 'stigmergy' || !isRecord(point)) return undefined;
  const { nodeId, intensity } = point;
  return {
    type: 'stigmergyChanged',
    node: typeof nodeId === 'string' ? nodeId : '',
    intensity: typeof intensity === 'number' ? intensity : 0,
  };
}
