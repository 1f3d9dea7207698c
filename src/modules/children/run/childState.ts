import type { ChildState } from '../model/childTypes';

/**
 * What happens to a child: `heard` is any line of it while it has work (`at-work`) or none, `quiet` is silence for its idle time,
 * `exited` the end of its process.
 */
export type ChildEvent =
  | 'ready'
  | 'sent'
  | 'heard-at-work'
  | 'heard'
  | 'final'
  | 'quiet'
  | 'stop'
  | 'exited'
  | 'exited-killed'
  | 'failed'
  | 'restart';

const NEXT: Readonly<Record<ChildState, Partial<Readonly<Record<ChildEvent, ChildState>>>>> = {
  starting: {
    ready: 'ready',
    sent: 'starting',
    stop: 'stopping',
    exited: 'terminated',
    failed: 'error',
    restart: 'starting',
  },
  ready: {
    sent: 'running',
    'heard-at-work': 'running',
    quiet: 'idle',
    stop: 'stopping',
    exited: 'terminated',
    failed: 'error',
    restart: 'starting',
  },
  running: {
    sent: 'running',
    final: 'ready',
    quiet: 'idle',
    stop: 'stopping',
    exited: 'terminated',
    failed: 'error',
    restart: 'starting',
  },
  idle: {
    sent: 'running',
    'heard-at-work': 'running',
    heard: 'ready',
    final: 'ready',
    stop: 'stopping',
    exited: 'terminated',
    failed: 'error',
    restart: 'starting',
  },
  stopping: { exited: 'terminated', 'exited-killed': 'killed', failed: 'error' },
  terminated: {},
  killed: {},
  error: {},
};

/** The state after an event; the same one where the event says nothing there. */
export function stateAfter(state: ChildState, event: ChildEvent): ChildState {
  return NEXT[state][event] ?? state;
}
