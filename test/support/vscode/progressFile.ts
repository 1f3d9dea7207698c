import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** One test that has ended. */
export interface EndedTest {
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly durationMs: number;
  readonly error?: string;
}

/** How far a suite has come. Lives in a file, because a reload of the window ends the extension host and its memory. */
export interface Progress {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** False while tests still run; false at the end means that the extension host died. */
  readonly isComplete: boolean;
  readonly ended: readonly EndedTest[];
  /** The test that runs now, by full title. */
  readonly current: string | undefined;
  /** What the parts of the current test left for the parts after a reload: one note per reload. */
  readonly notes: readonly unknown[];
}

const NOTHING_YET: Progress = {
  passed: 0,
  failed: 0,
  skipped: 0,
  isComplete: false,
  ended: [],
  current: undefined,
  notes: [],
};

/** The suite's progress so far. `npm test` sums these files up. */
export function readProgress(): Progress {
  const file = progressFile();
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Progress) : NOTHING_YET;
}

export function changeProgress(change: Partial<Progress>): Progress {
  const progress = { ...readProgress(), ...change };
  const count = (state: EndedTest['state']) => progress.ended.filter(test => test.state === state).length;
  const counted = {
    ...progress,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
  };
  writeFileSync(progressFile(), JSON.stringify(counted, null, 2));
  return counted;
}

function progressFile(): string {
  const file = process.env['SWITCHYARD_TEST_RESULTS'];
  if (file === undefined)
    throw new Error('SWITCHYARD_TEST_RESULTS names no file: start the suite with runSuite().');
  return file;
}
