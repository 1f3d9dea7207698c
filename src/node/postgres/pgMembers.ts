import type { TeamPresence } from '../../core/journal/eventStore';
import type { Session } from './pgSession';

/** The server looks after this long whether a silent program is there, and this often, before it lets its connection go (chosen here). */
const KEEPALIVES = { tcp_keepalives_idle: '10', tcp_keepalives_interval: '5', tcp_keepalives_count: '3' };
/** Longest name of a member that is told. */
const MAX_NAME = 60;

/**
 * Has others see that this program is there, as long as its connection is: the name of a connection is what every role may read of
 * it (`pg_stat_activity`). A program that ends is gone at once, a machine that loses its network within half a minute.
 */
export async function showOneself(session: Session, channel: string, agents: number): Promise<void> {
  const settings = Object.entries({ application_name: shownName(channel, agents), ...KEEPALIVES });
  const list = settings.map((_setting, i) => `set_config($${2 * i + 1}, $${2 * i + 2}, false)`);
  await session.rows(`SELECT ${list.join(', ')}`, settings.flat());
}

/** What the connection of a program is called: its channel, and how many agents use the program. At most 63 bytes count. */
export function shownName(channel: string, agents: number): string {
  return `${channel} ${agents}`;
}

/** Who is connected for the same workspace, with how many programs, and how many agents use these. */
export async function membersOnline(session: Session, channel: string): Promise<TeamPresence['members']> {
  const rows = await session.rows<{ name: string; programs: number; agents: number }>(
    `SELECT usename AS name, count(*) AS programs,
       coalesce(sum(substring(application_name FROM ' ([0-9]{1,6})$')::int), 0) AS agents
     FROM pg_catalog.pg_stat_activity
     WHERE datname = current_database() AND split_part(application_name, ' ', 1) = $1
     GROUP BY usename ORDER BY usename`,
    [channel],
  );
  // A role may have any name.
  return rows.map(({ name, ...counts }) => ({
    name: name.replaceAll(/[^\p{L}\p{N}_.@-]/gu, '?').slice(0, MAX_NAME),
    ...counts,
  }));
}
