import type { Row } from '../../src/shared/explorer/picture';

/** What a dragged server is called while it is on its way from one view to another. */
const SERVERS = 'application/vnd.switchyard.servers';

/** Whether a row can be taken somewhere: a file into an editor, a server onto a chat. */
export function isDraggable({ uri, target }: Row): boolean {
  return uri !== undefined || target.server !== undefined;
}

/** Puts rows into a drag, in the form of whoever may take them. */
export function pack(transfer: DataTransfer, rows: readonly Row[]): void {
  const uris = rows.flatMap(({ uri }) => uri ?? []);
  const servers = rows.flatMap(({ target }) => target.server ?? []);
  if (uris.length > 0) transfer.setData('text/uri-list', uris.join('\r\n'));
  if (servers.length > 0) transfer.setData(SERVERS, servers.join('\n'));
  transfer.effectAllowed = 'copy';
}

/** Whether servers are on their way. */
export function bringsServers(transfer: DataTransfer | null): transfer is DataTransfer {
  return transfer?.types.includes(SERVERS) ?? false;
}

/** The servers that were dropped, by id. */
export function unpack(transfer: DataTransfer): readonly string[] {
  return transfer.getData(SERVERS).split('\n');
}
