import { expect, test } from 'vitest';
import { plainWording } from '../../../test/support/pictureText';
import { agentWorld } from '../../../test/support/workflowWorld';
import type { Row } from '../../shared/explorer/picture';
import { briefRows, hasManyTasks } from './brief';
import { workflowRows } from './workflowsPicture';

/** Workflows of `tasks` tasks each; the first of them open. */
function workflows(count: number, tasks: number): readonly Row[] {
  return Array.from({ length: count }, (_, w) => [
    row(`w${w}`, 1, w === 0),
    ...Array.from({ length: tasks }, (_each, n) => row(`w${w}/${n}`, 2)),
  ]).flat();
}

function row(id: string, level: number, isOpen?: boolean): Row {
  const shown = { id, level, icon: 'layers', label: id, kind: 'workflow', target: {} } as const;
  return isOpen === undefined ? shown : { ...shown, isOpen };
}

const NOTHING = new Map<string, boolean>();

test('leaves out what closed rows hide', () => {
  const rows = briefRows(workflows(100, 20), NOTHING);
  expect(rows).toHaveLength(120);
  expect(rows.slice(0, 3).map(({ id }) => id)).toEqual(['w0', 'w0/0', 'w0/1']);
  expect(rows.slice(20, 23).map(({ id }) => id)).toEqual(['w0/19', 'w1', 'w2']);
});

test('goes by what a person opened and closed', () => {
  const openness = new Map([
    ['w0', false],
    ['w2', true],
  ]);
  const ids = briefRows(workflows(100, 20), openness).map(({ id }) => id);
  expect(ids.slice(0, 5)).toEqual(['w0', 'w1', 'w2', 'w2/0', 'w2/1']);
});

test('is no longer than what a screen can show', () => {
  expect(briefRows(workflows(5_000, 1), NOTHING)).toHaveLength(300);
});

test('of many tasks, only what is seen is drawn, and it is what the whole shows there', async () => {
  const { workflows: work, begin, start, complete } = await agentWorld();
  for (let w = 0; w < 60; w += 1) {
    const { id } = await begin([], null, `Workflow ${w}`);
    for (let n = 0; n < 4; n += 1) await complete((await start(id, {})).id, { needsReview: n === 0 });
  }
  const look = { nowMs: 0, recentDays: 30, shown: new Map<string, number>(), uriOf: () => undefined };
  const whole = workflowRows(work, look, plainWording);
  expect(hasManyTasks(work)).toBe(true);
  expect(whole).toHaveLength(300);
  for (const onlyOpen of [NOTHING, new Map([[whole[5]?.id ?? '', true]])]) {
    const atFirst = workflowRows(work, { ...look, onlyOpen }, plainWording);
    expect(atFirst).toEqual(briefRows(whole, onlyOpen));
    expect(atFirst.length).toBeLessThan(65);
  }
});
