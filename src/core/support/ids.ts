/** The only source of randomness in core. */
export interface IdSource {
  /** A fresh id that nobody can guess: 128 random bits at least, letters, digits and `-` only. */
  next(): string;
}
