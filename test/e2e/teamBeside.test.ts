/** Ben's window, on another machine than Ann's (`team.test.ts`): it follows what she does. */
import assert from 'node:assert/strict';
import { acrossReloads } from '../support/vscode/acrossReloads';
import { ask, readyChat, type Turn } from '../support/vscode/chat';
import { rows } from '../support/vscode/explorer';
import { joinTeam, member } from '../support/vscode/joinTeam';
import { run } from '../support/vscode/keyboard';
import { calls, says } from '../support/vscode/script';
import { until } from '../support/vscode/until';
import { WAITING_PLAN } from '../support/vscode/waitingPlan';
import { screenshot } from '../support/vscode/window';

const OURS = 'mcp_switchyard_';
test("another window sees Ann's review and the board, and shows her its plan", async function () {
  await acrossReloads(async () => {
    await readyChat();
    const { url, password } = member('ben');
    await joinTeam(url, password);
  }, follow);
});

async function follow(): Promise<void> {
  await readyChat();
  await run('Focus on Workflows View');
  const isReviewed = async (): Promise<boolean> =>
    /^Paint, .*changes requested/im.test(await rows('Workflows'));
  await until("Ann's review is there", isReviewed);
  await screenshot('team-beside');
  await ask('Take part', [calls('mcp_activate', { name: 'blackboard' }), says('Here.')]);
  let board: Turn | undefined;
  const isGreen = async (): Promise<boolean> => {
    board = await ask('Look at the board', [calls(`${OURS}bb_get`, { key: 'plan:paint' }), says('Seen.')]);
    return /green/.test(board.results[0] ?? '');
  };
  await until("Ann's chat has written on the board", isGreen);
  const run_ = await ask('Run a plan', [
    calls('mcp_activate', { name: 'plans' }),
    calls('mcp_call_tool', WAITING_PLAN),
    calls(`${OURS}bb_set`, { key: 'plan:ben', value: 'seen' }),
    says('It waits.'),
  ]);
  assert.doesNotMatch(run_.results.join('\n'), /"code"/);
  const isDone = async (): Promise<boolean> => {
    const { results } = await ask('Is Ann done?', [
      calls(`${OURS}bb_get`, { key: 'plan:ann' }),
      says('Seen.'),
    ]);
    return /seen/.test(results[0] ?? '');
  };
  // The plan is seen as long as its program runs.
  await until('Ann has seen all of it', isDone);
}
