import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, longest first: their size says nothing of it. Each took more than 20 s of a whole run on two cores. */
const LONGEST = [
  'attribution.test.ts',
  'attributionLaw.test.ts',
  'ordinaryFlows.test.ts',
  'laws.test.ts',
  'attacks.test.ts',
  'restore.test.ts',
  'mainFlow.test.ts',
  'sampling.test.ts',
  'messages.test.ts',
  'eras.test.ts',
  'tarball.test.ts',
  'consent.test.ts',
  'teamJournal.test.ts',
  'responses.test.ts',
  'tasks.test.ts',
  'trust.test.ts',
  'children.test.ts',
  'faults.test.ts',
  'damage.test.ts',
  'anchors.test.ts',
  'mcpRegistry.test.ts',
  'approvalByClient.test.ts',
  'ends.test.ts',
];

/** Begins with the files that take longest, so that none of them runs alone at the end; the rest as Vitest has it. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

/** Its place among the longest; behind them for any other, and for a file of that name in which nothing but code runs. */
function placeOf({ moduleId, project }: TestSpecification): number {
  const at = project.name === 'fast' ? -1 : LONGEST.indexOf(basename(moduleId));
  return at === -1 ? LONGEST.length : at;
}
