import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { overStdio } from './clients';
import { world, type World } from './world';

/** An agent that is given only texts, as many clients do it: what it knows, it has read there. */
async function reader(of: World, options: readonly string[] = []) {
  const { agent } = await overStdio(of, options);
  return {
    close: () => agent.client.close(),
    descriptions: async () => (await agent.client.listTools()).tools.map(tool => tool.description ?? ''),
    async read(name: string, input: Readonly<Record<string, unknown>> = {}): Promise<string> {
      const { text, isError } = await agent.call(name, input);
      if (isError) throw new Error(`${name}: ${text}`);
      return text;
    },
  };
}

type Reader = Awaited<ReturnType<typeof reader>>;

/** A repository with an agent that reads texts. */
async function place(options: readonly string[] = []) {
  const of = world({});
  const folder = join(of.folder, 'workspace');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const commit = (message: string) => {
    git('add', '--all');
    git('commit', '--quiet', '--message', message);
  };
  git('init', '--quiet', '--initial-branch=main');
  commit('Begin');
  return { of, folder, git, write, commit, first: await reader(of, options) };
}

/** What a text gives after these words, in quotes or not. */
function after(text: string, words: string): string {
  const at = text.indexOf(words);
  const found = at === -1 ? undefined : /^\s*"?([\w-]{8,})/.exec(text.slice(at + words.length))?.[1];
  if (found === undefined) throw new Error(`No id after "${words}" in: ${text}`);
  return found;
}

/** The least that a model says at the end. */
const ended = (task: string, more: object = {}) => ({
  task_id: task,
  status: 'success',
  outcome: { summary: 'Done.', ...more },
});

async function begun({ read }: Reader, more: object = {}): Promise<{ workflow: string; task: string }> {
  const workflow = after(await read('start_workflow', { name: 'Work' }), 'Workflow');
  const text = await read('start_task', {
    workflow_id: workflow,
    name: 'A task',
    goal: 'Something',
    ...more,
  });
  return { workflow, task: after(text, 'task_id') };
}

test('leads an agent that reads only texts through a plan, over a new chat and a restore, to the end', async () => {
  const { of, folder, git, write, commit, first } = await place(['--allow-restore']);
  expect((await first.descriptions()).every(text => text.length > 20)).toBe(true);
  const plan = [
    { step: '1', goal: 'Verify tokens' },
    { step: '2', goal: 'Wire the login route' },
    { step: '3', goal: 'Write it up' },
  ];
  const started = await first.read('start_workflow', { name: 'Log in with JWT', plan });
  for (const { goal } of plan) expect(started).toContain(goal);
  const workflow = after(started, 'Workflow');
  const begunText = await first.read('start_task', { resume_task_id: after(started, 'resume_task_id') });
  const one = after(begunText, 'complete_task with task_id');

  git('switch', '--quiet', '--create', 'jwt');
  write('src/auth.ts', 'export {};\n');
  write('hello.txt', 'Changed by the task.\n');
  commit('Add auth');
  git('switch', '--quiet', 'main');
  git('merge', '--quiet', '--no-ff', '--message', 'Merge jwt', 'jwt');
  const outcome = {
    summary: 'Tokens are verified.',
    limitations: ['No refresh tokens'],
    manual_review_needed: true,
    manual_review_reason: 'Is it safe?',
    next_steps: ['Wire the route'],
  };
  const completed = await first.read('complete_task', { task_id: one, status: 'success', outcome });
  expect(completed).toContain('2 files changed');
  for (const words of ['modified hello.txt', 'added src/auth.ts', '"Add auth"', 'Is it safe?']) {
    expect(completed).toContain(words);
  }
  expect(completed).toMatch(/tell the user and wait for the review/i);
  await first.close();

  const second = await reader(of, ['--allow-restore']);
  const context = await second.read('get_context');
  for (const words of [
    workflow,
    'Log in with JWT',
    'Tokens are verified.',
    'No refresh tokens',
    'Wire the route',
    'Is it safe?',
    'src/auth.ts',
    'Wire the login route',
    '1 for a person to review',
  ]) {
    expect(context).toContain(words);
  }
  await second.read('mcp_activate', { name: 'workflow-history' });
  const restored = await second.read('restore_task', { task_id: one, apply: true, paths: ['hello.txt'] });
  expect(restored).toContain('hello.txt');
  expect(readFileSync(join(folder, 'hello.txt'), 'utf8')).toBe('Hello from a real file.\n');
  expect(existsSync(join(folder, 'src/auth.ts')), 'what was not named stays').toBe(true);

  for (const [step, from] of [
    ['2', context],
    ['3', ''],
  ] as const) {
    const text = from === '' ? await second.read('get_context') : from;
    const resumed = await second.read('start_task', { resume_task_id: after(text, 'resume_task_id') });
    write(`step${step}.ts`, step);
    const task = after(resumed, 'complete_task with task_id');
    expect(await second.read('complete_task', ended(task))).toContain(`added step${step}.ts`);
  }
  const last = await second.read('get_context');
  expect(last).toContain('3 tasks: 0 open, 0 planned, 3 ended');
  expect(last).not.toContain('resume_task_id');
});

test('names in the text what changed, committed or not, and counts truly', async () => {
  const { git, write, commit, first } = await place();
  const { task } = await begun(first);
  write('committed.txt', 'new\n');
  git('mv', 'hello.txt', 'moved.txt');
  commit('One commit');
  for (let i = 0; i < 2_998; i++) write(`many/f${i}.txt`, String(i));
  const text = await first.read('complete_task', ended(task));
  expect(text).toContain('3000 files changed.');
  expect(text).toContain('added committed.txt');
  expect(text).toMatch(/, and 2990 more in sc:\/\/workflows\/\S+\?format=json\./);
  expect(text).toMatch(/Commits: [0-9a-f]{7} "One commit"/);
  expect(text.length).toBeLessThan(4_000);
});

test('shows the running task first to a new chat, whatever has ended before', async () => {
  const { of, write, first } = await place();
  const { workflow, task } = await begun(first, { areas: ['src/auth'], goal: 'Verify tokens' });
  for (let i = 0; i < 25; i++) {
    const input = { workflow_id: workflow, parent_task_id: task, name: `Part ${i}`, goal: 'x' };
    const part = after(await first.read('start_task', input), 'complete_task with task_id');
    write(`part${i}.txt`, 'x');
    await first.read('complete_task', ended(part));
  }
  await first.close();
  const second = await reader(of);
  const text = await second.read('get_context');
  expect(text).toContain('26 tasks: 1 open, 0 planned, 25 ended.');
  const [firstTask] = text.match(/^- task .*$/m) ?? [];
  expect(firstTask).toContain(task);
  expect(firstTask).toContain('Verify tokens');
  expect(firstTask).toContain('src/auth');
  expect(text.indexOf('Part 24')).toBeLessThan(text.indexOf('Part 8'));
  expect(after(text, 'resume_task_id')).toBe(task);
  expect(text.length).toBeLessThanOrEqual(8_000);
  const rest = await second.read('get_context', { cursor: /cursor "([^"]+)"/.exec(text)?.[1] });
  expect(rest).toContain('Part 0');
  const none = await second.read('get_context', { status: 'cancelled' });
  expect(none).toContain('Nothing matches status "cancelled"');
  expect(none).not.toContain('start_workflow');
});

test('takes a package that was installed for inside, and says by name what is outside', async () => {
  const { write, commit, first } = await place();
  write('package.json', '{"name":"x","scripts":{"test":"vitest"}}\n');
  write('package-lock.json', '{}\n');
  commit('A package');
  const { task, workflow } = await begun(first, { areas: ['auth', 'middleware'] });
  write('package.json', '{"name":"x","scripts":{"test":"vitest"},"dependencies":{"jsonwebtoken":"^9"}}\n');
  write('package-lock.json', '{"packages":{}}\n');
  write('src/middleware/auth.ts', 'x');
  const metadata = { packages_added: ['jsonwebtoken'] };
  const text = await first.read('complete_task', { ...ended(task), metadata });
  expect(text).toContain('(success). 3 files changed.');
  expect(text).toContain('added in package.json');

  const other = after(
    await first.read('start_task', { workflow_id: workflow, name: 'B', goal: 'x', areas: ['Auth'] }),
    'complete_task with task_id',
  );
  write('src/auth/x.ts', 'x');
  const outside = await first.read('complete_task', ended(other));
  expect(outside).toContain('Outside the declared areas: src/auth/x.ts.');
  expect(outside).toContain('did you mean "auth"?');
  expect(outside).toMatch(/tell the user and wait for the review/);
});
