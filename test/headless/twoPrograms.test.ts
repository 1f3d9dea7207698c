import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { overStdio } from './clients';
import { isJournalShared, world } from './world';

/** Turns of each test: what comes late shows in one of some. */
const TURNS = 12;

const MODULES = ['--enable-blackboard', '--enable-stigmergy', '--enable-knowledge'];

/** Two programs of one workspace with the same state folder. */
async function two() {
  const of = world({});
  const [one, other] = [await overStdio(of, MODULES), await overStdio(of, MODULES)];
  for (const { agent } of [one, other]) await agent.call('mcp_activate', { name: 'workflow-history' });
  return [one.agent, other.agent] as const;
}

test('what one program has made, the other knows at once', async () => {
  const [one, other] = await two();
  const ended = { status: 'success', outcome: { summary: 'Done.' } };
  for (let turn = 0; turn < TURNS; turn++) {
    const { structured: workflow } = await one.call('start_workflow', { name: `Turn ${turn}` });
    const started = await other.call('start_task', {
      workflow_id: workflow['workflow_id'],
      name: 'Task',
      goal: 'Go on',
    });
    expect(started.isError, started.text).toBe(false);
    const task = String(started.structured['task_id']);
    const milestone = await one.call('log_milestone', { task_id: task, message: 'Half' });
    expect(milestone.isError, milestone.text).toBe(false);
    const { structured: seen } = await other.call('get_context', { task_id: task });
    expect(seen['tasks']).toMatchObject([{ task_id: task }]);
    expect((await other.call('complete_task', { task_id: task, ...ended })).isError).toBe(false);
    expect((await one.call('restore_task', { task_id: task })).isError).toBe(false);
    const { contents } = await other.client.readResource({
      uri: `sc://workflows/${String(workflow['workflow_id'])}`,
    });
    expect(contents).toHaveLength(1);
  }
});

test('what one program shares, the other reads at once', async () => {
  const [one, other] = await two();
  for (let turn = 0; turn < TURNS; turn++) {
    const key = `shared/${turn}`;
    await one.call('bb_set', { key, value: turn });
    expect((await other.call('bb_get', { key })).structured).toMatchObject({ entry: { value: turn } });
    expect((await one.call('bb_query', { keys: [key] })).isError).toBe(false);
    await one.call('kg_insert', { triples: [{ subject: key, predicate: 'is', object: 'known' }] });
    const { structured } = await other.call('kg_query', { subject: key });
    expect(JSON.stringify(structured)).toContain(key);
    await one.call('stig_mark', { node_id: key, type: 'visited', intensity: 5 });
    expect(JSON.stringify((await other.call('stig_snapshot')).structured)).toContain(key);
  }
});

// A name makes two folders one workspace.
test.skipIf(isJournalShared)(
  'another workspace on the same state folder reads and changes nothing of what this one shares',
  async () => {
    const of = world({});
    const elsewhere = join(of.folder, 'elsewhere');
    mkdirSync(elsewhere);
    const { agent: here } = await overStdio(of, MODULES);
    const { agent: there } = await overStdio(of, [...MODULES, '--workspace', elsewhere]);
    await here.call('bb_set', { key: 'plan/x', value: 'here' });
    await here.call('kg_insert', { triples: [{ subject: 'x', predicate: 'is', object: 'here' }] });
    await here.call('stig_mark', { node_id: 'x', type: 'visited', intensity: 5 });
    expect((await there.call('bb_get', { key: 'plan/x' })).text).toContain('E-BB-NOTFOUND');
    expect((await there.call('bb_query')).structured).toMatchObject({ entries: [] });
    expect((await there.call('kg_query', {})).structured).toMatchObject({ triples: [] });
    expect(JSON.stringify((await there.call('stig_snapshot')).structured)).not.toContain('"x"');
    await there.call('bb_set', { key: 'plan/x', value: 'there', expected_version: 0 });
    expect((await here.call('bb_get', { key: 'plan/x' })).structured).toMatchObject({
      entry: { value: 'here' },
    });
    expect((await there.call('bb_watch', { start_version: 0, wait_ms: 0 })).text).not.toContain('"here"');
  },
);
