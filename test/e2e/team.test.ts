/** Ann's window. It shares its workspace with Ben's (`teamBeside.test.ts`) and with Carol's agent, which signs in at an endpoint. */
import assert from 'node:assert/strict';
import { acrossReloads } from '../support/vscode/acrossReloads';
import type { AgentBeside } from '../support/vscode/besideWindow';
import { ask, readyChat } from '../support/vscode/chat';
import { rows, toldRows } from '../support/vscode/explorer';
import { failToJoin, joinTeam, leaveTeam, member, NAME } from '../support/vscode/joinTeam';
import { answer, choose, pick, run } from '../support/vscode/keyboard';
import { calls, says } from '../support/vscode/script';
import { startTeammate } from '../support/vscode/teammate';
import { until } from '../support/vscode/until';
import { screenshot } from '../support/vscode/window';

const OURS = 'mcp_switchyard_';
let carol: AgentBeside | undefined;

suiteTeardown(() => carol?.close());

test('a workspace is connected, shared with two others, reviewed, and disconnected', async function () {
  await acrossReloads(connect, share, goBack);
});

async function connect(): Promise<void> {
  await readyChat();
  const { url, password } = member('ann');
  await failToJoin(url);
  await joinTeam(url, password);
  await screenshot('team-connected');
}

async function share(): Promise<void> {
  await readyChat();
  carol = await agentOfCarol();
  const { workflow_id } = await carol.call('start_workflow', { name: 'Of the team' });
  const { task_id } = await carol.call('start_task', { name: 'Paint', goal: 'Paint it', workflow_id });
  await carol.call('complete_task', {
    task_id,
    status: 'success',
    outcome: { summary: 'Painted.', manual_review_needed: true, manual_review_reason: 'Look at the colour.' },
  });
  await run('Focus on Workflows View');
  await until('The task of the agent is there', async () => (await rows('Workflows')).includes('Paint'));
  const row = (await toldRows('Workflows')).find(({ name }) => name.startsWith('Paint'));
  // Who signed in at the endpoint, which is carol to the database.
  assert.match(row?.name ?? '', /Team: ada, on another machine/);
  await screenshot('team-explorer');

  await answer(
    () => pick(() => choose('Workflows', 'Paint', 'Mark Reviewed…'), 'Request Changes'),
    'Sent with the agent',
    'Paint it green.',
  );
  const context = async (): Promise<string> =>
    JSON.stringify(await carol?.call('get_context', { workflow_id }));
  await until('The agent is told', async () => (await context()).includes('Paint it green.'));

  await carol.call('bb_set', { key: 'plan:paint', value: 'red' });
  const turn = await ask('Look at the board', [
    calls('mcp_activate', { name: 'blackboard' }),
    calls(`${OURS}bb_get`, { key: 'plan:paint' }),
    calls(`${OURS}bb_set`, { key: 'plan:paint', value: 'green', expected_version: 1 }),
    says('Green.'),
  ]);
  assert.match(turn.results[1] ?? '', /red/);

  await run('Focus on Sessions View');
  const isPlanThere = async (): Promise<boolean> => /^wait, running/m.test(await rows('Sessions'));
  await until("The plan of Ben's chat is there", isPlanThere);
  await until("The agent reads what Ben's chat wrote", async () => (await onBoard('plan:ben')) === 'seen');
  const { journal } = await carol.call('mcp_environment', { detail: 'full' });
  assert.match(String(journal), /connected now: ann( \([^)]*\))?, ben( \([^)]*\))?, carol( \([^)]*\))?\.$/);
  await carol.call('bb_set', { key: 'plan:ann', value: 'seen' });

  await leaveTeam();
}

async function goBack(): Promise<void> {
  await readyChat();
  await run('Focus on Workflows View');
  const turn = await ask('What is recorded?', [calls('get_context'), says('Nothing.')]);
  assert.doesNotMatch(turn.results[0] ?? '', /Of the team/);
  assert.doesNotMatch(await rows('Workflows'), /Paint/);
}

async function agentOfCarol(): Promise<AgentBeside> {
  const { url, password } = member('carol');
  return await startTeammate(['--journal', url, '--workspace-id', NAME, '--enable-blackboard'], password);
}

async function onBoard(key: string): Promise<unknown> {
  const entry = (await carol?.call('bb_get', { key }))?.['entry'];
  return (entry as { readonly value?: unknown } | null | undefined)?.value;
}
