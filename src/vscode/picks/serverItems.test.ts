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
