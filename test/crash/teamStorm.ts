import { setTimeout as delay } from 'node:timers/promises';
import { hasPostgres, startPostgres } from '../support/postgres';
import { BACK_WITHIN_MS, endAndInspect, PROCESSES, toldBy, Writers, WRITERS_EACH } from './teamWriters';

/** What came of it. */
export interface Storm {
  readonly faults: readonly string[];
  readonly told: string;
}

/** Many writers at once for so many seconds, with kills, and a server that is torn down in the middle. Undefined where there is no PostgreSQL. */
export async function storm(writerScript: string, seconds: number): Promise<Storm | undefined> {
  if (!hasPostgres) return undefined;
  const server = await startPostgres();
  const faults: string[] = [];
  const all: Writers[] = [];
  try {
    const database = await server.newDatabase();
    const url = server.url(database);
    const begin = (name: string): Writers => {
      const writers = new Writers(writerScript, url, name, all.length % 2 === 0 ? 'together' : 'apart');
      all.push(writers);
      return writers;
    };
    const first = Array.from({ length: PROCESSES }, (_, i) => begin(`p${i}`));
    const part = (seconds * 1_000) / 4;
    await delay(part);
    first[0]?.child.kill('SIGKILL');
    begin('q0');
    await delay(part);
    first[1]?.child.kill('SIGKILL');
    // Who is back has recorded something, which takes its time on a busy machine also when all is well.
    const withinMs = BACK_WITHIN_MS + Math.max(...all.map(({ longestMs }) => longestMs));
    await server.stop('immediate');
    await delay(300);
    const startedMs = performance.now();
    await server.start();
    const upMs = performance.now();
    begin('q1');
    const survivors = first.slice(2);
    await delay(Math.max(part, withinMs));
    const backMs = survivors.map(writers => writers.backAt(startedMs) - upMs);
    if (backMs.some(ms => !(ms <= withinMs)))
      faults.push(`a writer was back after ${Math.max(...backMs)} ms`);
    faults.push(...(await endAndInspect(url, all)));
    const told =
      `${PROCESSES} processes x ${WRITERS_EACH} writers, 2 killed, server torn down once: ` +
      `${toldBy(all)}, back after ${Math.round(Math.max(...backMs))} ms`;
    return { faults, told };
  } finally {
    for (const { child } of all) child.kill('SIGKILL');
    await server.end();
  }
}
