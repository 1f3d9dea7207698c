import { createHash, randomUUID } from 'node:crypto';
import type { Clock } from '../../core/support/clock';
import type { Log } from '../../core/support/log';
import type { PgAddress } from './pgAddress';
import { PgEventStore } from './pgEventStore';
import { PgPresence } from './pgPresence';
import { Session } from './pgSession';
import { PgSessions } from './pgSessions';

/** How the log of a workspace is opened. */
export interface PgStoreOptions {
  readonly address: PgAddress;
  /** What the programs that share it call it. */
  readonly workspace: string;
  readonly clock: Clock;
  readonly log: Log;
  /** How many agents use this program now, for the others to see. Left out where none do. */
  readonly agents?: (() => number) | undefined;
}

/** The durable log of a workspace in a database, also where that can't be reached yet: it is then tried again and again. */
export async function openPgEventStore({
  address,
  workspace,
  clock,
  log,
  agents = () => 0,
}: PgStoreOptions): Promise<PgEventStore> {
  const channel = `switchyard_${createHash('sha256').update(workspace).digest('hex').slice(0, 32)}`;
  const writer = randomUUID();
  const open = async (lost: (session: Session) => void): Promise<Session> =>
    await Session.open(address, workspace, lost);
  const place = address.shown;
  const presence = new PgPresence({ open, place, workspace, channel, agents, writer, clock, log });
  const sessions = new PgSessions(open);
  await presence.firstTry;
  return new PgEventStore({ sessions, presence, workspace, channel, writer, place });
}
