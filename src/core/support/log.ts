/** Facts beside a log line. Secrets, header values, file contents and prompts never go in (STYLE.md). */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Where core tells what happened. `error` is a bug, `warn` means we coped, `info` belongs in a user's report. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}
