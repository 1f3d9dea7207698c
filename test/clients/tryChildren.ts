import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import * as three from '../support/threeChildren';
import { ANSWER, beginRepository, type ChildAgent, prepared, realThree } from './childAgents';
import { LINES } from './expected';
import { killIn, leftoversOf } from './leftovers';

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

/** Starts an agent as a child of the built program, and gives it the haiku. @param keep takes what was said, for a look */
export async function tryChild(
  child: ChildAgent,
  { modules, ...machine }: Machine & { readonly modules: string },
  keep: (name: string, text: string) => void,
): Promise<ChildTrial> {
  const stage = await openStage(machine, []);
  const { wish, model, script, haiku } = await prepared(child, modules, {
    ...stage,
    where: '.',
    node: machine.node,
  });
  try {
    beginRepository(stage.workspace);
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

/**
 * Two real agents and a program of JSON lines work on one repository under the contract net; then one of the agents is killed, and the
 * program exceeds its budget. @returns what was seen, and whether all of it is as it must be
 */
export async function tryTogether(
  children: readonly (readonly [ChildAgent, string])[],
  machine: Machine,
): Promise<Readonly<Record<string, unknown>> & { readonly isGood: boolean }> {
  const stage = await openStage(machine, ['--enable-cnp', '--enable-bt']);
  const ready = await Promise.all(
    children.map(async ([child, modules]) => {
      const place = { ...stage, where: child.agent.name, node: machine.node };
      return [child.agent.name, await prepared(child, modules, place)] as const;
    }),
  );
  try {
    const lines = join(machine.root, 'test/support/lineWorker.mjs');
    const members = realThree(ready, { ...stage, node: machine.node, lines });
    beginRepository(stage.workspace);
    const asClient = playedTo(stage);
    await stage.call('child_batch_create', { entries: three.entriesOf(members) });
    const shared = await three.shareOut(asClient, members);
    const [[first, { home }] = ['', { home: '' }]] = ready;
    const returned = await three.crashAndReturn(asClient, first, async () => killIn(home));
    const stopped = await three.overspend(asClient, 'pages', three.TOO_MUCH);
    await stage.close();
    const seen = { shared, returned, stopped, left: await leftoversOf(stage.folder) };
    const wanted = {
      shared: three.expectedShare(members),
      returned: { answer: returned.answer, standing: three.RETURNED },
      stopped: three.overBudget(three.SCRIPTED_LIMIT),
      left: [],
    };
    return { ...seen, isGood: isDeepStrictEqual(seen, wanted) && returned.answer.includes(ANSWER) };
  } finally {
    await stage.close();
    for (const [, { model }] of ready) model.close();
    rmSync(stage.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The stage as the script of three children uses it. */
function playedTo({ call }: Stage): three.Stage {
  const played: three.Stage = {
    call: async (...calls) =>
      (await Promise.all(calls.map(([name, input]) => call(name, input)))).map(({ text }) => text),
    async untilSeen(child_id, what) {
      for (;;) {
        const { state, restarts } = await three.standingOf(played, child_id);
        if (what === 'restarted' ? restarts === 1 && state === 'ready' : state === 'killed') return;
        if (state === 'error') throw new Error(`${child_id} did not come back.`);
        await delay(100);
      }
    },
  };
  return played;
}

function filesIn(collected: Readonly<Record<string, unknown>>): readonly string[] {
  const tasks = (collected['tasks'] ?? []) as { readonly files: readonly string[] }[];
  return tasks.flatMap(({ files }) => files);
}
