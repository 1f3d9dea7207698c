import {
  type EventRow,
  type Keep,
  pastStream,
  type SavedState,
  type Wanted,
} from '../../core/journal/eventStore';
import type { Instant } from '../../core/support/clock';
import { EVENT_COLUMNS, eventRows, type StoredEvent } from './pgRows';
import type { Session } from './pgSession';
import { saveStates, statePlaces } from './pgStates';

/** What one transaction looks at (chosen here). */
const ROWS_AT_ONCE = 500;
const BYTES_AT_ONCE = 1_024 * 1_024;
/** How long it can be asked whether a write was recorded. */
const WRITES_KEPT = '1 hour';

/** Numbers that are kept of each workspace's compaction. */
type Setting = 'unfinished' | 'compactedAt';

/** Cuts a workspace's log down. Events go only where a saved state knows them. The caller holds the transaction. */
export class PgCompacting {
  readonly #session: Session;
  readonly #workspace: string;

  constructor(session: Session, workspace: string) {
    this.#session = session;
    this.#workspace = workspace;
  }

  /** One program at a time, until the transaction ends. Who appends is not kept waiting. */
  async lock(): Promise<void> {
    await this.#session.rows(
      `SELECT pg_advisory_xact_lock(hashtextextended('switchyard compacts ' || $1, 0))`,
      [this.#workspace],
    );
  }

  /** 0 where it was never set. */
  async number(key: Setting): Promise<number> {
    const [row] = await this.#session.rows<{ value: number }>(
      'SELECT value FROM switchyard.settings WHERE workspace = $1 AND key = $2',
      [this.#workspace, key],
    );
    return row?.value ?? 0;
  }

  async save(states: readonly SavedState[]): Promise<void> {
    await saveStates(this.#session, this.#workspace, states);
    await this.#setNumber('unfinished', 1);
  }

  /** Cuts the next events of these streams down to what is left of them; gives where to go on, undefined at the end. */
  async trim(streams: ReadonlySet<string>, after: number, keep: Keep): Promise<number | undefined> {
    const places = await statePlaces(this.#session, this.#workspace);
    const known = [...streams].filter(stream => places.has(stream));
    const upTo = Math.max(0, ...known.map(stream => places.get(stream) ?? 0));
    const rows = await this.#next(known, after, upTo);
    const newest = await this.#newest();
    const removed: number[] = [];
    const cut: { readonly row: EventRow; readonly left: ReturnType<Keep> }[] = [];
    for (const row of rows) {
      if (row.seq > (places.get(row.stream) ?? 0)) continue;
      const left = keep(row);
      // The newest stays in any case: it says how far the numbers have got.
      if (left === null && row.seq !== newest) removed.push(row.seq);
      else cut.push({ row, left });
    }
    await this.#cut(cut);
    await this.#session.rows(
      'DELETE FROM switchyard.events WHERE workspace = $1 AND seq = ANY($2::bigint[])',
      [this.#workspace, removed],
    );
    return rows.at(-1)?.seq;
  }

  /** Lets go of history that nobody wants. */
  async forget({ isWanted, upTo, since }: Wanted): Promise<void> {
    const past = `workspace = $1 AND stream LIKE 'past/%' AND seq <= $2 AND seq < $3`;
    const bounds = [this.#workspace, upTo, await this.#newest()];
    const runs = await this.#session.rows<{ run_id: string }>(
      `SELECT DISTINCT run_id FROM switchyard.events WHERE ${past} AND run_id IS NOT NULL`,
      bounds,
    );
    const unwanted = runs.map(({ run_id: run }) => run).filter(run => !isWanted(run));
    await this.#session.rows(
      `DELETE FROM switchyard.events WHERE ${past} AND (ts < $4 OR run_id IS NULL OR run_id = ANY($5::text[]))`,
      [...bounds, since, unwanted],
    );
  }

  /** Nothing is given back to a disk: the database does that itself. */
  async done(at: Instant): Promise<void> {
    await this.#session.rows(
      'DELETE FROM switchyard.writes WHERE workspace = $1 AND at < clock_timestamp() - $2::interval',
      [this.#workspace, WRITES_KEPT],
    );
    await this.#setNumber('unfinished', 0);
    await this.#setNumber('compactedAt', at);
  }

  async #setNumber(key: Setting, value: number): Promise<void> {
    await this.#session.rows(
      `INSERT INTO switchyard.settings (workspace, key, value) VALUES ($1, $2, $3)
       ON CONFLICT (workspace, key) DO UPDATE SET value = excluded.value`,
      [this.#workspace, key, value],
    );
  }

  async #next(streams: readonly string[], after: number, upTo: number): Promise<readonly EventRow[]> {
    const rows = eventRows(
      await this.#session.rows<StoredEvent>(
        `SELECT ${EVENT_COLUMNS} FROM switchyard.events WHERE workspace = $1 AND seq > $2 AND seq <= $3
         AND stream = ANY($4::text[]) ORDER BY seq LIMIT ${ROWS_AT_ONCE}`,
        [this.#workspace, after, upTo, streams],
      ),
    );
    let bytes = 0;
    const end = rows.findIndex(({ payload }) => (bytes += payload.length) >= BYTES_AT_ONCE);
    return end === -1 ? rows : rows.slice(0, end + 1);
  }

  async #cut(rows: readonly { readonly row: EventRow; readonly left: ReturnType<Keep> }[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#session.rows(
      `UPDATE switchyard.events AS event
       SET stream = cut.stream, run_id = cut.run_id, session = NULL, payload = cut.payload
       FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) AS cut (seq, stream, run_id, payload)
       WHERE event.workspace = $1 AND event.seq = cut.seq`,
      [
        this.#workspace,
        rows.map(({ row }) => row.seq),
        rows.map(({ row }) => pastStream(row.stream)),
        rows.map(({ left }) => left?.run_id ?? null),
        rows.map(({ left }) => left?.payload ?? '{}'),
      ],
    );
  }

  async #newest(): Promise<number> {
    const [row] = await this.#session.rows<{ newest: number | null }>(
      'SELECT max(seq) AS newest FROM switchyard.events WHERE workspace = $1',
      [this.#workspace],
    );
    return row?.newest ?? 0;
  }
}
