import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Bus } from '../../src/core/journal/bus';
import type { Event } from '../../src/core/journal/event';
import type { EventStore } from '../../src/core/journal/eventStore';
import type { JournalParts } from '../../src/core/journal/liveJournal';
import type { Clock } from '../../src/core/support/clock';
import { follow, type OpenedJournal } from '../../src/node/journal/followedJournal';
import { openJournal } from '../../src/node/journal/openJournal';
import { openPgEventStore } from '../../src/node/postgres/openPgEventStore';
import { pgAddress } from '../../src/node/postgres/pgAddress';
import { counting } from './counting';
import { openStore, temporaryFolder } from './journalOnDisk';
import { KeptLog } from './keptLog';
import { hasPostgres, type PgServer } from './postgres';
import { runningClock } from './runningClock';

/** Something to keep a journal in, for tests of what holds for all of them. */
export interface Backend {
  readonly name: string;
  readonly isThere: boolean;
  /** An empty place, that several programs may open. */
  place(): Promise<string>;
  /** A store there, closed after the test. */
  store(place: string): Promise<EventStore>;
  journal(place: string, parts: Omit<JournalParts, 'store'>): Promise<OpenedJournal>;
  /** Where the text is found in what is kept at the place. */
  remains(place: string, text: string): Promise<readonly string[]>;
  /** Where a text is found that was recorded a moment ago, and that nobody has open. */
  readonly keepsIn: readonly string[];
  /** What is at the place beside the journal once nobody has it open. */
  litter(place: string): Promise<readonly string[]>;
}

const sqlite: Backend = {
  name: 'a SQLite file',
  isThere: true,
  place: () => Promise.resolve(temporaryFolder()),
  store: async place => (await openStore(place)).store,
  journal: async (place, parts) => await openJournal(place, parts),
  remains: (place, text) =>
    Promise.resolve(readdirSync(place).filter(name => readFileSync(join(place, name)).includes(text))),
  keepsIn: ['journal.db'],
  litter: place =>
    Promise.resolve(readdirSync(place).filter(name => !['journal.db', 'journal.lock'].includes(name))),
};

/** A place in PostgreSQL is a workspace of its own. */
function postgres(server: () => PgServer): Backend {
  let database: Promise<string> | undefined;
  const open = async (workspace: string, clock: Clock): Promise<EventStore> => {
    database ??= server().newDatabase();
    const address = pgAddress(server().url(await database), undefined);
    return await openPgEventStore({ address, workspace, clock, log: new KeptLog() });
  };
  return {
    name: 'PostgreSQL',
    isThere: hasPostgres,
    place: () => Promise.resolve(`test-${randomUUID()}`),
    async store(place) {
      const store = await open(place, runningClock);
      onTestFinished(() => store.dispose());
      return store;
    },
    journal: async (place, parts) =>
      await follow({ store: await open(place, { ...runningClock, now: parts.clock.now }) }, parts),
    async remains(place, text) {
      const found: string[] = [];
      for (const table of ['events', 'states', 'settings', 'writes']) {
        const [row] = await server().sql(
          (await database) ?? '',
          `SELECT count(*)::int AS n FROM switchyard.${table} AS t WHERE workspace = $1 AND strpos(t::text, $2) > 0`,
          [place, text],
        );
        if (Number(row?.['n']) > 0) found.push(table);
      }
      return found;
    },
    keepsIn: ['events'],
    litter: () => Promise.resolve([]),
  };
}

/** Where journals are kept: each test of what holds for all of them runs for each. */
export function journalBackends(server: () => PgServer): readonly Backend[] {
  return [sqlite, postgres(server)];
}

/** The journal at a place over the counting domain, closed after the test. */
export async function openCountingAt(backend: Backend, place: string, clock: Clock = runningClock) {
  const log = new KeptLog();
  const bus = new Bus(log);
  const heard: Event[] = [];
  bus.subscribe(event => heard.push(event));
  const opened = await backend.journal(place, { domains: [counting], clock, bus, log });
  onTestFinished(() => opened.dispose());
  return {
    ...opened,
    heard,
    lines: log.lines,
    sums: () => Object.fromEntries(opened.journal.read(counting).sums),
  };
}
