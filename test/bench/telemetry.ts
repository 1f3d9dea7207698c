import { followedCalls } from '../../src/core/gateway/upstream/followedCalls';
import { ToolUse } from '../../src/core/gateway/upstream/toolUse';
import type { UpstreamConnection } from '../../src/core/gateway/upstream/upstream';
import type { ServerId } from '../../src/shared/ids';
import { systemClock } from '../../src/node/machine/systemClock';

const CALLS = 50_000;
const ROUNDS = 9;

/** Microseconds that counting adds to a call while nobody measures: the median of rounds with and without it, in turn. */
export async function microsecondsWhenOff(): Promise<number> {
  const result = { content: [{ type: 'text', text: 'x'.repeat(200) }] };
  const bare = { callTool: () => Promise.resolve(result) } as unknown as UpstreamConnection;
  const { signal } = new AbortController();
  const launch = { type: 'stdio', command: 'x', args: [], env: {} } as never;
  const counted = followedCalls({ clock: systemClock, toolUse: new ToolUse() })(
    bare,
    's' as ServerId,
    launch,
  );
  const added: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const plain = await microsecondsOf(bare, signal);
    added.push((await microsecondsOf(counted, signal)) - plain);
  }
  return added.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}

async function microsecondsOf(connection: UpstreamConnection, signal: AbortSignal): Promise<number> {
  const startedMs = performance.now();
  for (let i = 0; i < CALLS; i++) await connection.callTool('echo', {}, { signal });
  return ((performance.now() - startedMs) / CALLS) * 1_000;
}
