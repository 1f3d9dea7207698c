import { expect, test } from 'vitest';
import { SHIPPED_DATA } from '../../../test/support/shippedData';
import { KeptLog } from '../../../test/support/keptLog';
import { shippedConcepts } from './shippedConcepts';

test('reads a row for each thing that people ask for, in two languages', () => {
  const row = shippedConcepts(SHIPPED_DATA, new KeptLog())().find(([name]) => name === 'memory');
  expect(row?.[1]).toBe('memory');
  expect(row?.[2]).toContain('remember');
  expect(row?.[3]).toContain('souvenir');
});

test('a search goes on without the table, and the log says so', () => {
  const log = new KeptLog();
  expect(shippedConcepts('/nowhere', log)()).toEqual([]);
  expect(log.lines.join()).toContain('The table of concepts could not be read');
});
