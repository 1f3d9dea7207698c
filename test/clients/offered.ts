import type { Call } from './turn';

/** How a model loads a tool that its client names without offering it. */
export type Search = (name: string) => Call;

/** The name under which a client knows a tool: with the server's name before it, or with `-` for `_`. */
export function nameAmong(names: readonly string[], tool: string): string | undefined {
  const plain = (name: string) => name.replaceAll(/[-/]/g, '_');
  return names.find(name => name === tool) ?? names.find(name => plain(name).endsWith(`_${plain(tool)}`));
}
