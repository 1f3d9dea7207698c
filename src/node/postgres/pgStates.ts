import type { SavedState, TakeState } from '../../core/journal/eventStore';
import type { Session } from './pgSession';

/** Shows the newest saved state of every stream. */
export async function readStates(session: Session, workspace: string, take: TakeState): Promise<void> {
  const streams = await session.rows<{ stream: string }>(
    'SELECT stream FROM switchyard.states WHERE workspace = $1 ORDER BY stream',
    [workspace],
  );
  // One at a time: each may take megabytes.
  for (const { stream } of streams) {
    const [saved] = await session.rows<SavedState>(
      'SELECT stream, seq, version, state FROM switchyard.states WHERE workspace = $1 AND stream = $2',
      [workspace, stream],
    );
    if (saved !== undefined) take(saved);
  }
}

/** Up to which event each stream is saved. */
export async function statePlaces(session: Session, workspace: string): Promise<ReadonlyMap<string, number>> {
  const rows = await session.rows<{ stream: string; seq: number }>(
    'SELECT stream, seq FROM switchyard.states WHERE workspace = $1',
    [workspace],
  );
  return new Map(rows.map(({ stream, seq }) => [stream, seq]));
}

/** Puts these in the place of those before, but where there are newer ones. */
export async function saveStates(
  session: Session,
  workspace: string,
  states: readonly SavedState[],
): Promise<void> {
  for (const { stream, seq, version, state } of states)
    await session.rows(
      `INSERT INTO switchyard.states AS old (workspace, stream, seq, version, state) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (workspace, stream) DO UPDATE SET seq = excluded.seq, version = excluded.version, state = excluded.state
       WHERE old.seq <= excluded.seq`,
      [workspace, stream, seq, version, state],
    );
}
