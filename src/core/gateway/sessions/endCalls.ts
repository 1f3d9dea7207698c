import type { ServerId } from '../../../shared/ids';
import type { Operation } from '../../operations/operation';
import { Refusal } from '../../support/refusal';

/** What an activation has of calls. */
interface Calling {
  readonly server: ServerId;
  readonly calls: ReadonlyMap<Operation, string>;
}

/** Cancels the calls of an activation that ends, and tells each why. Resolves with their number when all are over. */
export async function endCalls({ server, calls }: Calling, reason: string): Promise<number> {
  const ended = [...calls];
  const isWished = reason === 'deactivated';
  const next = isWished
    ? `Call mcp_activate with name "${server}" to use it again.`
    : 'Call mcp_environment to see why.';
  await Promise.all(
    ended.map(async ([call, tool]) => {
      const what = `"${server}" was turned off in this session${isWished ? '' : ` (${reason})`} while "${tool}" was under way`;
      await call.cancel(
        new Refusal('deactivated', `${what}: the call was cancelled. ${next}`, { server, tool }),
      );
    }),
  );
  return ended.length;
}

/** The chat ended while a server was being turned on for it. */
export function endedBefore(server: ServerId): Refusal {
  const message = `This chat ended while "${server}" was being turned on: it is not active.`;
  return new Refusal('deactivated', message, { server });
}
