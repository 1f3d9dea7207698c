import { mkdtempSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { commandWorld } from '../../../test/support/commandWorld';
import { editor } from '../../../test/support/fakeEditor';
import { anna } from '../../../test/support/gatewayWorld';
import { rest } from '../../../test/support/planWorld';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-plan-files-'));
  const [open] = vscode.workspace.workspaceFolders ?? [];
  vi.spyOn(vscode.workspace, 'workspaceFolders', 'get').mockReturnValue([
    { ...open!, uri: vscode.Uri.file(folder) },
  ]);
});

async function world(plans: Readonly<Record<string, unknown>>) {
  const commands = await commandWorld();
  commands.servers.servers.get('files')!.tools = ['read', 'write'];
  await commands.activate(anna, 'files');
  if (Object.keys(plans).length > 0) mkdirSync(join(folder, '.switchyard/plans'), { recursive: true });
  for (const [name, plan] of Object.entries(plans))
    writeFileSync(
      join(folder, '.switchyard/plans', name),
      typeof plan === 'string' ? plan : JSON.stringify(plan),
    );
  return commands;
}

const task = (tool: string) => ({ type: 'task', id: tool, tool });

test('a saved plan shows what it calls, runs in the chat, and says how it ended', async () => {
  const { run, plans, texts, servers } = await world({
    'release.json': {
      description: 'Cut it',
      variables: { path: '/a' },
      root: {
        type: 'sequence',
        children: [task('files__read'), { ...task('noop'), input: { $from: '/vars/path' } }],
      },
    },
    'broken.json': '{ "root": ',
    'odd.xml': '<root BTCPP_format="3"/>',
  });
  await run('runPlan', undefined, '$(list-tree) release.json', 'Run');
  await rest();
  expect(editor.asked[0]).toMatchObject({
    title: 'Run Plan',
    offers: ['$(warning) broken.json', '$(warning) odd.xml', '$(list-tree) release.json'],
  });
  expect(plans.all()).toMatchObject([
    { state: 'done', file: '.switchyard/plans/release.json', caller: { session: 'anna' } },
  ]);
  expect(servers.calls).toContain('files.read');
  expect(texts()).toContain('Plan "plan": done.');
});

test('a leaf that will fail by what is written in it is named before the plan is run', async () => {
  const odd = { ...task('noop'), id: 'odd', input: { $from: 'path' } };
  const { run, plans } = await world({ 'a.json': { root: odd } });
  await run('runPlan', undefined, '$(list-tree) a.json', undefined);
  expect(editor.asked.at(-1)?.title).toContain('Will fail: odd: "path" is no pointer');
  expect(plans.all()).toEqual([]);
});

test('servers that are missing are switched on after a question, and nothing runs without a yes', async () => {
  const saved = { root: task('web__read') };
  const { run, plans, servers } = await world({ 'a.json': saved });
  servers.servers.get('web')!.tools = ['read'];
  await run('runPlan', undefined, '$(list-tree) a.json', undefined);
  expect(plans.all()).toEqual([]);
  await run('runPlan', undefined, '$(list-tree) a.json', 'Turn On', undefined);
  expect(plans.all()).toEqual([]);
  await run('runPlan', undefined, '$(list-tree) a.json', 'Run');
  expect(plans.all()).toMatchObject([{ state: 'done' }]);
});

test('a server that a plan is missing starts with progress, and whoever leaves that runs nothing', async () => {
  const { run, plans, servers } = await world({ 'a.json': { root: task('web__read') } });
  servers.servers.get('web')!.tools = ['read'];
  editor.leavesProgress = true;
  await run('runPlan', undefined, '$(list-tree) a.json', 'Turn On');
  expect(editor.progress).toEqual(['Starting "web"…']);
  expect(editor.asked.at(-1)?.title).toContain('Turn on web in this chat session?');
  expect(plans.all()).toEqual([]);
});

test('a plan with an unknown tool is not run, and says which', async () => {
  const { run, plans, texts } = await world({ 'a.json': { root: task('files__raed') } });
  await run('runPlan', undefined, '$(list-tree) a.json');
  expect(plans.all()).toEqual([]);
  expect(texts()[0]).toContain('The plan was not run: files__raed: "files" has no tool "raed".');
});

test('without plans an example is offered', async () => {
  const { run } = await world({});
  await run('runPlan');
  expect(editor.said).toMatchObject([
    { text: 'There are no plans in .switchyard/plans.', buttons: ['Create Example'] },
  ]);
});

test('a run is paused, resumed, cancelled, and its tree saved', async () => {
  const { run, plans, panels, texts, clock } = await world({
    'a.json': { id: 'slow', root: { ...task('wait'), input: { duration_ms: 60_000 } } },
  });
  const running = run('runPlan', undefined, '$(list-tree) a.json', 'Run');
  await expect.poll(() => plans.all()).toMatchObject([{ state: 'running' }]);
  await run('managePlans', undefined, '$(play) slow', '$(debug-pause) Pause');
  expect(plans.all()).toMatchObject([{ state: 'paused' }]);
  await run('managePlans', undefined, '$(debug-pause) slow', '$(play) Resume');
  await run('savePlan', undefined, '$(play) slow', 'mine');
  expect(JSON.parse(readFileSync(join(folder, '.switchyard/plans/mine.json'), 'utf8'))).toEqual({
    id: 'slow',
    root: { type: 'task', id: 'wait', tool: 'wait', input: { duration_ms: 60_000 } },
  });
  await run('managePlans', undefined, '$(play) slow', '$(circle-slash) Cancel');
  await rest();
  clock.advance(1);
  await running;
  expect(plans.all()).toMatchObject([{ state: 'cancelled' }]);
  expect(texts()).toContain('Plan "slow": cancelled.');
  await run('managePlans', undefined, '$(circle-slash) slow', '$(list-tree) Show');
  expect(panels.at(-1)).toBe('plan slow');
  await run('showPlanText', { run: plans.all()[0]?.id });
  expect(editor.opened.at(-1)).toContain('slow.txt');
  await run('managePlans', undefined, '$(circle-slash) slow', '$(trash) Delete');
  expect(plans.all()).toEqual([]);
});

test('a row pauses, resumes and cancels its run; without a run that suits, it says so', async () => {
  const { run, plans, texts, clock } = await world({
    'a.json': { id: 'slow', root: { ...task('wait'), input: { duration_ms: 60_000 } } },
  });
  await run('pausePlan');
  expect(texts()).toEqual(['No plan is running.']);
  const running = run('runPlan', undefined, '$(list-tree) a.json', 'Run');
  await expect.poll(() => plans.all()).toMatchObject([{ state: 'running' }]);
  const target = { run: plans.all()[0]?.id };
  await run('resumePlan', target);
  expect(texts()).toContain('No plan is paused.');
  await run('pausePlan', target);
  expect(plans.all()).toMatchObject([{ state: 'paused' }]);
  await run('resumePlan', target);
  expect(plans.all()).toMatchObject([{ state: 'running' }]);
  await run('cancelPlan', undefined, '$(play) slow');
  await rest();
  clock.advance(1);
  await running;
  expect(plans.all()).toMatchObject([{ state: 'cancelled' }]);
});

test('a failed run is retried after the same questions, and says that it skips what succeeded', async () => {
  const root = { type: 'sequence', children: [task('files__write'), task('abort')] };
  const { run, plans, panels, servers } = await world({ 'a.json': { id: 'half', root } });
  servers.servers.get('files')!.tools = ['write'];
  await run('runPlan', undefined, '$(list-tree) a.json', 'Run');
  const [first] = plans.all();
  expect(first).toMatchObject({ state: 'failed' });
  const made = servers.calls.length;
  await run('retryPlan', { run: first?.id }, undefined);
  expect(plans.all()).toHaveLength(1);
  await run('retryPlan', { run: first?.id }, 'Run');
  await rest();
  expect(editor.asked.at(-1)).toMatchObject({
    title: expect.stringContaining("Calls that succeeded aren't made again."),
  });
  expect(plans.all()[0]).toMatchObject({ state: 'failed', retries: first?.id });
  expect(servers.calls.length).toBe(made);
  await run('runPlanAgain', undefined, '$(error) half', 'Run');
  await rest();
  expect(servers.calls.length).toBe(made + 1);
  expect(panels).toEqual(['plan half', 'plan half', 'plan half']);
});
