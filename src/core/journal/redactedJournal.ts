import type { Redactor } from '../support/redactor';
import type { Journal } from './journal';

/** The same journal without secrets in what is wished for, so that none is ever written. */
export function redactedJournal(journal: Journal, redactor: Redactor): Journal {
  return {
    get seq() {
      return journal.seq;
    },
    get readOnlyReason() {
      return journal.readOnlyReason;
    },
    get isWhole() {
      return journal.isWhole;
    },
    eventsAfter: async (seq, limit) => await journal.eventsAfter(seq, limit),
    compact: async () => await journal.compact(),
    figures: async () => await journal.figures(),
    freshen: async () => await journal.freshen(),
    read: domain => journal.read(domain),
    commit: async (domain, wish, origin) => await journal.commit(domain, redactor.stored(wish), origin),
  };
}
