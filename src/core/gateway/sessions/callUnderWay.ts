import type { ServerId } from '../../../shared/ids';
import { JoinedSignal } from '../../support/joinedSignal';
import { Refusal } from '../../support/refusal';

/** A call that a server works on for one session. It ends before the session lets go of the server. */
export class CallUnderWay {
  readonly tool: string;
  readonly #cancelled = new AbortController();
  readonly #either: JoinedSignal;
  readonly #over = Promise.withResolvers<void>();

  /** `signal`: the client's. */
  constructor(tool: string, signal: AbortSignal) {
    this.tool = tool;
    this.#either = new JoinedSignal(signal, this.#cancelled.signal);
  }

  /** Fires when the client cancels it, or its session lets go of the server. */
  get signal(): AbortSignal {
    return this.#either.signal;
  }

  /** Ends it with this answer. Resolves when it is over. */
  async cancel(answer: Refusal): Promise<void> {
    this.#cancelled.abort(answer);
    await this.#over.promise;
  }

  /** It is over, whatever came of it. */
  end(): void {
    this.#either.dispose();
    this.#over.resolve();
  }
}

/** What an activation has of calls. */
interface Calling {
  readonly server: ServerId;
  readonly calls: ReadonlySet<CallUnderWay>;
}

/** Cancels the calls of an activation that ends, and tells each why. Resolves with their number when all are over. */
export async function endCalls({ server, calls }: Calling, reason: string): Promise<number> {
  const ended = [...calls];
  const isWished = reason === 'deactivated';
  const next = isWished
    ? `Call mcp_activate with name "${server}" to use it again.`
    : 'Call mcp_environment to see why.';
  await Promise.all(
    ended.map(async call => {
      const what = `"${server}" was switched off in this session${isWished ? '' : ` (${reason})`} while "${call.tool}" was under way`;
      await call.cancel(
        new Refusal('deactivated', `${what}: the call was cancelled. ${next}`, { server, tool: call.tool }),
      );
    }),
  );
  return ended.length;
}
