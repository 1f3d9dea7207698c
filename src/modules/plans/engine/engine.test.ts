import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Instant } from '../../../core/support/clock';
import { readXml } from '../xml/readXml';
import { writeXml } from '../xml/writeXml';
import { readTree } from '../tree/readTree';
import { Engine } from './engine';
import { flatTree } from './flatTree';
import { playTrace, type Trace } from '../../../../test/support/btTraces';

/** What BehaviorTree.CPP 4.10 did at each tick of random trees. */
const TRACES = JSON.parse(readFileSync('test/plans/bt-traces.json', 'utf8')) as readonly Trace[];

test.each(TRACES.map(trace => [trace.seed, trace] as const))(
  'tree %i ticks as in BehaviorTree.CPP',
  (_seed, trace) => {
    expect(playTrace(trace)).toEqual(trace.ticks);
  },
);

test('a tree that is saved after each tick goes on in another process as it would have', () => {
  for (const trace of TRACES) expect(playTrace(trace, { isSavedEachTick: true })).toEqual(trace.ticks);
});

test('XML that is read and written again is the same', () => {
  for (const { xml } of TRACES) {
    const tree = readXml(xml);
    expect(writeXml(tree)).toBe(xml);
    expect(readTree(JSON.parse(JSON.stringify(tree)))).toEqual(tree);
  }
});

test('a tree of a thousand leaves that run changes only what changed', () => {
  const children = Array.from({ length: 1_000 }, () => ({ type: 'task', tool: 'noop' }) as const);
  const nodes = flatTree({ type: 'parallel', policy: 'all', children });
  const engine = new Engine(nodes);
  const ended = new Set<number>();
  const input = {
    now: 0 as Instant,
    random: () => 0,
    leaves: {
      tick: ({ index }: { index: number }) =>
        ended.has(index) ? ('success' as const) : ('running' as const),
      halt: () => undefined,
      holds: () => true,
    },
  };
  engine.tick(input);
  expect(engine.takeChanges()).toHaveLength(1_001);
  ended.add(7);
  engine.tick(input);
  expect(engine.takeChanges().map(([index]) => index)).toEqual([7, 0]);
});
