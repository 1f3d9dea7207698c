/** A refusal that the caller can act on. The message says what happened, then what to do next. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: string,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    options: { readonly cause?: unknown } = {},
  ) {
    super(message, options);
    this.code = code;
    this.details = details;
  }

  /** Whether the error is a refusal, and of this code where one is given. */
  static is(error: unknown, code?: string): error is Refusal {
    return error instanceof Refusal && (code === undefined || error.code === code);
  }
}
