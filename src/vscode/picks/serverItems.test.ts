import { expect, test } from 'vitest';
import type { EnvironmentRow } from '../../core/catalog/environment';
import { idOf } from '../../../test/support/catalogWorld';
import { serverGroups, serverItems } from './serverItems';

const ALL = ['active', 'available', 'missing-credentials', 'disabled'] as const;

test('what has no program to run on is set up first, as what has no key, and not among what is ready', () => {
  const rows = [
    row('files', 'available'),
    row('snake', 'available', { lacks: 'uvx' }),
    row('mail', 'missing-credentials', { missing: ['API_KEY'] }),
    row('old', 'disabled'),
  ];
  expect(serverGroups(rows).map(({ title, found }) => [title, found.map(({ id }) => String(id))])).toEqual([
    ['Ready', ['files']],
    ['Needs Setup', ['snake', 'mail']],
    ['Disabled', ['old']],
  ]);
  expect(
    serverItems(rows, ALL).map(({ label, description }) => `${label} ${description ?? ''}`.trim()),
  ).toEqual([
    'Ready',
    '$(circle-outline) files other',
    'Needs Setup',
    '$(warning) snake needs uvx',
    '$(key) mail needs API_KEY',
    'Disabled',
    '$(circle-slash) old other',
  ]);
});

test("what failed stands apart with its reason, what is a person's own and what waits for a chat come first", () => {
  const rows = [
    row('web', 'active', { failure: 'exited with code 9 $(error)' }),
    row('files', 'available'),
    row('mine', 'available', { isOwn: true }),
    row('soon', 'available'),
    row('off', 'disabled', { failure: 'exited with code 1' }),
    row('board', 'active', { category: 'switchyard' }),
  ];
  expect(serverGroups(rows, [idOf('soon')]).map(({ title, found }) => [title, found.length])).toEqual([
    ['For the Next Chat', 1],
    ['Yours', 1],
    ['Ready', 1],
    ['Failed', 1],
    ['Disabled', 1],
  ]);
  const failed = serverItems(rows, ALL).find(({ server }) => server === idOf('web'));
  expect(failed?.label).toBe('$(error) web');
  expect(failed?.description).toBe('exited with code 9 \\$(error)');
});

function row(
  id: string,
  status: EnvironmentRow['status'],
  more: Partial<EnvironmentRow> = {},
): EnvironmentRow {
  return {
    id: idOf(id),
    description: `The ${id} server`,
    category: 'other',
    status,
    isCore: false,
    missing: [],
    ...more,
  };
}
