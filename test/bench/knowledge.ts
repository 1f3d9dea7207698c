import { WORKSPACE } from '../support/spaces';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Knowledge } from '../../src/modules/knowledge/knowledge';
import { knowledgeDomain } from '../../src/modules/knowledge/knowledgeDomain';
import type { Statement } from '../../src/modules/knowledge/triple';
import { Bus } from '../../src/core/journal/bus';
import { openJournal } from '../../src/node/journal/openJournal';
import { KeptLog } from '../support/keptLog';
import { runningClock } from '../support/runningClock';

/** Microseconds for one operation over so many triples, ours and SQLite's. */
export interface KnowledgeCost {
  readonly what: string;
  readonly size: number;
  readonly ours: number;
  readonly reference: number;
}

const ROUNDS = 5;
const SIZES = [1_000, 99_000] as const;

const triple = (i: number): Statement => ({
  subject: `service:${i % 5_000}`,
  predicate: `says ${i % 7}`,
  object: `value ${i}`,
  source: `agent ${i % 5}`,
  confidence: 1,
});

/** Every operation over both sizes, beside a bare table with the same indexes. Medians of alternating rounds. */
export async function measureKnowledge(): Promise<readonly KnowledgeCost[]> {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-'));
  try {
    const rows: KnowledgeCost[] = [];
    for (const size of SIZES) rows.push(...(await measure(join(folder, `${size}`), size)));
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string, size: number): Promise<readonly KnowledgeCost[]> {
  const log = new KeptLog();
  const parts = { domains: [knowledgeDomain], clock: runningClock, bus: new Bus(log), log };
  const { journal, dispose } = await openJournal(folder, parts);
  const knowledge = new Knowledge({ journal, workspace: WORKSPACE });
  const bare = new DatabaseSync(join(folder, 'bare.db'));
  bare.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE triple (ordinal INTEGER PRIMARY KEY, subject, predicate, object, source, confidence, UNIQUE (subject, predicate, object));
    CREATE INDEX p ON triple (predicate); CREATE INDEX o ON triple (object)`);
  const insert = bare.prepare(
    'INSERT INTO triple (subject, predicate, object, source, confidence) VALUES (?, ?, ?, ?, ?)',
  );
  const put = ({ subject, predicate, object, source, confidence }: Statement) =>
    insert.run(subject, predicate, object, source, confidence);
  bare.exec('BEGIN');
  for (let i = 0; i < size; i++) put(triple(i));
  bare.exec('COMMIT');
  for (let i = 0; i < size; i += 250) {
    await knowledge.insert(Array.from({ length: Math.min(250, size - i) }, (_, j) => triple(i + j)));
  }
  const bySubject = bare.prepare('SELECT * FROM triple WHERE subject = ? ORDER BY ordinal LIMIT 50');
  const byPattern = bare.prepare("SELECT * FROM triple WHERE object GLOB '*99*' ORDER BY ordinal LIMIT 500");
  const page = { limit: 50, order: 'asc' } as const;
  let next = size;
  const rows = [
    await compare(
      'insert one',
      size,
      100,
      {
        ours: async i => void (await knowledge.insert([triple(next + i)])),
        reference: i => void put(triple(next + i)),
      },
      () => (next += 100),
    ),
    await compare('query a subject', size, 500, {
      ours: i => void knowledge.find({ subject: `service:${i % size}` }, page),
      reference: i => void bySubject.all(`service:${i % size}`),
    }),
    await compare('query with * at both ends', size, 3, {
      ours: () => void knowledge.find({ object: '*99*' }, { ...page, limit: 500 }),
      reference: () => void byPattern.all(),
    }),
  ];
  bare.close();
  dispose();
  return rows;
}

interface Both {
  readonly ours: (i: number) => void | Promise<void>;
  readonly reference: (i: number) => void;
}

async function compare(
  what: string,
  size: number,
  times: number,
  { ours, reference }: Both,
  after: () => void = () => undefined,
): Promise<KnowledgeCost> {
  const took: { readonly ours: number[]; readonly reference: number[] } = { ours: [], reference: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const startMs = performance.now();
    for (let i = 0; i < times; i++) await ours(i);
    const betweenMs = performance.now();
    for (let i = 0; i < times; i++) reference(i);
    took.reference.push(performance.now() - betweenMs);
    took.ours.push(betweenMs - startMs);
    after();
  }
  const each = (all: number[]): number => ((all.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0) * 1_000) / times;
  return { what, size, ours: each(took.ours), reference: each(took.reference) };
}
