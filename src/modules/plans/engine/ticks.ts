import type { Instant } from '../../../core/support/clock';
import {
  type Parallel,
  type PlanNode,
  type Repeat,
  type Retry,
  type Timeout,
  timeoutOf,
} from '../tree/planNode';
import type { FlatNode } from './flatTree';
import type { NodeState, Status } from './nodeState';
import type { Ticked } from './ticked';
import { thresholdsOf } from './thresholds';

/** One tick of a node: what it remembered comes in, what it remembers goes into the engine, its status comes out. */
type Tick = (engine: Ticked, flat: FlatNode, state: NodeState | undefined) => Status;

/** Ends as its only child does. */
const PASSED_ON = onlyChild(status => status);

/**
 * What each kind of node does in a tick, as BehaviorTree.CPP 4 does it (measured: `engine.test.ts` plays what that program did).
 * A node that is done resets the nodes below it, so that those which still run are halted.
 */
export const TICKS: { readonly [Type in PlanNode['type']]: Tick } = {
  sequence: inOrder('success'),
  selector: inOrder('failure'),
  sequence_with_memory: withMemory,
  reactive_sequence: reactive('success'),
  reactive_selector: reactive('failure'),
  parallel,
  retry,
  repeat,
  timeout,
  guard,
  inverter: onlyChild(status => (status === 'success' ? 'failure' : 'success')),
  force_success: onlyChild(() => 'success'),
  force_failure: onlyChild(() => 'failure'),
  cancellable: PASSED_ON,
  condition: (engine, flat) => (engine.input.leaves.holds(flat) ? 'success' : 'failure'),
  task,
};

function task(engine: Ticked, flat: FlatNode, state: NodeState | undefined): Status {
  const isRunning = state?.status === 'running';
  const { now, leaves } = engine.input;
  if (isRunning && isBefore(now, state.until)) return 'running';
  const answer = leaves.tick(flat, !isRunning);
  if (typeof answer === 'object') {
    engine.remember(flat.index, { status: 'running', until: answer.until });
    return 'running';
  }
  return answer === 'running' ? answer : forgotten(engine, flat.index, answer);
}

/** One child after the other, as long as they end like this. */
function inOrder(goesOn: Status): Tick {
  return (engine, { index, children }, state) => {
    let cursor = state?.status === 'running' ? (state.cursor ?? 0) : 0;
    for (; cursor < children.length; cursor += 1) {
      const status = engine.tickNode(child(children, cursor));
      if (status === goesOn) continue;
      if (status === 'running') {
        engine.remember(index, { status, cursor });
        return status;
      }
      return done(engine, index, children, status);
    }
    return done(engine, index, children, goesOn);
  };
}

/** As a sequence; after a failure it goes on with the child that failed. */
function withMemory(engine: Ticked, { index, children }: FlatNode, state: NodeState | undefined): Status {
  let cursor = state?.cursor ?? 0;
  for (; cursor < children.length; cursor += 1) {
    const each = child(children, cursor);
    const wasRunning = engine.state(each)?.status === 'running';
    const status = engine.tickNode(each);
    if (status === 'success' && (wasRunning || cursor === children.length - 1)) continue;
    if (status === 'failure') engine.resetAll(children.slice(cursor));
    if (status !== 'success') {
      engine.remember(index, { status, cursor });
      return status;
    }
    // A child that ends in the tick it began in leaves the others their turn before the next one.
    engine.remember(index, { status: 'running', cursor: cursor + 1 });
    engine.wake();
    return 'running';
  }
  return done(engine, index, children, 'success');
}

/** All children from the first on at every tick, as long as they end like this; only one of them runs. */
function reactive(goesOn: Status): Tick {
  return (engine, { index, children }) => {
    for (const each of children) {
      const status = engine.tickNode(each);
      if (status === goesOn) continue;
      if (status === 'running') {
        engine.resetAll(children.filter(other => other !== each));
        return status;
      }
      return done(engine, index, children, status);
    }
    return done(engine, index, children, goesOn);
  };
}

function parallel(engine: Ticked, { index, children, node }: FlatNode, state: NodeState | undefined): Status {
  const ended = new Map(state?.status === 'running' ? state.done : []);
  const needed = thresholdsOf((node as Parallel).policy, children.length);
  const before = ended.size;
  let [successes, failures] = countOf(ended);
  for (const [i, each] of children.entries()) {
    if (!ended.has(i)) {
      const status = engine.tickNode(each);
      if (status === 'success') successes += 1;
      if (status === 'failure') failures += 1;
      if (status !== 'running') ended.set(i, status === 'success');
    }
    if (successes >= needed.successes) return done(engine, index, children, 'success');
    if (children.length - failures < needed.successes || failures === needed.failures)
      return done(engine, index, children, 'failure');
  }
  if (ended.size > before) engine.remember(index, { status: 'running', done: [...ended] });
  return 'running';
}

function countOf(ended: ReadonlyMap<number, boolean>): [successes: number, failures: number] {
  const successes = [...ended.values()].filter(Boolean).length;
  return [successes, ended.size - successes];
}

function retry(engine: Ticked, { index, children, node }: FlatNode, state: NodeState | undefined): Status {
  const { max_attempts: most, backoff_ms: backoff = 0, backoff_jitter_ms: jitter = 0 } = node as Retry;
  const { now, random } = engine.input;
  const only = child(children, 0);
  let count = state?.count ?? 0;
  if (isBefore(now, state?.until)) return 'running';
  for (;;) {
    const wasRunning = engine.state(only)?.status === 'running';
    const status = engine.tickNode(only);
    if (status === 'running') {
      engine.remember(index, { status, count });
      return status;
    }
    engine.reset(only);
    if (status === 'success') return forgotten(engine, index, status);
    count += 1;
    if (most !== -1 && count >= most) return forgotten(engine, index, 'failure');
    const pause = backoff + Math.floor(random() * (jitter + 1));
    // A child that ends in the tick it began in leaves the others their turn before it is tried again.
    if (pause === 0 && wasRunning) continue;
    if (pause === 0) engine.wake();
    const until = pause === 0 ? {} : { until: (now + pause) as Instant };
    engine.remember(index, { status: 'running', count, ...until });
    return 'running';
  }
}

function repeat(engine: Ticked, { index, children, node }: FlatNode, state: NodeState | undefined): Status {
  const { cycles } = node as Repeat;
  const only = child(children, 0);
  let count = state?.count ?? 0;
  for (;;) {
    const wasRunning = engine.state(only)?.status === 'running';
    const status = engine.tickNode(only);
    if (status === 'running') {
      engine.remember(index, { status, count });
      return status;
    }
    engine.reset(only);
    if (status === 'failure') return forgotten(engine, index, status);
    count += 1;
    if (cycles !== -1 && count >= cycles) return forgotten(engine, index, 'success');
    if (wasRunning) continue;
    engine.remember(index, { status: 'running', count });
    engine.wake();
    return 'running';
  }
}

function timeout(engine: Ticked, { index, children, node }: FlatNode, state: NodeState | undefined): Status {
  const { now } = engine.input;
  const until = state?.until ?? ((now + timeoutOf(node as Timeout)) as Instant);
  const only = child(children, 0);
  if (!isBefore(now, until)) {
    engine.reset(only);
    return forgotten(engine, index, 'failure');
  }
  const status = engine.tickNode(only);
  if (status === 'running') {
    engine.remember(index, { status, until });
    return status;
  }
  engine.reset(only);
  return forgotten(engine, index, status);
}

/** Ticks its child where the condition held when it began: a running child is not stopped by it. */
function guard(engine: Ticked, flat: FlatNode, state: NodeState | undefined): Status {
  if (state?.status !== 'running' && !engine.input.leaves.holds(flat)) return 'failure';
  return PASSED_ON(engine, flat, state);
}

/** Ends as its child does, turned into something. */
function onlyChild(turned: (status: 'success' | 'failure') => Status): Tick {
  return (engine, { children }) => {
    const only = child(children, 0);
    const status = engine.tickNode(only);
    if (status === 'running') return status;
    engine.reset(only);
    return turned(status);
  };
}

/** Ends a node: whatever runs below it is halted. */
function done(engine: Ticked, index: number, children: readonly number[], status: Status): Status {
  engine.resetAll(children);
  return forgotten(engine, index, status);
}

/** Ends a node that remembers nothing of it. */
function forgotten(engine: Ticked, index: number, status: Status): Status {
  engine.remember(index, { status });
  return status;
}

function child(children: readonly number[], i: number): number {
  const index = children[i];
  if (index === undefined) throw new Error('A node has too few children.');
  return index;
}

function isBefore(now: Instant, until: Instant | undefined): boolean {
  return until !== undefined && now < until;
}
