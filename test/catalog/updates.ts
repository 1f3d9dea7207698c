/** What `catalog:check --update` does to the registry, and how it tells people of it. */

/** What the index has of a tool and of a server, as far as an update is about it. */
interface IndexedTool {
  readonly name: string;
  readonly description?: string;
  readonly tokens: number;
}
interface Indexed {
  readonly package?: object;
  readonly tools?: readonly IndexedTool[];
}

/** What another version of a server changes, a line each: tools that came, went, or say something else. */
export function changesOf(before: Indexed | undefined, after: Indexed): readonly string[] {
  const then = new Map((before?.tools ?? []).map(tool => [tool.name, tool]));
  const now = new Map((after.tools ?? []).map(tool => [tool.name, tool]));
  const names = (tools: ReadonlyMap<string, IndexedTool>, isListed: (name: string) => boolean): string =>
    [...tools.keys()].filter(isListed).join(', ');
  const isOther = (name: string): boolean => {
    const [old, other] = [then.get(name), now.get(name)];
    if (old === undefined || other === undefined) return false;
    return old.description !== other.description || old.tokens !== other.tokens;
  };
  return [
    ['added', names(now, name => !then.has(name))],
    ['removed', names(then, name => !now.has(name))],
    ['changed', names(now, isOther)],
  ].flatMap(([what, found]) => (found === '' ? [] : [`  tools ${what}: ${found}`]));
}

/** Whether the registry may take what was found: a version that no longer starts stays with those who try it. */
export function isTaken(before: Indexed | undefined, after: Indexed): boolean {
  return after.package !== undefined && (after.tools !== undefined || before?.tools === undefined);
}

/** The registry's text with another version of a row's package, in its own line and nowhere else. */
export function withUpdate(
  text: string,
  id: string,
  { name, from, to }: { readonly name: string; readonly from: string; readonly to: string },
): string {
  const lines = text.split('\n').map(line => {
    if (!line.startsWith(`    {"id": ${JSON.stringify(id)},`)) return line;
    return line.replace(JSON.stringify(`${name}@${from}`), JSON.stringify(`${name}@${to}`));
  });
  return lines.join('\n');
}
