import { commands, env } from 'vscode';
import { loadScript } from './chat';
import { rows } from './explorer';
import { calls, says, VENDOR } from './script';
import { until } from './until';

/** What a program needs to run rounds in this window, as a person hands it over. */
async function endpoint(): Promise<{ readonly url: string; readonly headers: Record<string, string> }> {
  await commands.executeCommand('switchyard.copyRoundEndpoint');
  const [, url = '', token = ''] = /^URL=(.*)\nTOKEN=(.*)\n$/.exec(await env.clipboard.readText()) ?? [];
  return { url, headers: { 'x-api-key': token, 'content-type': 'application/json' } };
}

/** Asks for a round of the scripted model over HTTP, from outside the product. */
export async function postRound(
  path: string,
  body: object,
  signal = new AbortController().signal,
): Promise<{ readonly status: number; readonly text: string }> {
  const { url, headers } = await endpoint();
  const request = { method: 'POST', headers, body: JSON.stringify({ model: VENDOR, ...body }), signal };
  const answer = await fetch(`${url}${path}`, request);
  return { status: answer.status, text: await answer.text() };
}

/** The longest that a round may run: what is done beside it takes minutes on a slow machine, and ends it. */
const LONGEST_ROUND_MS = 3_600_000;

/** Does something while a round runs and has its row. */
export async function besideLongRound(look: () => Promise<void>): Promise<void> {
  const prompt = 'Work in a round';
  const work = calls('trigger-long-running-operation', { duration: 3_600, steps: 3_600 });
  await loadScript({ prompt, steps: [work, says('It worked.')] });
  const server = { type: 'mcp', server_label: 'everything', allowed_tools: [], require_approval: 'never' };
  const body = {
    messages: [{ role: 'user', content: prompt }],
    tools: [server],
    config: { timeout_ms: LONGEST_ROUND_MS },
  };
  const isShown = async (): Promise<boolean> => /^scripted, running/m.test(await rows('Sessions'));
  // The row of a round before may say for a moment that it runs still.
  await until('No other round runs', async () => !(await isShown()));
  const leaving = new AbortController();
  const round = postRound('/llm-exec/round', body, leaving.signal).catch(() => undefined);
  try {
    await until('The round has a row', isShown);
    await look();
  } finally {
    leaving.abort();
    await round;
  }
}
