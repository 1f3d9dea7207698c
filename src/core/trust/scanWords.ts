import { type Finding, scanTool } from './scanTool';

/** What a model is told of anything but a tool: a prompt, a resource, a server's own instructions. */
export interface ServerWords {
  readonly name?: unknown;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly arguments?: unknown;
}

/** What is suspicious about the words: the same rules as for tools. */
export function findingsIn({ name, title, description, arguments: given }: ServerWords): readonly Finding[] {
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
  return scanTool({
    name: textOf(name),
    title: textOf(title),
    description: textOf(description),
    inputSchema: { arguments: given },
  }).findings;
}

/** Whether the words are made to mislead an agent beyond doubt. */
export function isHarmful(words: ServerWords): boolean {
  return findingsIn(words).some(({ isCertain }) => isCertain);
}
