import { OWN_ERROR } from '../gateway/calls/ownError';
import { ProtocolError } from '../gateway/upstream/protocolError';
import type { ToolResult } from '../gateway/upstream/upstream';
import type { Clock } from '../support/clock';
import type { Log } from '../support/log';
import { Refusal } from '../support/refusal';

/** What is known of a call that may fail. */
interface Answering {
  readonly name: string;
  readonly log: Log;
  readonly clock: Clock;
  /** The client's: what ends by it is nobody's fault. */
  readonly signal: AbortSignal;
  /** That of the call that it is a part of: what ends with that one is nobody's fault either. */
  readonly above?: AbortSignal | undefined;
  /** The tool's own way to explain a refusal. */
  readonly explain?: ((refusal: Refusal) => ToolResult) | undefined;
}

/**
 * Makes an answer of whatever comes of a call: the one catch of all that clients ask for. A refusal becomes an answer that a
 * model can act on; anything else is a bug, logged and answered without its text, which may quote what nobody should see.
 * @throws {ProtocolError} where the client, not the model, has to act
 */
export async function answered(
  { name, log, clock, signal, above, explain = refused }: Answering,
  run: () => Promise<ToolResult>,
): Promise<ToolResult> {
  const startedMs = clock.monotonicMs();
  try {
    return await run();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    return explain(asRefusal({ name, log, signal, above }, error));
  } finally {
    log.debug('Tool called', { tool: name, ms: Math.round(clock.monotonicMs() - startedMs) });
  }
}

/** What to tell of an error: a bug is logged, and told without its text. */
export function asRefusal(
  { name, log, signal, above }: Pick<Answering, 'name' | 'log' | 'signal' | 'above'>,
  error: unknown,
): Refusal {
  if (Refusal.is(error)) return error;
  if (signal.aborted || above?.aborted === true)
    return new Refusal('cancelled', `"${name}" was cancelled by the client.`);
  log.error('A tool failed', {
    tool: name,
    error: error instanceof Error ? (error.stack ?? error.message) : 'unknown',
  });
  return new Refusal(
    'internal',
    `"${name}" failed inside Switchyard. See the log for details (Show Output).`,
  );
}

function refused(refusal: Refusal): ToolResult {
  return {
    content: [{ type: 'text', text: refusal.message }],
    isError: true,
    _meta: { [OWN_ERROR]: { code: refusal.code, details: refusal.details } },
  };
}
