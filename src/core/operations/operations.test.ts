import { expect, test } from 'vitest';
import { KeptLog } from '../../../test/support/keptLog';
import { StoppedClock } from '../../../test/support/stoppedClock';
import { settle } from '../../../test/support/testCore';
import { sessionId } from '../../shared/ids';
import { Bus } from '../journal/bus';
import type { Event } from '../journal/event';
import { Refusal } from '../support/refusal';
import type { Operation, OperationSpec } from './operation';
import { Operations } from './operations';

const anna = sessionId('anna');
const ben = sessionId('ben');

function world() {
  const clock = new StoppedClock();
  const bus = new Bus(new KeptLog());
  const events: Event[] = [];
  bus.subscribe(event => events.push(event));
  let last = 0;
  const operations = new Operations({ clock, bus, ids: { next: () => `id-${++last}` } });
  /** Begins something that goes on until the test ends it, or its signal fires. */
  const begin = (name: string, more: Partial<OperationSpec> = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    let begun: Operation | undefined;
    const result = operations.run({ kind: 'call', name, session: anna, ...more }, operation => {
      begun = operation;
      const stop = (): void => reject(operation.signal.reason);
      operation.signal.addEventListener('abort', stop, { once: true });
      return promise;
    });
    result.catch(() => undefined);
    return { end: () => resolve('done'), fail: reject, result, operation: () => begun! };
  };
  const told = () => events.map(({ kind, op_id: id, payload }) => [kind, id, payload]);
  return { clock, operations, begin, told };
}

test('runs something under its name, and keeps what came of it', async () => {
  const { operations, begin } = world();
  const [good, bad] = [begin('good'), begin('bad')];
  expect(operations.running().map(({ name, state }) => [name, state])).toEqual([
    ['good', 'running'],
    ['bad', 'running'],
  ]);
  good.end();
  expect(await good.result).toBe('done');
  bad.fail(new Refusal('too-large', 'No.'));
  await expect(bad.result).rejects.toThrow('No.');
  expect(operations.running()).toEqual([]);
  expect(operations.ended().map(({ name, outcome }) => [name, outcome])).toEqual([
    ['bad', { state: 'failed', code: 'too-large' }],
    ['good', { state: 'succeeded' }],
  ]);
});

test('says of a bug only that there was one', async () => {
  const { operations, begin } = world();
  const bad = begin('bad');
  bad.fail(new Error('token is hunter2'));
  await bad.result.catch(() => undefined);
  expect(operations.ended()[0]?.outcome).toEqual({ state: 'failed', code: 'internal' });
});

test('cancels a whole subtree, tells each caller who did it and why, and leaves what is beside it', async () => {
  const { operations, begin } = world();
  const plan = begin('plan');
  const beside = begin('beside');
  await settle();
  const step = begin('step', { parent: plan.operation() });
  await settle();
  const leaf = begin('leaf', { parent: step.operation() });
  await settle();

  expect(operations.cancel(step.operation(), { by: 'agent', reason: 'too slow' })).toBe(true);
  await expect(step.result).rejects.toMatchObject({
    code: 'cancelled',
    message: '"step" was cancelled by op_cancel (too slow). Work already done is not undone.',
  });
  await expect(leaf.result).rejects.toThrow('"step" was cancelled by op_cancel');
  expect(leaf.operation().outcome).toMatchObject({ state: 'cancelled' });
  expect([plan, beside].map(({ operation }) => operation().state)).toEqual(['running', 'running']);
  expect(operations.cancel(step.operation(), { by: 'agent' })).toBe(false);
});

test('is cancelling until it has stopped, and cancelled a second time changes nothing', async () => {
  const { operations } = world();
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = operations.run({ kind: 'call', name: 'deaf', session: anna }, () => promise);
  const [deaf] = operations.running();
  expect([operations.cancel(deaf!, { by: 'person' }), deaf!.state]).toEqual([true, 'cancelling']);
  expect(operations.cancel(deaf!, { by: 'person' })).toBe(false);
  resolve();
  await running;
  // It did not listen, and what it did is done: the account is true.
  expect(deaf!.outcome).toEqual({ state: 'succeeded' });
});

test('ends what is left below it when it is over', async () => {
  const { begin } = world();
  const plan = begin('plan');
  await settle();
  const left = begin('left', { parent: plan.operation() });
  await settle();
  plan.end();
  await plan.result;
  await expect(left.result).rejects.toThrow('"plan", the parent of "left", has ended.');
});

test('stops with the signal of its caller', async () => {
  const { operations, begin } = world();
  const caller = new AbortController();
  const call = begin('call', { signal: caller.signal });
  await settle();
  caller.abort(new Error('gone'));
  await expect(call.result).rejects.toThrow('gone');
  expect(operations.ended()[0]?.outcome).toEqual({ state: 'cancelled', reason: 'Its caller gave up.' });
});

test('begins nothing below what is paused until that goes on', async () => {
  const { operations, begin } = world();
  const plan = begin('plan');
  await settle();
  expect([operations.pause(plan.operation()), operations.pause(plan.operation())]).toEqual([true, false]);
  const step = begin('step', { parent: plan.operation() });
  await settle();
  expect(step.operation()).toBeUndefined();
  expect(operations.running().map(({ state }) => state)).toEqual(['paused', 'paused']);
  expect([operations.resume(plan.operation()), operations.resume(plan.operation())]).toEqual([true, false]);
  await settle();
  expect(step.operation().state).toBe('running');
});

test('what is paused can be cancelled', async () => {
  const { operations, begin } = world();
  const plan = begin('plan');
  await settle();
  operations.pause(plan.operation());
  const step = begin('step', { parent: plan.operation() });
  await settle();
  operations.cancel(plan.operation(), { by: 'person' });
  await expect(step.result).rejects.toThrow('"plan" was cancelled by the user.');
});

test('tells of a call once it has run for a second, then of its end; never of a short one', async () => {
  const { clock, begin, told } = world();
  const short = begin('short');
  const long = begin('long');
  clock.advance(600);
  short.end();
  await short.result;
  const late = begin('late');
  clock.advance(500);
  expect(told()).toEqual([['operationStarted', 'long_op_id-1', { name: 'long', operationKind: 'call' }]]);
  clock.advance(600);
  late.end();
  await late.result;
  long.fail(new Refusal('too-large', 'No.'));
  await long.result.catch(() => undefined);
  expect(told().slice(1)).toEqual([
    ['operationStarted', 'late_op_id-2', { name: 'late', operationKind: 'call' }],
    ['operationEnded', 'late_op_id-2', { name: 'late', outcome: 'succeeded' }],
    ['operationEnded', 'long_op_id-1', { name: 'long', outcome: 'failed', code: 'too-large' }],
  ]);
});

test('whoever hears of a cancellation has heard of the operation', async () => {
  const { operations, begin, told } = world();
  const call = begin('call', { id: 'mine' });
  await settle();
  operations.cancel(call.operation(), { by: 'agent', reason: 'SECRET' });
  await call.result.catch(() => undefined);
  expect(told()).toEqual([
    ['operationStarted', 'mine', { name: 'call', operationKind: 'call' }],
    ['operationCancelRequested', 'mine', { name: 'call', by: 'agent' }],
    ['operationEnded', 'mine', { name: 'call', outcome: 'cancelled' }],
  ]);
});

test('finds operations by an id of the caller’s own, in its session, the running ones first', async () => {
  const { operations, begin } = world();
  const first = begin('first', { id: 'mine' });
  first.end();
  await first.result;
  expect(operations.find('mine', anna).map(({ name }) => name)).toEqual(['first']);
  begin('second', { id: 'mine' });
  begin('third', { id: 'mine' });
  begin('other', { id: 'mine', session: ben });
  expect(operations.find('mine', anna).map(({ name }) => name)).toEqual(['second', 'third']);
  expect(operations.find('mine', ben).map(({ name }) => name)).toEqual(['other']);
  expect(operations.find('nobody', anna)).toEqual([]);
});

test('keeps the newest 256 that are over', async () => {
  const { operations } = world();
  for (let i = 0; i < 300; i += 1)
    await operations.run({ kind: 'call', name: `n${i}`, session: anna }, async () => undefined);
  const names = operations.ended().map(({ name }) => name);
  expect([names.length, names[0], names.at(-1)]).toEqual([256, 'n299', 'n44']);
});

test('what runs is told when the program ends', async () => {
  const { operations, begin } = world();
  const call = begin('call');
  await settle();
  operations.dispose();
  await expect(call.result).rejects.toThrow('"call" was cancelled: Switchyard is shutting down.');
});
