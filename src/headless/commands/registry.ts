import { join } from 'node:path';
import type { Log } from '../../core/support/log';
import { Refusal } from '../../core/support/refusal';
import { systemClock } from '../../node/machine/systemClock';
import { OFFICIAL_REGISTRY } from '../../node/mcpRegistry/registryAddress';
import type { SyncReport } from '../../node/mcpRegistry/syncRegistry';
import { REGISTRY_FOLDER } from '../../node/mcpRegistry/syncedServers';
import type { RegistryWish } from '../options/arguments';
import { openPlace } from '../options/place';
import { tell } from '../questions/atTerminal';

/**
 * Reads servers of an MCP registry into the state folder, or forgets them. A program that runs with the same state folder finds them
 * at once. What came before an interruption is kept, and the next sync goes on there.
 * @throws {Refusal} as `syncRegistry`; sync-cancelled
 */
export async function syncOrClear(wish: RegistryWish, log: Log, ended: AbortSignal): Promise<void> {
  const { stateFolder } = await openPlace(wish, log);
  const folder = join(stateFolder, REGISTRY_FOLDER);
  const { clearSynced, syncRegistry } = await import('../../node/mcpRegistry/syncRegistry');
  if (wish.verb === 'clear') {
    const had = await clearSynced(folder);
    return tell(
      had
        ? 'The servers of the MCP registry are forgotten.'
        : 'No server was synced: there is nothing to forget.',
    );
  }
  const { what, registry = OFFICIAL_REGISTRY } = wish;
  const progress = (servers: number): void => void process.stderr.write(`${servers} servers read\n`);
  try {
    const report = await syncRegistry({ what, registry }, { folder, clock: systemClock, progress }, ended);
    tell(reportText(report));
  } catch (error) {
    if (!ended.aborted || Refusal.is(error)) throw error;
    throw new Refusal(
      'sync-cancelled',
      'The sync was cancelled. What was synced before is kept; the next sync goes on where this one stopped.',
    );
  }
}

function reportText({ servers, added, changed, removed, skipped, skippedCount, isCut }: SyncReport): string {
  const named = skipped.map(({ name, why }) => `  ${name === '' ? 'one without a name' : name}: ${why}`);
  const more = skippedCount - named.length;
  return [
    `${servers} servers of the MCP registry are in the catalog: ${added} new, ${changed} changed, ${removed} removed.`,
    'Agents find them with mcp_discover. Each is asked about before it starts.',
    ...(isCut ? ['The registry has more than is kept: sync those you need by name.'] : []),
    ...(skippedCount === 0 ? [] : [`${skippedCount} could not be read:`, ...named]),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n');
}
