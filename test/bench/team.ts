import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPostgres, startPostgres } from '../support/postgres';
import { measureScale } from './teamScale';
import { measureStarts } from './teamStart';
import { Peer, recordedPerSecond, wakes } from './teamPeers';
import type { Writer } from './teamWriter';

/** One measured line; `ratio` is ours beside the reference of the same run. */
export interface Row {
  readonly what: string;
  readonly ours: number;
  readonly reference: number | undefined;
  readonly unit: string;
  readonly target: string;
  readonly isMet: boolean | undefined;
}

/** What was measured, in tables. */
export interface TeamFigures {
  readonly appends: readonly Readonly<Record<string, string | number>>[];
  readonly rows: readonly Row[];
  readonly scale: readonly Readonly<Record<string, string | number>>[];
  readonly told: readonly string[];
}

type Start = (kind: Writer, workspace: string, writers?: number) => Promise<Peer>;

const ROUNDS = 5;
const ROUND_MS = 2_000;
const WRITERS = [1, 8, 32];
/** Programs that writers are in, with the names of their columns. */
const NAMES = { 1: 'a team journal, one program', 4: 'four programs', 8: 'eight programs' };
const COLUMNS = [
  'bare INSERT',
  'INSERT in one order',
  ...Object.values(NAMES),
  'eight, a workspace each',
  'SQLite',
];
const FEW_PROGRAMS = 4;
const MOST_PROGRAMS = 8;
const WAKES = 200;

/** The tables of the references. */
const BARE = `CREATE SCHEMA bare;
  CREATE TABLE bare.workspaces (id text PRIMARY KEY, last bigint NOT NULL) WITH (fillfactor = 50);
  INSERT INTO bare.workspaces VALUES ('team', 0);
  CREATE TABLE bare.events (workspace text NOT NULL, seq bigserial, ts bigint NOT NULL, stream text NOT NULL, kind text NOT NULL,
    cat text NOT NULL, level text NOT NULL, session text, run_id text, op_id text, job_id text, graph_id text, node_id text,
    child_id text, payload text NOT NULL, v integer NOT NULL, PRIMARY KEY (workspace, seq));
  CREATE TABLE bare.ordered (LIKE bare.events INCLUDING INDEXES);`;

/** What is asked for, against a server of its own; undefined where there is no PostgreSQL. */
export async function measureTeam(
  script: string,
  parts: ReadonlySet<string>,
): Promise<TeamFigures | undefined> {
  if (!hasPostgres) return undefined;
  const server = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-team-'));
  try {
    const database = await server.newDatabase();
    await server.sql(database, BARE);
    const start: Start = async (kind, workspace, writers) =>
      await Peer.start(script, kind, kind === 'sqlite' ? folder : server.url(database), workspace, writers);
    const writing = parts.has('writing') ? await measureWriting(start) : { appends: [], rows: [] };
    const scale = parts.has('scale')
      ? await measureScale(server, start, database)
      : { table: [], told: undefined };
    const starts = parts.has('starts') ? await measureStarts(server, folder) : { rows: [], told: [] };
    return {
      appends: writing.appends,
      rows: [...writing.rows, ...starts.rows],
      scale: scale.table,
      told: [...starts.told, ...(scale.told === undefined ? [] : [scale.told])],
    };
  } finally {
    await server.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** So many writers in one workspace, in one program, in a few, and in a program each. */
async function measureWriting(start: Start) {
  const appends = [];
  const rows: Row[] = [];
  for (const writers of WRITERS) {
    const many = async (
      kind: Writer,
      programs: number,
      workspaceOf: (i: number) => string = () => 'team',
    ): Promise<readonly Peer[]> =>
      await Promise.all(
        Array.from(
          { length: programs },
          async (_, i) => await start(kind, workspaceOf(i), writers / programs),
        ),
      );
    const apart = Math.min(writers, MOST_PROGRAMS);
    const sets = {
      'bare INSERT': await many('bare', apart),
      'INSERT in one order': await many('ordered', apart),
      'a team journal, one program': await many('ours', 1, () => 'one'),
      ...(writers === 1 ? {} : { 'four programs': await many('ours', FEW_PROGRAMS, () => 'few') }),
      ...(writers === 1 ? {} : { 'eight programs': await many('ours', apart) }),
      ...(writers === 1 ? {} : { 'eight, a workspace each': await many('ours', apart, i => `own${i}`) }),
      SQLite: await many('sqlite', apart),
    };
    const perSecond = await inTurns(sets);
    const { 'bare INSERT': bare } = perSecond;
    appends.push({ writers, ...Object.fromEntries(COLUMNS.map(name => [name, perSecond[name] ?? ''])) });
    for (const [programs, name] of Object.entries(NAMES)) {
      const ours = perSecond[name];
      if (ours === undefined) continue;
      rows.push({
        what: `records a second, ${writers} writer(s) in ${programs} program(s), beside bare INSERTs`,
        ours,
        reference: bare,
        unit: '/s',
        target: writers === 8 ? '>= 0.60 x' : '',
        isMet: writers === 8 ? ours >= 0.6 * (bare ?? 0) : undefined,
      });
    }
    for (const peer of Object.values(sets).flat()) peer.end();
  }
  rows.push(...(await measureWakes(start)));
  return { appends, rows };
}

/** Alternating, so that what else the machine does meets all of them; medians. */
async function inTurns(sets: Readonly<Record<string, readonly Peer[]>>): Promise<Record<string, number>> {
  const all = new Map<string, number[]>();
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, peers] of Object.entries(sets)) {
      const perSecond = await recordedPerSecond(peers, ROUND_MS);
      // The first one warms up.
      if (round > 0) all.set(name, [...(all.get(name) ?? []), perSecond]);
    }
  return Object.fromEntries([...all].map(([name, values]) => [name, Math.round(quantile(values, 0.5))]));
}

async function measureWakes(start: Start): Promise<Row[]> {
  const measured = async (kind: Writer): Promise<readonly number[]> => {
    const [from, to] = [await start(kind, 'wake'), await start(kind, 'wake')];
    const all = await wakes(from, to, WAKES);
    from.end();
    to.end();
    return all;
  };
  const bare = await measured('notifying');
  const ours = await measured('ours');
  return [0.5, 0.95].map(part => ({
    what: `a watch in another process wakes, p${part * 100}, beside a bare NOTIFY`,
    ours: quantile(ours, part),
    reference: quantile(bare, part),
    unit: 'ms',
    target: '<= 20 ms',
    isMet: quantile(ours, part) <= 20,
  }));
}

/** The value that this part of the others does not exceed. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
