import { expect, test } from 'vitest';
import { plannedMeant } from './plannedMatch';
import type { Task } from '../model/state';

const planned = (step: string, goal: string, status: Task['status'] = 'planned') =>
  ({ step, goal, name: goal, status }) as Task;

const PLAN = [
  planned('1', 'Verify tokens'),
  planned('2', 'Write tests'),
  planned('docs', '3. Describe the API'),
  planned('4', 'Ship it', 'in_progress'),
];
const meant = (name: string | null, goal: string | null = null) => plannedMeant(PLAN, { name, goal })?.step;

test.each([
  ['Verify tokens', '1'],
  ['  verify   TOKENS! ', '1'],
  ['1. Verify tokens', '1'],
  ['Step 1: Verify tokens', '1'],
  ['(1) Verify tokens', '1'],
  ['Fix: verify tokens', undefined],
  ['1) Verify tokens', '1'],
  ['9. Verify tokens', '1'],
  ['Step 2', '2'],
  ['docs', 'docs'],
  ['docs: describe the API', 'docs'],
  ['Describe the API', 'docs'],
  ['2. Verify tokens', undefined],
  ['Verify', undefined],
  ['Verify tokens and write tests', undefined],
  ['Ship it', undefined],
  ['...', undefined],
])('takes %j for step %j', (text, step) => {
  expect(meant(text)).toBe(step);
  expect(meant('Something else', text)).toBe(step);
});

test('means nothing where two are meant', () => {
  expect(meant('Verify tokens', 'Write tests')).toBeUndefined();
  const twice = [planned('1', 'Write tests'), planned('2', 'Write tests')];
  expect(plannedMeant(twice, { name: 'Write tests', goal: null })).toBeUndefined();
  expect(plannedMeant(twice, { name: '2. Write tests', goal: null })?.step).toBe('2');
  expect(plannedMeant(twice, { name: 'x', goal: null })).toBeUndefined();
});
