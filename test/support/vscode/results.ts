/** What tools answered, in what a scripted model says next. */
import type { ToolResult } from './script';

/** A field of the newest result that has it. @throws {Error} when none has. */
export function field(results: readonly ToolResult[], name: string): string {
  return find(
    results.map(({ text }) => text),
    name,
  );
}

/** The same of answers as text. @throws {Error} when none has. */
export function find(answers: readonly string[], name: string): string {
  for (const text of answers.toReversed()) {
    const value = new RegExp(`"${name}":\\s*"([^"]+)"`).exec(text)?.[1];
    if (value !== undefined) return value;
  }
  throw new Error(`No answer has a ${name}: ${answers.join('\n')}`);
}
