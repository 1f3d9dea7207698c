import { ProtocolError } from '../../core/gateway/upstream/protocolError';
import { personOf } from '../../core/gateway/upstream/personOf';
import type { CallerClient, ProtocolObject } from '../../core/gateway/upstream/upstream';
import { OneAtATimeFor } from '../../core/support/oneAtATimeFor';
import { isRecord } from '../../core/support/json';
import type { SessionId } from '../../shared/ids';

/** A question as a client shows it to its person: `properties` are what may be chosen beside yes and no. */
export interface PersonsQuestion {
  readonly message: string;
  readonly properties: Readonly<Record<string, ProtocolObject>>;
}

/** What a person answered; `unasked` where there is no client, or it asks nobody. */
export type PersonsAnswer =
  | { readonly type: 'accept'; readonly content: ProtocolObject }
  | { readonly type: 'no' | 'closed' | 'unasked' };

/**
 * Asks the person at the client for whose call it is, by elicitation. The client shows it under our name: questions of servers
 * begin with whose they are (`namedMessage`), so that none of them can pass for one of these.
 */
export class PersonAtClient {
  /** Some clients show one question at a time, and lose another one. */
  readonly #lines = new OneAtATimeFor<SessionId>();

  async ask(
    caller: CallerClient | undefined,
    { message, properties }: PersonsQuestion,
    signal: AbortSignal,
  ): Promise<PersonsAnswer> {
    const client = personOf(caller);
    if (client === undefined) return { type: 'unasked' };
    const params = { message, requestedSchema: { type: 'object', properties } };
    return await this.#lines.run(client.session, async () => {
      signal.throwIfAborted();
      try {
        return answerIn(await client.ask('elicitation/create', params, signal));
      } catch (error) {
        // It can't ask, or it failed to: nobody said no.
        if (error instanceof ProtocolError && !signal.aborted) return { type: 'unasked' };
        throw error;
      }
    });
  }
}

function answerIn({ action, content }: ProtocolObject): PersonsAnswer {
  if (action === 'accept') return { type: 'accept', content: isRecord(content) ? content : {} };
  return { type: action === 'decline' ? 'no' : 'closed' };
}
