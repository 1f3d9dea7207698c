import type { CatalogEntry } from '../entry/entry';
import type { ImportTool } from './importTools';

/** A server as another tool's file has it, in our words and without a single secret value. Safe to keep. */
export type ImportedServer = Pick<
  CatalogEntry,
  | 'id'
  | 'displayName'
  | 'description'
  | 'launch'
  | 'needs'
  | 'disabledBy'
  | 'allowedTools'
  | 'excludedTools'
  | 'requireApproval'
  | 'callTimeoutMs'
  | 'startTimeoutMs'
  | 'allowsPlaceholders'
> &
  Partial<Pick<CatalogEntry, 'isolation' | 'requires' | 'tags'>> & {
    /** Names of the secrets that its file spells out: read there when the server starts. */
    readonly fileKeys: readonly string[];
  };

/** Where a server was found. */
export interface ImportOrigin {
  readonly tool: ImportTool;
  /** The file, absolute. */
  readonly path: string;
  /** The list inside the file, e.g. `mcpServers`, and the name in it. */
  readonly list: string;
  readonly name: string;
}

/** A server in a file, read. */
export interface FoundServer {
  readonly origin: ImportOrigin;
  readonly server: ImportedServer;
  /** Changes with everything but the values of secrets. */
  readonly hash: string;
}

/** What a person said yes to, kept: it counts until it is taken over anew, whatever the file says meanwhile. */
export type AcceptedServer = FoundServer;

/** The same text for the same place. */
export function originKey({ path, list, name }: ImportOrigin): string {
  return JSON.stringify([path, list, name]);
}

/** The entry that stands in the catalog for a server that was found in these places. */
export function importedEntry(
  server: ImportedServer,
  origins: readonly ImportOrigin[],
  owner: 'user' | 'workspace',
): CatalogEntry {
  const { fileKeys: _kept, ...facts } = server;
  return {
    category: 'imported',
    tags: [],
    requires: [],
    isolation: 'shared',
    ...facts,
    source: 'imported',
    owner,
    origin: [...new Set(origins.map(({ path }) => path))].join(', '),
    // The user's own file says it: nothing about it was claimed by others.
    isVerified: true,
  };
}
