import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { overStdio } from './clients';
import { script, TINY, world } from './world';

/** How long a server may take to be called: it has to be started first. */
const STARTED = { timeout: 30_000 };

/** A server whose `ping` answers never, and that notes what it is told. */
const hanging = (notes: string) =>
  script(
    TINY.replace(`'tools/call': { content: [{ type: 'text', text: 'pong' }] },`, '').replace(
      'if (id !== undefined)',
      `require('node:fs').appendFileSync(${JSON.stringify(notes)}, method + '\\n');
  if (id !== undefined && method !== 'tools/call')`,
    ),
  );

test('an agent finds a call that hangs, cancels it, and its server hears of it', async () => {
  const of = world({});
  const notes = join(of.folder, 'notes');
  const { agent } = await overStdio(world({ slow: hanging(notes) }), [
    '--approve',
    'all',
    '--enable-resources',
  ]);
  await agent.call('mcp_activate', { name: 'slow' });
  await agent.call('mcp_activate', { name: 'operations' });

  const hangs = agent.call('mcp_call_tool', { tool: 'slow__ping' });
  const found = await vi.waitUntil(async () => {
    const { structured } = await agent.call('op_list');
    const rows = structured['operations'] as { readonly id: string; readonly name: string }[];
    const isCalled = existsSync(notes) && readFileSync(notes, 'utf8').includes('tools/call');
    return isCalled ? rows.find(({ name }) => name === 'mcp_call_tool') : undefined;
  }, STARTED);
  const cancelled = await agent.call('op_cancel', { op_id: found.id, reason: 'it hangs' });
  expect(cancelled.structured).toMatchObject({ ok: true, outcome: 'requested', lifecycle: 'cancelling' });
  expect(cancelled.structured['cancelled']).toHaveLength(2);

  expect(await hangs).toMatchObject({
    isError: true,
    code: 'cancelled',
    text: expect.stringContaining('was cancelled by op_cancel (it hangs). Work already done is not undone.'),
  });
  await expect.poll(() => readFileSync(notes, 'utf8')).toContain('notifications/cancelled');
  expect((await agent.call('op_list')).structured).toEqual({
    operations: [],
    total: 0,
    op_id: expect.any(String),
  });
  const events = await agent.call('events_subscribe', { cats: ['operation'], op_id: found.id });
  expect(events.text).toContain('OPERATION_CANCEL_REQUESTED');
  expect(events.text).toContain('OPERATION_ENDED');
  expect(events.text).not.toContain('it hangs');
});

test.each([
  ['op_cancel', { op_id: 'mine' }],
  ['plan_cancel', { run_id: 'r' }],
])(
  'a plan that a call waits for and that %s ends is no success among the operations',
  async (tool, input) => {
    const of = world({});
    const notes = join(of.folder, 'notes');
    const { agent } = await overStdio(world({ slow: hanging(notes) }), ['--approve', 'all']);
    for (const name of ['slow', 'operations', 'plans', 'resources'])
      await agent.call('mcp_activate', { name });
    const tree = { id: 'hangs', root: { type: 'task', tool: 'slow__ping' } };
    const running = agent.call('plan_run_bt', { tree, run_id: 'r', op_id: 'mine' });
    await vi.waitUntil(
      () => existsSync(notes) && readFileSync(notes, 'utf8').includes('tools/call'),
      STARTED,
    );
    expect((await agent.call(tool, input)).isError).toBe(false);
    expect((await running).structured).toMatchObject({ failure: { code: 'E-CANCEL-PLAN' } });
    expect((await agent.call('op_list', { include_ended: true })).structured['operations']).toContainEqual(
      expect.objectContaining({ name: 'plan_run_bt', lifecycle: 'cancelled' }),
    );
    expect((await agent.call('op_cancel', { op_id: 'mine' })).text).toContain('has ended: cancelled');
  },
);

test('op_cancel ends a plan that a call waits for, and the call of its leaf', async () => {
  const of = world({});
  const notes = join(of.folder, 'notes');
  const { agent } = await overStdio(world({ slow: hanging(notes) }), ['--approve', 'all']);
  for (const name of ['slow', 'operations', 'plans']) await agent.call('mcp_activate', { name });
  const children = [
    { type: 'task', tool: 'slow__ping' },
    { type: 'task', tool: 'noop' },
  ];
  const tree = { id: 'hangs', root: { type: 'sequence', children } };
  const running = agent.call('plan_run_bt', { tree, run_id: 'r', op_id: 'mine' });
  await vi.waitUntil(() => existsSync(notes) && readFileSync(notes, 'utf8').includes('tools/call'), STARTED);
  const cancelled = await agent.call('op_cancel', { op_id: 'mine' });
  expect(cancelled.structured['cancelled']).toHaveLength(2);
  expect(await running).toMatchObject({
    structured: { status: 'failure', failure: { code: 'E-CANCEL-PLAN' } },
  });
  await expect.poll(() => readFileSync(notes, 'utf8')).toContain('notifications/cancelled');
  expect((await agent.call('plan_status', { run_id: 'r' })).structured).toMatchObject({
    runs: [{ state: 'cancelled' }],
  });
});
