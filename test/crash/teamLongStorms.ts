import { setTimeout as delay } from 'node:timers/promises';
import { type Fault, PgProxy } from '../support/pgProxy';
import { hasPostgres, type PgServer, startPostgres } from '../support/postgres';
import type { Storm } from './teamStorm';
import { BACK_WITHIN_MS, endAndInspect, PROCESSES, toldBy, Writers } from './teamWriters';

/** How long each storm is. */
const CALM_MS = 60_000;
const KILLS = 200;
const STOPS = 20;
const CUTS = 50;
/** So long a writer has between a start and its death, at least. */
const LIFE_MS = 250;
/** What is cut late keeps others waiting: they have their turn before the next cut. */
const BETWEEN_MS = 300;
const LOOK_MS = 20;
/** A server whose first process was killed starts once its others have ended. */
const START_WITHIN_MS = 30_000;

const FAULTS: readonly Fault[] = ['answer lost', 'never sent', 'cut through', 'sent late'];
/** The end of a transaction of several statements, and a single one. */
const PLACES = ['COMMIT', '\0append\0'];

/** What a storm has at hand. */
interface Weather {
  readonly server: PgServer;
  /** Starts a process of writers. */
  readonly begin: (port?: number) => Writers;
  readonly all: readonly Writers[];
  readonly faults: string[];
}

/** What happens, by name; each says what it did. */
const STORMS: Readonly<Record<string, (weather: Weather) => Promise<string>>> = { calm, kills, stops, cuts };

/** The storms of these names, one after the other, all of them where none is named. Undefined where there is no PostgreSQL. */
export async function longStorms(script: string, named: readonly string[]): Promise<Storm | undefined> {
  if (!hasPostgres) return undefined;
  const faults: string[] = [];
  const told: string[] = [];
  for (const name of named.length > 0 ? named : Object.keys(STORMS)) {
    const result = await oneStorm(script, name);
    faults.push(...result.faults);
    told.push(result.told);
    console.log(result.told);
  }
  return { faults, told: told.join('\n') };
}

async function oneStorm(script: string, name: string): Promise<Storm> {
  const server = await startPostgres();
  const all: Writers[] = [];
  const faults: string[] = [];
  try {
    const database = await server.newDatabase();
    const url = server.url(database);
    const begin: Weather['begin'] = port => {
      const own = port === undefined ? url : url.replace(`:${server.port}/`, `:${port}/`);
      const how = all.length % 2 === 0 ? 'together' : 'apart';
      const writers = new Writers(script, own, `p${all.length}`, how);
      all.push(writers);
      return writers;
    };
    const did = await (STORMS[name] ?? unknownStorm(name))({ server, begin, all, faults });
    faults.push(...(await endAndInspect(url, all)));
    return { faults, told: `${name}: ${did}: ${toldBy(all)}` };
  } finally {
    for (const { child } of all) child.kill('SIGKILL');
    await server.end();
  }
}

function unknownStorm(name: string): never {
  throw new Error(`There is no storm ${name}. There are: ${Object.keys(STORMS).join(', ')}.`);
}

/** Only many at once. */
async function calm({ begin }: Weather): Promise<string> {
  for (let i = 0; i < PROCESSES; i++) begin();
  await delay(CALM_MS);
  return `${CALM_MS / 1_000} s`;
}

/** Processes are killed in the middle of whatever they do; others take their places. */
async function kills({ begin, faults }: Weather): Promise<string> {
  const living = Array.from({ length: PROCESSES }, () => begin());
  for (let i = 0; i < KILLS; i++) {
    const oldest = living.shift() as Writers;
    if (!(await happens(() => oldest.acked.size > 0, START_WITHIN_MS)))
      faults.push('a process recorded nothing');
    await delay(Math.random() * LIFE_MS);
    oldest.child.kill('SIGKILL');
    living.push(begin());
  }
  return `${KILLS} kills of a process with writers`;
}

/** The server is killed and stopped, and started again. */
async function stops({ server, begin, faults }: Weather): Promise<string> {
  const living = Array.from({ length: PROCESSES }, () => begin());
  const everybodyIsBack = async (sinceMs: number, withinMs: number): Promise<number> => {
    const last = (): number => Math.max(...living.map(writers => writers.backAt(sinceMs)));
    await happens(() => last() < Infinity, withinMs);
    return last();
  };
  await everybodyIsBack(0, START_WITHIN_MS);
  const backMs: number[] = [];
  for (let i = 0; i < STOPS; i++) {
    await delay(Math.random() * 500);
    await (i % 2 === 0 ? server.kill() : server.stop('immediate'));
    const startedMs = await started(server);
    const upMs = performance.now();
    const back = (await everybodyIsBack(startedMs, START_WITHIN_MS)) - upMs;
    backMs.push(back);
    if (back > BACK_WITHIN_MS) faults.push(`stop ${i}: a writer was back after ${back} ms`);
  }
  const sorted = backMs.toSorted((a, b) => a - b).map(ms => Math.round(ms));
  return `${STOPS / 2} kills and ${STOPS / 2} immediate stops of the server, all writers back after ${sorted[STOPS / 2]} ms (median), ${sorted.at(-1)} ms (longest)`;
}

/** Connections are cut while something is committed. */
async function cuts({ server, begin, faults }: Weather): Promise<string> {
  const proxy = await PgProxy.start(server.port);
  for (let i = 0; i < PROCESSES; i++) begin(proxy.port);
  await delay(3_000);
  for (let i = 0; i < CUTS; i++) {
    proxy.loseNext(
      PLACES[i % PLACES.length] ?? '',
      FAULTS[Math.floor(i / 2) % FAULTS.length] ?? 'never sent',
    );
    if (!(await happens(() => proxy.losses > i, START_WITHIN_MS))) faults.push(`nothing was cut at ${i}`);
    await delay(BETWEEN_MS);
  }
  // What is late arrives.
  await delay(3_000);
  return `${proxy.losses} cuts in the middle of a commit`;
}

/** Starts it, and says when that began: until then, the others of a server that was killed may have gone on. */
async function started(server: PgServer): Promise<number> {
  const giveUpMs = performance.now() + START_WITHIN_MS;
  for (;;) {
    const startMs = performance.now();
    try {
      await server.start();
      return startMs;
    } catch (error) {
      if (startMs > giveUpMs) throw error;
      await delay(LOOK_MS);
    }
  }
}

async function happens(isSo: () => boolean, withinMs: number): Promise<boolean> {
  const startMs = performance.now();
  while (!isSo()) {
    if (performance.now() - startMs > withinMs) return false;
    await delay(LOOK_MS);
  }
  return true;
}
