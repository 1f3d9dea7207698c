import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { Member } from '../support/threeChildren';
import type { Agent, Place } from './agent';
import { claudeCode } from './agents/claudeCode';
import { codex } from './agents/codex';
import { geminiCli } from './agents/geminiCli';
import { kiloCode } from './agents/kiloCode';
import { opencode } from './agents/opencode';
import { HAIKU, LINE } from './expected';
import { type ModelServer, startModel } from './modelServer';
import { nameAmong } from './offered';
import type { Asked, Call, Said } from './turn';

/** An agent as a child: what is started, and from which package. */
export interface ChildAgent {
  readonly agent: Agent;
  readonly npm: string;
  /** Its arguments, from the folder node_modules of its install. */
  launch(modules: string): readonly string[];
}

const adapter = (agent: Agent, npm: string, file: string): ChildAgent => ({
  agent,
  npm,
  launch: modules => ['node', join(modules, npm, file)],
});

/** An agent that speaks the protocol by itself, with this argument. */
const itself = (agent: Agent, argument: string): ChildAgent => ({
  agent,
  npm: agent.npm,
  launch: modules => [...agent.launch(modules), argument],
});

/** The agents that are tried as children. */
export const CHILD_AGENTS: readonly ChildAgent[] = [
  itself(opencode, 'acp'),
  adapter(codex, '@agentclientprotocol/codex-acp', 'dist/index.js'),
  adapter(claudeCode, '@agentclientprotocol/claude-agent-acp', 'dist/index.js'),
  itself(geminiCli, '--acp'),
  itself(kiloCode, 'acp'),
];

/** What the scripted model says when it has done all of it. */
export const ANSWER = 'The haiku has a fourth line.';

/** A model that calls one of our tools, changes the file, and says so. */
class Script {
  called: string | undefined;
  readonly #calls: readonly Call[];
  #at = 0;

  constructor(edits: readonly Call[]) {
    this.#calls = [{ tool: 'mcp_info', input: {} }, ...edits];
  }

  answer({ offered, results }: Asked): Said {
    if (nameAmong(offered, 'mcp_info') === undefined) return { type: 'words', text: 'Haiku' };
    if (this.#at === 1) this.called = results[0];
    const call = this.#calls[this.#at];
    if (call === undefined) return { type: 'words', text: ANSWER };
    // A client that asks again for the same has not heard the answer.
    if (results.length >= this.#at) this.#at += 1;
    return {
      type: 'call',
      id: `call_${this.#at}`,
      ...call,
      tool: nameAmong(offered, call.tool) ?? call.tool,
    };
  }
}

/** An agent that is ready to be started as a child. */
export interface PreparedChild {
  readonly wish: Readonly<Record<string, unknown>>;
  readonly model: ModelServer;
  readonly home: string;
  readonly script: Script;
  /** The file that it is to change. */
  readonly haiku: string;
}

/** Where an agent is prepared: a folder for its home, the workspace and a folder in it, and the Node that starts it. */
export interface ChildPlace {
  readonly folder: string;
  readonly workspace: string;
  readonly where: string;
  readonly node: string;
}

/** Gives an agent a home of its own, a scripted model behind it, and a haiku in a folder of the workspace. */
export async function prepared(
  { agent, launch }: ChildAgent,
  modules: string,
  { folder, workspace: root, where, node }: ChildPlace,
): Promise<PreparedChild> {
  const home = join(folder, `home-${agent.name}`);
  const workspace = join(root, where);
  for (const made of [home, workspace]) mkdirSync(made, { recursive: true });
  writeFileSync(join(workspace, HAIKU), `${LINE}\n`);
  const script: { current?: Script } = {};
  const model = await startModel(agent.protocol, {
    answer: asked => script.current?.answer(asked) ?? { type: 'words', text: '' },
  });
  const place: Place = { home, workspace, model: model.origin };
  script.current = new Script(agent.edits(place));
  for (const [file, text] of Object.entries(agent.files?.(place) ?? {})) {
    const path = join(home, file.replace('~/', ''));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const [program = '', ...args] = launch(modules);
  const command = program === 'node' ? node : program;
  const wish = { command, args, protocol: 'acp', cwd: where, env: environmentOf(agent, place, node) };
  return { wish, model, home, script: script.current, haiku: join(workspace, HAIKU) };
}

/** Two agents and a program of JSON lines as three who share out work, each in a folder of its name. @param lines the program */
export function realThree(
  agents: readonly (readonly [string, PreparedChild])[],
  { workspace, node, lines }: { readonly workspace: string; readonly node: string; readonly lines: string },
): readonly Member[] {
  const folder = 'pages';
  mkdirSync(join(workspace, folder), { recursive: true });
  writeFileSync(join(workspace, folder, 'page-0.txt'), 'A page.\n');
  const poets = agents.map(([id, { wish }]) => ({
    id,
    wish: { ...wish, areas: [id] },
    piece: { task: `a line for ${id}`, payload: { prompt: 'Add a line to the haiku.' } },
    answer: ANSWER,
    files: [[`${id}/${HAIKU}`]],
  }));
  const worker = { command: node, args: [lines], cwd: folder, areas: [folder], budget: { tool_calls: 3 } };
  return [
    ...poets,
    {
      id: folder,
      wish: worker,
      piece: { task: 'a page', payload: { write: [['page-1.txt', 'A page.\n']] } },
      answer: 'worker is done',
      files: [[`${folder}/page-1.txt`]],
    },
  ];
}

/** Makes a repository of what is there. */
export function beginRepository(workspace: string): void {
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
  const git = (...args: readonly string[]) => execFileSync('git', [...identity, ...args], { cwd: workspace });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
}

function environmentOf(agent: Agent, place: Place, node: string): Readonly<Record<string, string>> {
  const { model, home } = place;
  return {
    HOME: home,
    PATH: [dirname(node), process.env['PATH'] ?? ''].join(delimiter),
    // Nothing gets out: what is not on loopback goes to the scripted model, which knows no CONNECT.
    ...{ HTTPS_PROXY: model, HTTP_PROXY: model, https_proxy: model, http_proxy: model },
    ...{ NO_PROXY: '127.0.0.1,localhost', no_proxy: '127.0.0.1,localhost' },
    ...agent.env(place),
  };
}
