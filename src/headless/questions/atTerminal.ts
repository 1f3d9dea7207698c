import { createInterface } from 'node:readline/promises';

/** Whoever typed a name into a terminal has not seen yet what is shown now; a script cannot be asked, and named it on purpose. */
export async function isConfirmed(question: string, signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await terminal.question(`${question} [y/N] `, { signal })).trim());
  } catch (error) {
    if (!signal.aborted) throw error;
    return false;
  } finally {
    terminal.close();
  }
}

/** Writes a text for the person on stdout. */
export function tell(text: string): void {
  process.stdout.write(`${text.trimEnd()}\n`);
}
