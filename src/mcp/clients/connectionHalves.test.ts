import { expect, test } from 'vitest';
import { StoppedClock } from '../../../test/support/stoppedClock';
import { ConnectionHalves } from './connectionHalves';

const halves = (): ConnectionHalves => new ConnectionHalves(new StoppedClock());

test('makes one connection of the two halves of a client, whichever comes first', () => {
  const all = halves();
  const control = all.join('code', 'control', 'a');
  const rest = all.join('code', 'rest', 'b');
  expect([control.connection, rest.connection]).toEqual(['a', 'a']);
  expect(rest.list).toBe(control.list);
});

test('joins no halves of different clients, no two equal ones, and nothing that lists all', () => {
  const all = halves();
  all.join('code', 'control', 'a');
  expect(all.join('copilot', 'rest', 'b').connection).toBe('b');
  expect(all.join('code', 'control', 'c').connection).toBe('c');
  expect(all.join('code', 'all', 'd').connection).toBe('d');
  expect(all.join('code', 'rest', 'e').connection).toBe('a');
  expect(all.join('code', 'rest', 'f').connection).toBe('c');
});

test('ends with the last half; one that comes back takes its place again', () => {
  const all = halves();
  const control = all.join('code', 'control', 'a');
  const rest = all.join('code', 'rest', 'b');
  expect(control.leave()).toBe(false);
  const again = all.join('code', 'control', 'c');
  expect(again.connection).toBe('a');
  expect([rest.leave(), again.leave()]).toEqual([false, true]);
  expect(all.join('code', 'rest', 'd').connection).toBe('d');
  expect(all.join('code', 'all', 'e').leave()).toBe(true);
});
