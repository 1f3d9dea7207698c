import { type CatalogEntry, isUsersOwn, type LaunchTemplate } from '../entry/entry';
import { packageOf } from '../launch/launchPackage';

/**
 * The entry in the words that the registry has for the same server, where the tool it was imported from says nothing of what it is
 * for: agents find servers by words. Only where both start the same package or speak to the same host.
 */
export function withBorrowedWords(entry: CatalogEntry, shadowed: readonly CatalogEntry[]): CatalogEntry {
  if (entry.description !== '' || !isUsersOwn(entry)) return entry;
  const own = identityOf(entry.launch);
  if (own === undefined) return entry;
  const known = shadowed.find(other => other.source === 'registry' && identityOf(other.launch) === own);
  if (known === undefined) return entry;
  const { displayName, description, category, tags } = known;
  return { ...entry, displayName, description, category, tags };
}

/** What a launch runs or speaks to: its package, its image or its host, never a word that is merely said to it. */
function identityOf(launch: LaunchTemplate): string | undefined {
  if (launch.type === 'native') return undefined;
  if (launch.type === 'http') return hostOf(launch.url);
  const found = packageOf(launch)?.name;
  // A bridge stands for the server behind it.
  return found !== undefined && BRIDGES.has(found) ? launch.args.map(hostOf).find(isText) : found;
}

/** Packages that speak to a remote server for clients that can't. */
const BRIDGES = new Set(['mcp-remote', 'supergateway', 'mcp-proxy']);

function hostOf(word: string): string | undefined {
  return /^https?:\/\/(?:[^/@]*@)?([^/:?#]+)/i.exec(word)?.[1]?.toLowerCase();
}

function isText(word: string | undefined): word is string {
  return word !== undefined;
}
