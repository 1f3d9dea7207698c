import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import type { Agent } from './agent';
import { Conversation } from './conversation';
import { leftoversOf } from './leftovers';
import { startModel } from './modelServer';
import { recordedIn } from './recorded';
import { type Installed, makeScene, type Scene } from './scene';
import type { Introduction, Trial } from './trial';

/** How long a client may take for its prompt: the slowest needs 20 seconds on a busy machine. */
const PATIENCE_MS = 120_000;

/**
 * Lets a client work through the script once. @param keep takes what it printed and asked, for a look
 * @throws where it can't be configured or does not end
 */
export async function tryAgent(
  installed: Installed,
  keep: (name: string, text: string) => void,
): Promise<Trial> {
  const { agent, node } = installed;
  const conversation = new Conversation();
  const model = await startModel(agent.protocol, conversation);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-clients-')));
  try {
    const scene = makeScene(installed, folder, model.origin);
    conversation.begin(agent.edits(scene), agent.search);
    const { output, code } = await run(agent, scene);
    const left = await leftoversOf(folder);
    keep('output.txt', `${output}\nExit code ${code}\n`);
    keep('requests.txt', model.requests.join('\n'));
    for (const [at, body] of model.bodies.entries()) keep(`body-${at + 1}.json`, body);
    if (code === null) throw new Error(`It did not end within ${PATIENCE_MS / 1_000} seconds.`);
    return {
      introduction: introductionOf(scene),
      isConnected: conversation.isConnected,
      hasInstructions: conversation.hasInstructions,
      arrival: conversation.arrival,
      generic: conversation.generic,
      direct: conversation.direct,
      isComplete: conversation.isComplete,
      recorded: await recordedIn(scene, node),
      left,
    };
  } finally {
    model.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Runs the client with its prompt to the end. @returns what it printed, and its exit code; null: it was ended */
async function run(agent: Agent, scene: Scene) {
  const { workspace, env } = scene;
  const child = spawn(agent.command, agent.args(scene), {
    cwd: workspace,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const [code] = (await once(child, 'exit')) as [number | null];
  return { output, code };
}

const who = z.looseObject({ name: z.string() });
const initialize = z.looseObject({ protocolVersion: z.string(), clientInfo: who });
/** What each request of MCP 2026-07-28 says of its client. */
const meta = z.looseObject({
  'io.modelcontextprotocol/protocolVersion': z.string(),
  'io.modelcontextprotocol/clientInfo': who,
});
const introduced = z.looseObject({
  params: z.union([
    initialize.transform(({ clientInfo, protocolVersion }) => ({
      name: clientInfo.name,
      protocol: protocolVersion,
    })),
    z.looseObject({ _meta: meta }).transform(({ _meta }) => ({
      name: _meta['io.modelcontextprotocol/clientInfo'].name,
      protocol: _meta['io.modelcontextprotocol/protocolVersion'],
    })),
  ]),
});

function introductionOf({ introduction }: Scene): Introduction | undefined {
  if (!existsSync(introduction)) return undefined;
  return introduced.parse(JSON.parse(readFileSync(introduction, 'utf8'))).params;
}
