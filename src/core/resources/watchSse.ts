import type { Page } from './page';
import { type ResourceKind, type WatchFilters, type WatchRow } from './resourceKind';
import { isRecord } from '../support/json';
import { snakeCase } from './sharedFields';
import { serialiseForSse, type SseMessage } from './sse';

/**
 * A page of a watched resource as server-sent events: one for each row, its fields in snake case as in every answer to agents;
 * one to keep the reader going where there is none. After each, a reader can go on from its `next_seq`.
 */
export function watchMessages(
  uri: string,
  { kind, rowType = 'run_event' }: ResourceKind,
  { rows, nextSeq }: Pick<Page<WatchRow>, 'rows' | 'nextSeq'>,
  filters: WatchFilters,
): readonly SseMessage[] {
  const filtered = Object.values(filters).some(filter => filter !== undefined) ? { filters } : {};
  const message = (event: string, seq: number, next: number, record: unknown): SseMessage => ({
    id: `${uri}:${seq}`,
    event,
    data: serialiseForSse({ uri, kind, next_seq: next, record, ...filtered }),
  });
  if (rows.length === 0) {
    return [message('resource_keep_alive', nextSeq, nextSeq, { type: 'keep_alive' })];
  }
  return rows.map((row, i) => {
    // What was looked at behind the last row did not match: nobody has to look at it again.
    const next = i === rows.length - 1 ? nextSeq : row.seq;
    return message(`resource_${rowType}`, row.seq, next, { type: rowType, ...inSnakeCase(row) });
  });
}

/** Names of fields only: what agents put into them stays as it is. */
function inSnakeCase(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const isEntry = (name === 'entry' || name === 'previous') && isRecord(value);
      return [snakeCase(name), isEntry ? inSnakeCase(value) : value];
    }),
  );
}
