/** Facts beside a log line. Secrets, header values, file contents and prompts never go in. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Fields whose values are never written, whoever logs them by mistake. */
const MASKED: ReadonlySet<string> = new Set([
  'token',
  'authorization',
  'password',
  'secret',
  'value',
  'headers',
  'env',
  'args',
  'arguments',
  'prompt',
  'content',
]);

/** A log line as every host writes it: the sentence, then its fields. */
export function logLine(message: string, fields: LogFields = {}): string {
  const rest = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${MASKED.has(name.toLowerCase()) ? '•••' : JSON.stringify(value)}`);
  return message + rest.join('');
}

/** Where core tells what happened. `error` is a bug, `warn` means we coped, `info` belongs in a user's report. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}
