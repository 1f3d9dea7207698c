import { OneAtATime } from '../../core/support/oneAtATime';
import { INVALID_REQUEST, ProtocolError } from '../../core/gateway/upstream/protocolError';
import { untilAborted } from '../../core/support/abort';

/** Questions that may wait behind the open one (chosen here): a server that asks more at once is not asking a person. */
const MAX_WAITING = 8;

/** The questions of one server to one chat: a person is asked one at a time. */
export class QuestionLine {
  readonly #line = new OneAtATime();
  #questions = 0;

  get isEmpty(): boolean {
    return this.#questions === 0;
  }

  /** Asks when it is its turn; who is given up leaves the line. @throws {ProtocolError} where too many wait */
  async ask<T>(question: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#questions > MAX_WAITING) {
      const message = `${MAX_WAITING} questions wait for this person already. Wait for their answers, then ask again.`;
      throw new ProtocolError(INVALID_REQUEST, message);
    }
    this.#questions += 1;
    const turn = async (): Promise<T> => {
      signal.throwIfAborted();
      return await untilAborted(question(), signal);
    };
    try {
      return await untilAborted(this.#line.run(turn), signal);
    } finally {
      this.#questions -= 1;
    }
  }
}
