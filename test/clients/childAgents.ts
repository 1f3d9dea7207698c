import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Agent, Place } from './agent';
import { claudeCode } from './agents/claudeCode';
import { codex } from './agents/codex';
import { geminiCli } from './agents/geminiCli';
import { opencode } from './agents/opencode';
import { HAIKU, LINE, LINES } from './expected';
import { leftoversOf } from './leftovers';
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

/** Starts an agent as a child of the built program, and gives it the haiku. @param keep takes what was said, for a look */
export async function tryChild(
  { agent, launch }: ChildAgent,
  { modules, root, node }: { readonly modules: string; readonly root: string; readonly node: string },
  keep: (name: string, text: string) => void,
): Promise<ChildTrial> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-children-')));
  const [home, workspace] = [join(folder, 'home'), join(folder, 'workspace')];
  for (const made of [home, workspace]) mkdirSync(made);
  const script: { current?: Script } = {};
  const model = await startModel(agent.protocol, {
    answer: asked => script.current?.answer(asked) ?? { type: 'words', text: '' },
  });
  const place: Place = { home, workspace, model: model.origin };
  script.current = new Script(agent.edits(place));
  makeRepository(workspace);
  for (const [file, text] of Object.entries(agent.files?.(place) ?? {})) {
    const path = join(home, file.replace('~/', ''));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const asked: string[] = [];
  const client = new Client(
    { name: 'children', version: '1' },
    { capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params.message);
    return { action: 'accept', content: {} };
  });
  await client.connect(
    new StdioClientTransport({
      command: node,
      args: [
        join(root, 'dist/headless.js'),
        '--workspace',
        workspace,
        '--state',
        join(folder, 'state'),
        '--enable-supervisor',
      ],
      stderr: 'inherit',
    }),
  );
  const call = async (name: string, input: Readonly<Record<string, unknown>>) => {
    const { content, structuredContent } = await client.callTool({ name, arguments: input }, undefined, {
      timeout: 200_000,
    });
    const [text] = content as { text: string }[];
    return {
      text: text?.text ?? '',
      structured: (structuredContent ?? {}) as Readonly<Record<string, unknown>>,
    };
  };
  try {
    const [program = '', ...args] = launch(modules);
    const created = await call('child_create', {
      child_id: 'poet',
      command: program === 'node' ? node : program,
      args,
      protocol: 'acp',
      env: environmentOf(agent, place, node),
    });
    const payload = { prompt: 'Add a line to the haiku.' };
    const sent = await call('child_send', {
      child_id: 'poet',
      payload,
      expect: 'final',
      timeout_ms: 120_000,
    });
    const collected = await call('child_collect', { child_id: 'poet' });
    keep('created.json', created.text);
    keep('answer.json', sent.text);
    keep('stream.json', (await call('child_stream', { child_id: 'poet', limit: 200 })).text);
    keep('requests.txt', model.requests.join('\n'));
    for (const [at, body] of model.bodies.entries()) keep(`body-${at + 1}.json`, body);
    const tasks = (collected.structured['tasks'] ?? []) as { readonly files: readonly string[] }[];
    await client.close();
    return {
      created: created.text.slice(0, 300),
      called: script.current.called?.slice(0, 60),
      answer: sent.text.slice(0, 400),
      files: tasks.flatMap(({ files }) => files),
      isChanged: readFileSync(join(workspace, HAIKU), 'utf8').startsWith(LINES),
      asked,
      left: await leftoversOf(folder),
    };
  } finally {
    await client.close();
    model.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
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

function makeRepository(workspace: string): void {
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
  const git = (...args: readonly string[]) => execFileSync('git', [...identity, ...args], { cwd: workspace });
  writeFileSync(join(workspace, HAIKU), `${LINE}\n`);
  chmodSync(join(workspace, HAIKU), 0o644);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
}
