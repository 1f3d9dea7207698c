/** A window in which the script of three children is played: tools by chat turns, children as a person sees them. */
import assert from 'node:assert/strict';
import { commands, window } from 'vscode';
import * as three from '../threeChildren';
import { ask } from './chat';
import { rows } from './explorer';
import { calls, callsTogether, says } from './script';
import { until } from './until';

const TURN_TIMEOUT_MS = 200_000;

/** Each turn needs words of its own. */
let turns = 0;

/** What the script is played to: one turn of the chat for calls of one kind, and the page of a child for what becomes of it. */
export const inWindow: three.Stage = {
  async call(...wanted) {
    turns += 1;
    const step = callsTogether(...wanted.map(([tool, input]) => ({ tool: `mcp_switchyard_${tool}`, input })));
    const options = { timeoutMs: TURN_TIMEOUT_MS };
    return (await ask(`Turn ${turns} of the three`, [step, says('Done.')], options)).results;
  },
  untilSeen: async (child_id, what) =>
    await untilChildSays(
      child_id,
      what === 'restarted' ? /It is restarted in \d+ ms/ : /Its budget of .* is used up\./,
    ),
};

/** Lets the agent of the chat start three children; their commands are approved meanwhile. */
export async function startThree(members: readonly three.Member[]): Promise<void> {
  const { results } = await ask(
    'Let three of them write it',
    [
      calls('mcp_activate', { name: 'children' }),
      calls('mcp_activate', { name: 'contract-net' }),
      calls('mcp_activate', { name: 'plans' }),
      calls('mcp_switchyard_child_batch_create', { entries: three.entriesOf(members) }),
      says('They are there.'),
    ],
    { timeoutMs: TURN_TIMEOUT_MS },
  );
  for (const { id } of members) assert.ok(results[3]?.includes(`"child_id":"${id}"`), results[3]);
}

/** Opens the page of a child, and waits for words on it. */
export async function untilChildSays(child: string, words: RegExp): Promise<void> {
  await commands.executeCommand('switchyard.openChild', { child });
  const shown = () => window.activeTextEditor?.document.getText() ?? '';
  await until(`The page of ${child} says ${words}`, () => (words.test(shown()) ? shown() : undefined));
}

/** Waits for the rows of two that are there, and of a third that was stopped. */
export async function untilRowsOfThree(first: string, second: string, stopped: string): Promise<void> {
  await commands.executeCommand('switchyard.sessions.focus');
  const isSeen = (shown: string) =>
    new RegExp(`${first}[^\\n]*(ready|idle)`).test(shown) &&
    new RegExp(`${second}[^\\n]*(ready|idle)`).test(shown) &&
    new RegExp(`${stopped}[^\\n]*stopped`).test(shown);
  await until('the rows of the three', async () => isSeen(await rows('Sessions')));
}
