/** Most that is kept of one answer of a model, in bytes of UTF-8: some four times what the longest-winded models say at once (chosen here). */
export const MAX_ANSWER_BYTES = 2 * 1_048_576;

/** Most calls in one answer: as many as a history may have in one message, so that a client can send it back. */
export const MAX_ANSWER_CALLS = 128;
