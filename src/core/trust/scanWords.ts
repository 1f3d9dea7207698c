import { scanTool } from './scanTool';

/** What a model is told of anything but a tool: a prompt, a resource, a server's own instructions. */
export interface ServerWords {
  readonly name?: unknown;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly arguments?: unknown;
}

/** Whether the words are made to mislead an agent beyond doubt: the same rules as for tools (security.md B43). */
export function isHarmful({ name, title, description, arguments: given }: ServerWords): boolean {
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
  const { findings } = scanTool({
    name: textOf(name),
    title: textOf(title),
    description: textOf(description),
    inputSchema: { arguments: given },
  });
  return findings.some(({ isCertain }) => isCertain);
}
