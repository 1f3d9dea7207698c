import type { CatalogEntry, LaunchTemplate } from './entry';

/**
 * The entry in the words that the registry has for the same server, where the tool it was imported from says nothing of what it is
 * for: agents find servers by words. Only where both start the same package or speak to the same host.
 */
export function withBorrowedWords(entry: CatalogEntry, shadowed: readonly CatalogEntry[]): CatalogEntry {
  if (entry.source !== 'imported' || entry.description !== '') return entry;
  const known = shadowed.find(
    other => other.source === 'registry' && shareAWord(wordsOf(entry.launch), wordsOf(other.launch)),
  );
  if (known === undefined) return entry;
  const { displayName, description, category, tags } = known;
  return { ...entry, displayName, description, category, tags };
}

function shareAWord(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...words].some(word => others.has(word));
}

/** What tells one server from another: packages and images without versions, hosts. Not the program that runs them. */
function wordsOf(launch: LaunchTemplate): ReadonlySet<string> {
  switch (launch.type) {
    case 'native':
      return new Set();
    case 'http':
      return new Set(wordOf(launch.url));
    case 'stdio': {
      const words = launch.args.filter(word => !word.startsWith('-')).flatMap(wordOf);
      return new Set(words.filter(word => !RUNNING.has(word)));
    }
  }
}

/** Words of package runners. */
const RUNNING = new Set(['run', 'exec', 'dlx', 'tool', 'mcp-remote', 'stdio', 'start', 'mcp', 'serve']);

function wordOf(word: string): readonly string[] {
  const host = /^https?:\/\/(?:[^/@]*@)?([^/:?#]+)/i.exec(word)?.[1];
  const name = host ?? word.replace(/(?<=.)@[^/]*$/, '').replace(/:[^/:]*$/, '');
  return name.length > 2 ? [name.toLowerCase()] : [];
}
