import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, test } from 'vitest';
import { ground, type Ground } from './attackWorld';
import type { Stage } from './attackStage';
import { STAGES } from './attackTable';
import { GIT } from './attacksByChange';
import { ENTRIES } from './attacksByEntry';
import { PACKAGES } from './attacksByProgram';
import { type Agent, overHttp } from './clients';

/** Plays a stage once, for all the tests that look at it. */
const played = new Map<Stage, Promise<ReadonlySet<string>>>();

const markOf = (at: number): string => `attack${at}`;

async function outcome(stage: Stage): Promise<ReadonlySet<string>> {
  const result = played.get(stage) ?? play(stage);
  played.set(stage, result);
  return await result;
}

/** Starts as the user does, lets agents use everything that there is, and says whose canaries are gone. */
async function play(stage: Stage): Promise<ReadonlySet<string>> {
  const of = await ground();
  stage.own?.(of);
  const marks = stage.attacks.map((_, at) => markOf(at));
  for (const [at, attack] of stage.attacks.entries()) attack.bring(of, markOf(at));
  const env = { ...of.env, ...stage.env?.(of) };
  const program = await overHttp(of, stage.flags(of), env);
  const newAgent = async (): Promise<Agent> => (await program.agent()).agent;
  await readEverything(await newAgent(), of);
  const names = [...new Set(stage.attacks.flatMap(each => each.names ?? []))];
  // A session may switch on five servers a minute.
  while (names.length > 0) await switchOn(await newAgent(), of, names.splice(0, 5));
  await stage.meanwhile?.(newAgent, of, marks);
  program.started.child.kill('SIGTERM');
  await program.started.exit;
  of.hear(program.started.stderr());
  return of.fired();
}

async function hear(of: Ground, doing: Promise<unknown>): Promise<void> {
  of.hear(await doing.then(JSON.stringify, String));
}

/** What an agent reads that is curious, and a record of a task. */
async function readEverything(agent: Agent, of: Ground): Promise<void> {
  await hear(of, agent.toolNames());
  await hear(of, agent.call('mcp_environment', { detail: 'full' }));
  await hear(of, agent.call('mcp_discover', { intent: 'remember things, read files' }));
  await hear(of, agent.client.listPrompts());
  const { structured: workflow } = await agent.call('start_workflow', { name: 'Work' });
  const { structured: task } = await agent.call('start_task', {
    workflow_id: workflow['workflow_id'],
    name: 'A task',
    goal: 'Something',
  });
  of.write('hello.txt', 'Changed.\n');
  const ended = { status: 'success', outcome: { summary: 'Done.' } };
  await hear(of, agent.call('complete_task', { task_id: task['task_id'], ...ended }));
  const { resources } = await agent.client.listResources();
  for (const { uri } of resources) await hear(of, agent.client.readResource({ uri }));
}

/** What an agent does that believes whatever it reads. */
async function switchOn(agent: Agent, of: Ground, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await hear(of, agent.call('mcp_activate', { name }));
    await hear(of, agent.call('mcp_call_tool', { server: name, tool: 'ping', arguments: {} }));
  }
  await hear(of, agent.toolNames());
}

const trusted: Stage = {
  ...ENTRIES,
  user: 'trusts the files of the workspace as well',
  flags: of => [...ENTRIES.flags(of), '--trust-workspace'],
};

const rowsOf = (stage: Stage) =>
  stage.attacks.map(({ does, isOther }, at) => ({ does, isOther, mark: markOf(at) }));
/** Rows that were looked at, and those of them that came through. */
const seen: boolean[] = [];

async function isFired(stage: Stage, mark: string): Promise<boolean> {
  const fired = (await outcome(stage)).has(mark);
  seen.push(fired);
  return fired;
}

describe.each(STAGES)('a user who $user', stage => {
  test.each(rowsOf(stage))('is safe when $does', async ({ mark }) => {
    expect(await isFired(stage, mark)).toBe(false);
  });
  test('gives no key away and is told none', async () => {
    expect([...(await outcome(stage))].filter(mark => mark.startsWith('keys'))).toEqual([]);
  });
});

describe('a user who trusts the files of the workspace as well', () => {
  test('lets these servers run, so the canaries are alive', async () => {
    const alive = await outcome(trusted);
    const dead = rowsOf(trusted).filter(({ isOther, mark }) => !isOther && !alive.has(mark));
    expect(dead).toEqual([]);
  });
  test.each(rowsOf(trusted).filter(({ isOther }) => isOther))(
    'is still safe when $does',
    async ({ mark }) => {
      expect(await isFired(trusted, mark)).toBe(false);
    },
  );
  test('gives away no key that is stored for others', async () => {
    expect((await outcome(trusted)).has('keys-stored')).toBe(false);
  });
});

test('what lies there for git and package runners works where nobody keeps them apart', async () => {
  for (const [stage, command, count] of [
    [PACKAGES, 'npx -y @modelcontextprotocol/server-memory', 1],
    [
      GIT,
      'git status; git diff; git -c core.fsmonitor= -c filter.long.process= -c filter.long.clean=cat add --all; git add --renormalize new.long; git diff --cached; git commit -m x',
      4,
    ],
  ] as const) {
    const of = await ground();
    stage.own?.(of);
    for (const [at, attack] of stage.attacks.entries()) attack.bring(of, markOf(at));
    of.write('hello.txt', 'Changed.\n');
    spawnSync('sh', ['-c', command], {
      cwd: of.workspace,
      env: { ...process.env, ...of.env },
      stdio: 'ignore',
    });
    expect([...of.fired()].length).toBeGreaterThanOrEqual(count);
  }
});

afterAll(() => {
  console.log(`${seen.length} attacks, ${seen.filter(fired => fired).length} fired`);
});
