import type { Instant } from '../../src/core/support/clock';
import { Engine } from '../../src/modules/plans/engine/engine';
import type { TickInput } from '../../src/modules/plans/engine/ticked';
import { flatTree } from '../../src/modules/plans/engine/flatTree';
import type { NodeState, Status } from '../../src/modules/plans/engine/nodeState';
import { readXml } from '../../src/modules/plans/xml/readXml';

/** A tree whose leaves answer by a script, and what a program did with it. */
export interface Trace {
  readonly seed: number;
  readonly xml: string;
  readonly ticks: readonly { readonly status: string; readonly trace: string }[];
}

const STATUS: Readonly<Record<string, Status>> = { S: 'success', F: 'failure', R: 'running' };

/** Ticks a tree until it is done, at most twelve times. Each leaf answers with the next letter of its script; the last one stays. */
export function playTrace({ xml }: Trace, { isSavedEachTick = false } = {}): Trace['ticks'] {
  const nodes = flatTree(readXml(xml).root);
  const played = new Map<number, number>();
  let answers: string[] = [];
  const input: TickInput = {
    now: 0 as Instant,
    random: () => 0,
    leaves: {
      tick({ index, node }) {
        if (node.type !== 'task') throw new Error('No leaf.');
        const { seq } = node.input as { readonly seq: string };
        const at = played.get(index) ?? 0;
        played.set(index, at + 1);
        const letter = seq[Math.min(at, seq.length - 1)] ?? '';
        answers.push(`${node.id}:${letter}`);
        return STATUS[letter] ?? 'failure';
      },
      halt: ({ node }) => void answers.push(`halt(${node.id})`),
      holds: () => true,
    },
  };
  let engine = new Engine(nodes);
  const saved = new Map<number, NodeState | null>();
  const ticks: { status: string; trace: string }[] = [];
  for (let status: Status = 'running'; status === 'running' && ticks.length < 12;) {
    answers = [];
    status = engine.tick(input);
    ticks.push({ status: status.toUpperCase(), trace: answers.join(' ') });
    if (!isSavedEachTick) continue;
    for (const [index, state] of engine.takeChanges()) saved.set(index, state);
    engine = new Engine(nodes, JSON.parse(JSON.stringify([...saved])));
  }
  return ticks;
}
