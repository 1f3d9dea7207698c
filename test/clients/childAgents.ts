import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Agent, Place } from './agent';
import { claudeCode } from './agents/claudeCode';
import { codex } from './agents/codex';
import { geminiCli } from './agents/geminiCli';
import { opencode } from './agents/opencode';
import { HAIKU, LINE, LINES } from './expected';
import { leftoversOf, processesOf } from './leftovers';
import { startModel } from './modelServer';
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

/** The agents that are tried as children. */
export const CHILD_AGENTS: readonly ChildAgent[] = [
  { agent: opencode, npm: opencode.npm, launch: modules => [...opencode.launch(modules), 'acp'] },
  adapter(codex, '@agentclientprotocol/codex-acp', 'dist/index.js'),
  adapter(claudeCode, '@agentclientprotocol/claude-agent-acp', 'dist/index.js'),
  { agent: geminiCli, npm: geminiCli.npm, launch: modules => [...geminiCli.launch(modules), '--acp'] },
];

/** What came of one of them. */
export interface ChildTrial {
  /** What `child_create` said, shortened. */
  readonly created: string;
  /** What the scripted model got from our endpoint. */
  readonly called: string | undefined;
  readonly answer: string;
  /** The files that the record says it changed. */
  readonly files: readonly string[];
  readonly isChanged: boolean;
  /** What the person was asked. */
  readonly asked: readonly string[];
  /** Processes that outlived it. */
  readonly left: readonly string[];
}

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
    if (call === undefined) return { type: 'words', text: 'The haiku has a fourth line.' };
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

/** Where agents are tried: a repository, and the built program with a client whose person agrees to everything. */
interface Stage {
  readonly folder: string;
  readonly workspace: string;
  readonly asked: string[];
  call(
    name: string,
    input?: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly text: string; readonly structured: Readonly<Record<string, unknown>> }>;
  close(): Promise<void>;
}

interface Machine {
  readonly root: string;
  readonly node: string;
}

async function openStage({ root, node }: Machine, options: readonly string[]): Promise<Stage> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-children-')));
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const asked: string[] = [];
  const client = new Client(
    { name: 'children', version: '1' },
    { capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params.message);
    return { action: 'accept', content: {} };
  });
  const places = ['--workspace', workspace, '--state', join(folder, 'state')];
  const args = [join(root, 'dist/headless.js'), ...places, '--enable-supervisor', ...options];
  await client.connect(new StdioClientTransport({ command: node, args, stderr: 'inherit' }));
  return {
    folder,
    workspace,
    asked,
    async call(name, input = {}) {
      const params = { name, arguments: { ...input } };
      const { content, structuredContent } = await client.callTool(params, undefined, { timeout: 200_000 });
      const [text] = content as { text: string }[];
      const structured = (structuredContent ?? {}) as Readonly<Record<string, unknown>>;
      return { text: text?.text ?? '', structured };
    },
    close: () => client.close(),
  };
}

/** An agent with a home of its own and a scripted model behind it, in a folder of the workspace. */
async function prepared(
  { agent, launch }: ChildAgent,
  modules: string,
  stage: Stage,
  where: string,
  node: string,
) {
  const home = join(stage.folder, `home-${agent.name}`);
  const workspace = join(stage.workspace, where);
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

/** Starts an agent as a child of the built program, and gives it the haiku. @param keep takes what was said, for a look */
export async function tryChild(
  child: ChildAgent,
  { modules, ...machine }: Machine & { readonly modules: string },
  keep: (name: string, text: string) => void,
): Promise<ChildTrial> {
  const stage = await openStage(machine, []);
  const { wish, model, script, haiku } = await prepared(child, modules, stage, '.', machine.node);
  try {
    begin(stage.workspace);
    const created = await stage.call('child_create', { child_id: 'poet', ...wish });
    const payload = { prompt: 'Add a line to the haiku.' };
    const waiting = { expect: 'final', timeout_ms: 120_000 };
    const sent = await stage.call('child_send', { child_id: 'poet', payload, ...waiting });
    const collected = await stage.call('child_collect', { child_id: 'poet' });
    keep('created.json', created.text);
    keep('answer.json', sent.text);
    keep('stream.json', (await stage.call('child_stream', { child_id: 'poet', limit: 200 })).text);
    keep('requests.txt', model.requests.join('\n'));
    for (const [at, body] of model.bodies.entries()) keep(`body-${at + 1}.json`, body);
    await stage.close();
    return {
      created: created.text.slice(0, 300),
      called: script.called?.slice(0, 60),
      answer: sent.text.slice(0, 400),
      files: filesIn(collected.structured),
      isChanged: readFileSync(haiku, 'utf8').startsWith(LINES),
      asked: stage.asked,
      left: await leftoversOf(stage.folder),
    };
  } finally {
    await stage.close();
    model.close();
    rmSync(stage.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A program that writes a file for each message, and tells of more tool calls each time. */
const WORKER = `let n = 0; require('node:readline').createInterface({ input: process.stdin }).on('line', () => {
  require('node:fs').writeFileSync('page-' + (n += 1) + '.txt', 'A page.\\n');
  for (let i = 0; i < n; i += 1) console.log(JSON.stringify({ type: 'tool_call', tool: 'write', input: n * 10 + i }));
  console.log(JSON.stringify({ type: 'result', text: 'page ' + n }));
});`;

/**
 * Two real agents and a program of JSON lines work on one repository under the contract net; then one of the agents is killed, and the
 * program exceeds its budget. @returns what was seen
 */
export async function tryTogether(
  children: readonly (readonly [ChildAgent, string])[],
  machine: Machine,
): Promise<Readonly<Record<string, unknown>>> {
  const stage = await openStage(machine, ['--enable-cnp', '--enable-bt']);
  const ready = await Promise.all(
    children.map(([child, modules]) => prepared(child, modules, stage, child.agent.name, machine.node)),
  );
  const names = [...children.map(([{ agent }]) => agent.name), 'pages'];
  try {
    mkdirSync(join(stage.workspace, 'pages'));
    writeFileSync(join(stage.workspace, 'pages/page-0.txt'), 'A page.\n');
    begin(stage.workspace);
    const worker = { command: machine.node, args: ['-e', WORKER], cwd: 'pages', budget: { tool_calls: 2 } };
    const wishes = [...ready.map(({ wish }) => wish), worker];
    for (const [at, child_id] of names.entries())
      await stage.call('child_create', { child_id, areas: [child_id], ...wishes[at] });
    const awards: unknown[] = [];
    for (const [at, task_id] of names.entries()) {
      const manual_bids = names.map((agent_id, i) => ({ agent_id, cost: i === at ? 1 : 5 }));
      const { structured } = await stage.call('cnp_announce', { task_id, manual_bids, areas: [task_id] });
      awards.push(structured['awarded_agent_id']);
      const payload = { prompt: 'Add a line to the haiku.' };
      const contract_net = { call_id: structured['call_id'] };
      await stage.call('child_send', { child_id: 'auto', payload, contract_net });
    }
    const joined = await stage.call('plan_join', { children: names, timeout_sec: 180 });
    const files: Record<string, readonly string[]> = {};
    for (const child_id of names)
      files[child_id] = filesIn((await stage.call('child_collect', { child_id })).structured);

    const [first] = names;
    const home = ready[0]?.home ?? '';
    for (const { pid } of processesOf(home)) process.kill(pid, 'SIGKILL');
    const restarted = await untilState(
      stage,
      first ?? '',
      ({ restarts, state }) => restarts === 1 && state === 'ready',
    );
    const payload = { prompt: 'Are you there?' };
    const waiting = { expect: 'final', timeout_ms: 120_000 };
    const again = await stage.call('child_send', { child_id: first, payload, ...waiting });
    await stage.call('child_send', { child_id: 'pages', payload: {} });
    const stopped = await untilState(stage, 'pages', ({ state }) => state === 'killed');
    const { structured } = await stage.call('cnp_list');
    await stage.close();
    return {
      awards,
      joined: joined.structured['success_count'],
      files,
      restarted,
      answeredAgain: again.text.includes('"stop_reason":"end_turn"'),
      stopped,
      calls: (structured['calls'] as { readonly status: string }[]).map(({ status }) => status),
      left: await leftoversOf(stage.folder),
    };
  } finally {
    await stage.close();
    for (const { model } of ready) model.close();
    rmSync(stage.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Seen {
  readonly state: string;
  readonly restarts: number;
  readonly reason: string | null;
}

async function untilState(stage: Stage, child_id: string, fits: (seen: Seen) => boolean): Promise<Seen> {
  for (;;) {
    const { structured } = await stage.call('child_status', { child_id });
    const [{ state, restarts, reason } = { state: '', restarts: 0, reason: null }] = structured[
      'children'
    ] as Seen[];
    if (fits({ state, restarts, reason }) || state === 'error') return { state, restarts, reason };
    await delay(100);
  }
}

function filesIn(collected: Readonly<Record<string, unknown>>): readonly string[] {
  const tasks = (collected['tasks'] ?? []) as { readonly files: readonly string[] }[];
  return tasks.flatMap(({ files }) => files);
}

/** Makes a repository of what is there. */
function begin(workspace: string): void {
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
