import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Catalog } from '../core/catalog/catalog';
import type { Log } from '../core/support/log';
import { httpToken } from './httpToken';

/** A file of the state folder with the address of the registry that is served. */
const ADDRESS_FILE = 'registry-address';
const TOKEN_FILE = 'registry-token';

interface ServedFrom {
  readonly port: number;
  readonly stateFolder: string;
  readonly workspace: string;
  readonly catalog: Pick<Catalog, 'entries'>;
  readonly log: Log;
}

/**
 * Serves the user's own servers as an MCP registry. Its address, which is its key, is written to a file that only the user can read.
 * Resolves with what ends it. @throws {Refusal} port-taken, bad-token
 */
export async function serveOwnServers(from: ServedFrom): Promise<() => Promise<void>> {
  const { port, stateFolder, workspace, catalog, log } = from;
  const token = await httpToken({ file: join(stateFolder, TOKEN_FILE), variable: undefined, workspace });
  const { serveOwnRegistry } = await import('../node/mcpRegistry/ownRegistry');
  const served = await serveOwnRegistry({ port, token, entries: () => catalog.entries() });
  const file = join(stateFolder, ADDRESS_FILE);
  await writeFile(file, `${served.url}\n`, { mode: 0o600 });
  log.info('Your servers are served as an MCP registry', { port, address: file });
  return async () => await served.close();
}
