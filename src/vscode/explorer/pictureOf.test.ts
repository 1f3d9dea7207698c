import { expect, test } from 'vitest';
import { entryOf } from '../../../test/support/catalogWorld';
import { anna, ben, gatewayWorld } from '../../../test/support/gatewayWorld';
import { frenchWording, plainWording, textOfPicture } from '../../../test/support/pictureText';
import { noSignal } from '../../../test/support/testCore';
import { agentWorld } from '../../../test/support/workflowWorld';
import { tellingOf } from '../../shared/explorer/messages';
import { MAX_TEXT } from '../../shared/explorer/shapes';
import type { View } from '../../shared/explorer/picture';
import { failureTexts } from '../status/failureTexts';
import { withMore } from './paging';
import { type PicturedCore, pictureOf, type Surroundings, summaryOf } from './pictureOf';

const AROUND: Surroundings = {
  rounds: [],
  hasFolder: true,
  git: 'repository',
  recentDays: 7,
  shown: new Map(),
  uriOf: path => `file:///work/${path}`,
};

test('shows a workflow with its tasks, subtasks and changed files, and what waits for a review', async () => {
  const { workflows, snapshots, clock, begin, start, complete } = await agentWorld();
  const core = await coreWith({ workflows, clock });
  const { id } = await begin([{ step: 'docs', goal: 'Write them' }], null, 'Sign in');
  const parent = await start(id, { name: 'Routes', areas: ['auth'] });
  const child = await start(id, { name: 'Callback', parent: parent.id, areas: ['auth'] });
  snapshots.write('auth/callback.ts').write('lib/util.ts');
  clock.advance(6 * 60_000);
  await complete(child.id, { needsReview: true, reviewReason: 'Look at the cookie.' });
  const caller = { session: anna.session };
  await workflows.logMilestone(parent.id, { message: 'Running tests', progress: 75, metadata: null }, caller);

  expect(textOfPicture(pictureOf(core, 'workflows', '', AROUND, plainWording))).toMatchInlineSnapshot(`
    "v layers Sign in | 1 of 3 (1 to review) [addTask]
        circle-outline Write them · not started [startInChat]
      v loading Routes · Running tests 75%
        v eye Callback · 6 min (Review) [openTaskChanges, markReviewed]
            file-code callback.ts · auth A [openFile]
            file-code util.ts · lib · outside auth <warning> A [openFile]"
  `);
  expect(summaryOf(core, 'workflows', plainWording)).toBe('1 running · 1 to review');
});

test('offers no review of a task whose files were put back', async () => {
  const { workflows, snapshots, clock, begin, start, complete } = await agentWorld();
  const core = await coreWith({ workflows, clock });
  const task = await start((await begin([], null, 'Undone')).id, { name: 'Routes', areas: ['auth'] });
  snapshots.write('auth/a.ts');
  await complete(task.id);
  const kind = () =>
    pictureOf(core, 'workflows', '', AROUND, plainWording).rows.find(row => row.label === 'Routes')?.kind;
  expect(kind()).toBe('task done reviewable');
  const plan = await workflows.planRestore(task.id, null, noSignal());
  await workflows.applyRestore(plan.id, new Map(), noSignal());
  expect(kind()).toBe('task done');
});

test('offers a person to end what is open, and says of an abandoned task that its program ended', async () => {
  const one = await agentWorld({ window: 'one' });
  const { id } = await one.begin([{ step: '1', goal: 'Later' }], null, 'Sign in');
  const lost = await one.start(id, { name: 'Lost' });
  const { log, clock, snapshots, programs } = one;
  const two = await agentWorld({ window: 'two', log, clock, snapshots, programs: programs.as('two') });
  programs.kill('one');
  await two.workflows.sweep();
  await two.start(id, { name: 'Running' });
  const core = await coreWith({ workflows: two.workflows, clock });
  const drawn = () => pictureOf(core, 'workflows', '', AROUND, plainWording).rows;
  const kinds = () => drawn().map(({ label, kind }) => [label, kind]);
  expect(kinds()).toEqual([
    ['Sign in', 'workflow endable'],
    ['Later', 'task endable startable planned'],
    ['Lost', 'task endable startable abandoned'],
    ['Running', 'task endable'],
  ]);
  expect(drawn()[2]).toMatchObject({ icon: 'debug-disconnect', tone: 'warn', detail: 'its program ended' });
  await two.workflows.endTask(lost.id, { status: 'failed', summary: 'Lost' }, noSignal());
  await two.workflows.endWorkflow(id, { status: 'cancelled', summary: 'Enough' }, noSignal());
  expect(kinds()).toEqual([
    ['Sign in', 'workflow'],
    ['Later', 'task'],
    ['Lost', 'task done reviewable'],
    ['Running', 'task done reviewable'],
  ]);
});

test('shows the whole work where a path is as long as systems allow, in any alphabet', async () => {
  const { workflows, snapshots, clock, begin, start, complete } = await agentWorld();
  const core = await coreWith({ workflows, clock });
  const { id } = await begin([], null, 'Deep');
  const task = await start(id, { name: 'Deep', areas: ['auth'] });
  snapshots.write(`${'文'.repeat(80)}/`.repeat(16) + 'a.ts');
  await complete(task.id);
  const uriOf = (path: string): string => new URL(`file:///work/${path}`).href;
  const picture = pictureOf(core, 'workflows', '', { ...AROUND, uriOf }, plainWording);
  expect(tellingOf({ type: 'picture', picture })).toBeDefined();
  expect(picture.rows.at(-1)?.label).toBe('a.ts');
});

test('groups servers by how ready they are, with what they cost, lack or are for', async () => {
  const world = await gatewayWorld({
    entries: [
      entryOf('files'),
      entryOf('web', { category: 'web' }),
      entryOf('sentry', {
        needs: [{ key: 'SENTRY_TOKEN', isSecret: true, isRequired: true }],
        launch: secretLaunch(),
      }),
      entryOf('off', { disabledBy: 'user' }),
    ],
  });
  await world.activate(anna, 'files');
  const picture = pictureOf(world, 'catalog', '', AROUND, plainWording);
  const external = { ...picture, rows: picture.rows.filter(({ mark }) => mark?.icon !== 'lock') };
  expect(textOfPicture(external)).toMatchInlineSnapshot(`
    "v pass-filled Active | 1
        plug files · The files server | 2 · ~72 [deactivateServer]
    v plug Yours | 1
        circle-outline web · The web server [turnOnServer]
    v key Needs Setup | 1
        key sentry · needs SENTRY_TOKEN [enterCredentials]
    > circle-slash Disabled | 1
        circle-slash off · The off server [enableServer]
    > layers Switchyard · built-in modules, 3 on | 16
        circle-outline workflow-history · Ends workflows and previews the restore of a task's files [turnOnServer]
        circle-outline knowledge · Facts as triples that agents share across chats [turnOnServer]
        circle-outline assist · Suggests plans from the knowledge graph [turnOnServer]
        circle-outline consensus · Decides from the votes of several agents, by majority, quorum or weight [turnOnServer]
        circle-outline resources · Workflows, runs, boards, and logs of Switchyard as resources, and events of agents [turnOnServer]
        circle-outline operations · Lists and cancels running calls in this session [turnOnServer]
        circle-outline blackboard · Shares values between agents by key, with versions, tags, expiry, and watching [turnOnServer]
        circle-outline stigmergy · Lets agents leave trails that add up and fade, and shows where they are strongest [turnOnServer]
        circle-outline graph · Shares graphs of tasks and dependencies, with versions, transactions, locks, and patches [turnOnServer]
        circle-outline values · Weighs plans against what matters in this workspace, and explains what goes against it [turnOnServer]
        circle-outline contract-net · Offers tasks to agents, takes their bids, and awards each task to one of them [turnOnServer]
        circle-outline children · Starts other agents as children, talks to them, limits them, and records what they change [turnOnServer]
        circle-outline plans · Runs behavior trees whose leaves call any tool: one call for many, recorded and resumed [turnOnServer]"
  `);
  expect(picture.rows.find(({ mark }) => mark?.icon === 'lock')?.actions).toBeUndefined();
});

test('says of every chat what it has, since when, by whom, and what that costs', async () => {
  const world = await gatewayWorld();
  await world.activate(anna, 'files');
  world.gateway.enter(ben);
  const session = world.gateway.session(ben.session);
  if (session) await world.gateway.activateFor(session, 'web', noSignal());
  const text = textOfPicture(pictureOf(world, 'sessions', '', AROUND, plainWording));
  expect(text).toMatchInlineSnapshot(`
    "v comment-discussion Chat anna · 1 server · 2 tools · ~72 tokens [deactivateAll]
        plug files · turned on by the agent · 12:00 · 2 tools · ~72 [chooseTools, deactivateServer]
        lock orchestrator, workflow, introspection · core
    > comment-discussion Chat ben · 1 server · 2 tools · ~72 tokens [deactivateAll]
        plug web · turned on by you · 12:00 · 2 tools · ~72 [chooseTools, deactivateServer]
        lock orchestrator, workflow, introspection · core
    Tools: 4 / 48
    Tokens: ~144 / 16k"
  `);
});

test('speaks the language of the window, in whole phrases', async () => {
  const world = await gatewayWorld();
  await world.activate(anna, 'files');
  const text = textOfPicture(pictureOf(world, 'sessions', '', AROUND, frenchWording));
  expect(text.replaceAll(/[\u00A0\u202F]/g, '_')).toMatchInlineSnapshot(`
    "v comment-discussion Chat anna · 1 serveur · 2 outils · ~72 jetons [deactivateAll]
        plug files · activé par l'agent · 12:00 · 2 outils · ~72 [chooseTools, deactivateServer]
        lock orchestrator, workflow, introspection · principal
    Outils: 2 / 48
    Jetons: ~72 / 16_k"
  `);
  expect(summaryOf(world, 'sessions', frenchWording)).toBe('1 session');
});

test('says what to do where there is nothing yet', async () => {
  const world = await gatewayWorld();
  const say = (view: View, around: Partial<Surroundings> = {}) =>
    textOfPicture(pictureOf(world, view, '', { ...AROUND, ...around }, plainWording)).split('\n');
  const first =
    '! No workflows yet. Ask your agent to start one, plan one yourself, or see how. [plan one yourself, see how, Open Chat]';
  expect(say('workflows')).toEqual([first]);
  expect(say('workflows', { hasFolder: false })).toEqual([
    '! Open a folder to track changes. [Open Folder]',
    first,
  ]);
  expect(say('workflows', { git: 'no-repository' })[1]).toBe(
    '! No Git repository: file snapshots are stored by VS Code. []',
  );
  expect(say('workflows', { git: 'no-git' })[1]).toBe('! Git was not found. Snapshots use checksums. []');
  expect(say('workflows', { problem: 'The journal is in memory.' })[0]).toBe(
    '! The journal is in memory. [Reload Window, Show Output]',
  );
  expect(say('workflows', { problem: 'The database is away.', disk: 'mine' })[0]).toBe(
    '! The database is away. [Show Output]',
  );
  // It is told where the records are, and nowhere else.
  expect(say('catalog', { problem: 'The journal is in memory.' }).join('\n')).not.toContain('journal');
  expect(say('sessions')).toEqual([
    '! No chat has used Switchyard since this window was loaded. [Open Chat]',
  ]);
  const empty = pictureOf(await gatewayWorld({ entries: [] }), 'catalog', '', AROUND, plainWording);
  expect(textOfPicture(empty).split('\n')[0]).toBe(
    '! No servers in the catalog. Import from VS Code or other tools. [Import…]',
  );
});

test('ended workflows stand under Earlier after some days, closed', async () => {
  const { workflows, clock, begin, start, complete } = await agentWorld();
  const core = await coreWith({ workflows, clock });
  const old = await begin([{ step: '1', goal: 'Only' }], null, 'Old');
  const task = await start(old.id, { plannedStep: '1', name: 'Only' });
  await complete(task.id);
  clock.advance(8 * 86_400_000);
  await begin([], null, 'New');
  const show = (recentDays: number) =>
    textOfPicture(pictureOf(core, 'workflows', '', { ...AROUND, recentDays }, plainWording));
  expect(show(7)).toMatchInlineSnapshot(`
    "  layers New | 0 of 0 [addTask]
    > history Earlier · 1
      > layers Old · 0 sec | 1 of 1
          pass Only · 0 sec [openTaskChanges]"
  `);
  expect(show(30)).not.toContain('Earlier');
});

test('shows 200 children, and 200 more each time somebody asks', async () => {
  const { workflows, snapshots, clock, begin, start, complete } = await agentWorld();
  const core = await coreWith({ workflows, clock });
  const { id } = await begin();
  const task = await start(id);
  for (let i = 0; i < 450; i += 1) snapshots.write(`src/${1_000 + i}.ts`);
  await complete(task.id);
  const look = (shown: Surroundings['shown']) => {
    const { rows } = pictureOf(core, 'workflows', '', { ...AROUND, shown }, plainWording);
    return { files: rows.filter(({ kind }) => kind.startsWith('file')).length, last: rows.at(-1) };
  };
  const first = look(new Map());
  expect(first.files).toBe(200);
  expect(first.last).toMatchObject({ label: 'Show 200 more…', detail: '200 of 450', enter: 'showMore' });
  const shown = withMore(new Map(), first.last?.id ?? '');
  expect(look(shown)).toMatchObject({ files: 400, last: { label: 'Show 50 more…' } });
  expect(look(withMore(shown, look(shown).last?.id ?? '')).files).toBe(450);
  expect(withMore(shown, 'task:1')).toBe(shown);
});

test('thousands of tasks are a picture of bounded size, all closed, of which the rest is drawn for who asks', async () => {
  const { workflows, snapshots, clock, begin, start, complete } = await agentWorld();
  const core = await coreWith({ workflows, clock });
  for (let w = 0; w < 60; w += 1) {
    const { id } = await begin([], null, `Workflow ${w}`);
    for (let n = 0; n < 20; n += 1) {
      const task = await start(id, { areas: [`src/${w}`] });
      for (let file = 0; file < 3; file += 1) snapshots.write(`src/${w}/${n}-${file}.ts`);
      await complete(task.id, { needsReview: n === 0 });
    }
  }
  const look = (shown: Surroundings['shown']) =>
    pictureOf(core, 'workflows', '', { ...AROUND, shown }, plainWording).rows;
  const rows = look(new Map());
  expect(rows.filter(({ isOpen }) => isOpen === true)).toEqual([]);
  expect(rows.length).toBeLessThan(4_300);
  const last = rows.at(-1);
  expect(last).toMatchObject({ label: 'Show 20 more…', detail: '0 of 20', level: 2 });
  expect(
    look(withMore(new Map(), last?.id ?? '')).filter(({ kind }) => kind.startsWith('task')),
  ).toHaveLength(rows.filter(({ kind }) => kind.startsWith('task')).length + 20);
});

test('decisions and issues can be copied, and an issue that waits for a person reviewed', async () => {
  const { workflows, clock, begin, start, complete } = await agentWorld();
  const core = await coreWith({ workflows, clock });
  const { id } = await begin();
  const task = await start(id);
  const caller = { session: anna.session };
  await workflows.logDecision(
    task.id,
    {
      category: 'library_choice',
      question: 'Which?',
      options: [],
      chosen: 'Zod',
      reasoning: '',
      tradeOffs: null,
    },
    caller,
  );
  await workflows.logIssue(
    task.id,
    {
      issueType: 'documentation_gap',
      description: 'Docs out of date',
      resolution: 'Examples',
      needsReview: true,
    },
    caller,
  );
  await complete(task.id);
  const { rows } = pictureOf(core, 'workflows', '', AROUND, plainWording);
  const [decision, issue] = [rows[2], rows[3]];
  expect([decision?.label, decision?.kind, typeof decision?.target.event]).toEqual([
    'Zod',
    'decision',
    'string',
  ]);
  expect([issue?.label, issue?.kind, issue?.actions?.[0]?.command]).toEqual([
    'Docs out of date',
    'issue review',
    'markReviewed',
  ]);
});

test('shows what an agent wrote as short text in which nothing is hidden', async () => {
  const { workflows, clock, begin, start } = await agentWorld();
  const core = await coreWith({ workflows, clock });
  const { id } = await begin([], null, '<img src=x onerror=alert(1)>[a](command:evil)');
  await start(id, { name: `right\u202Eleft\u0007\n${'x'.repeat(1_000_000)}` });
  const picture = pictureOf(core, 'workflows', '', AROUND, plainWording);
  expect(picture.rows[0]?.label).toBe('<img src=x onerror=alert(1)>[a](command:evil)');
  expect(picture.rows[1]?.label).toMatch(/^right\\u\{202e\}left\\u\{7\} x+…$/);
  expect(picture.rows[1]?.label.length).toBeLessThan(200);
  expect(JSON.stringify(picture)).not.toMatch(/\u202E|x{500}/);
  for (const row of picture.rows) expect(row.tooltip?.length ?? 0).toBeLessThan(MAX_TEXT);
});

test('says why an active server failed in its rows and in the status bar, until it runs again', async () => {
  const world = await gatewayWorld();
  await world.activate(anna, 'files');
  world.servers.crash('files', 'It exited with code 3. Last output: db locked');
  const rows = (['catalog', 'sessions'] as const).flatMap(
    view => pictureOf(world, view, '', AROUND, plainWording).rows,
  );
  const failed = rows.filter(({ label }) => label === 'files');
  expect(failed[0]?.tooltip).toContain('version 1.0.0 · files');
  expect(failed).toHaveLength(2);
  for (const row of failed) {
    expect(row).toMatchObject({
      icon: 'error',
      tone: 'bad',
      state: 'failed',
      detail: 'It exited with code 3. Last output: db locked',
      tooltip: expect.stringContaining('It exited with code 3. Last output: db locked'),
    });
    expect(row.actions?.map(({ command }) => command)).toContain('showOutput');
  }
  expect(failureTexts(world.gateway, plainWording)).toEqual([
    'files failed: It exited with code 3. Last output: db locked',
  ]);

  await world.call(anna, 'files__read');
  const sessions = textOfPicture(pictureOf(world, 'sessions', '', AROUND, plainWording));
  expect(sessions).toContain('plug files');
  expect(failureTexts(world.gateway, plainWording)).toEqual([]);
});

test('every picture is a message that the webview takes', async () => {
  const world = await gatewayWorld();
  await world.activate(anna, 'files');
  for (const view of ['workflows', 'catalog', 'sessions'] as const) {
    const picture = pictureOf(world, view, '', AROUND, plainWording);
    const sent: unknown = JSON.parse(JSON.stringify({ type: 'picture', picture }));
    expect(tellingOf(sent)).toEqual(sent);
  }
});

async function coreWith(parts: Pick<PicturedCore, 'workflows' | 'clock'>): Promise<PicturedCore> {
  const { gateway, registry, catalog, plans, children, 'contract-net': net } = await gatewayWorld();
  return { gateway, registry, catalog, plans, children, 'contract-net': net, ...parts };
}

function secretLaunch() {
  return {
    type: 'stdio' as const,
    command: 'npx',
    args: ['sentry'],
    env: { SENTRY_TOKEN: '${env:SENTRY_TOKEN}' },
  };
}

test('says of a task what came of it where the mouse rests on it, a line for each', async () => {
  const { workflows, snapshots, clock, begin, start, complete } = await agentWorld();
  const core = await coreWith({ workflows, clock });
  const { id } = await begin();
  const task = await start(id, { name: 'Routes', goal: 'Move them', areas: ['auth'] });
  snapshots.write('auth/a.ts').write('lib/b.ts');
  await complete(task.id, { needsReview: true, reviewReason: 'Confirm the cookie.' });
  const rows = pictureOf(core, 'workflows', '', AROUND, plainWording).rows;
  expect(rows.find(({ label }) => label === 'Routes')?.tooltip?.split('\n')).toEqual([
    'Routes: needs review',
    'Move them',
    'Done.',
    '2 files changed · 1 outside',
    expect.stringMatching(/^0 sec/),
    'Confirm the cookie.',
    expect.stringContaining('outside'),
  ]);
});
