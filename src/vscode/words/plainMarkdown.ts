import { oneLine } from '../../core/catalog/entry/plainText';

/** Text of others in Markdown: on one line, and every sign that could mean something there is escaped. */
export function plainMarkdown(text: string): string {
  return oneLine(text, 400).replaceAll(/[!-/:-@[-`{-~]/g, sign => `\\${sign}`);
}
