import { expect, test } from 'vitest';
import { ben, gatewayWorld, anna as chatOfAnna } from '../../../test/support/gatewayWorld';
import { plainWording } from '../../../test/support/pictureText';
import { textOfPlots } from '../../../test/support/plotsText';
import { agentWorld, anna } from '../../../test/support/workflowWorld';
import { MAX_BARS, MAX_BOXES, type Plots, plotsShape } from '../../shared/plots/plots';
import { plotsOf } from './plots';

const MINUTE = 60_000;
const utc = () => 0;
type World = Awaited<ReturnType<typeof agentWorld>>;

/** The plots of a task's page, in a window whose chats have nothing. */
async function plotsIn({ workflows, stigmergy, clock }: World, task: string): Promise<Plots> {
  const { gateway, registry } = await gatewayWorld();
  return plotsOf({ gateway, registry, workflows, stigmergy }, task, clock.now(), plainWording, utc);
}

test('draws when tasks were worked on, how they hang together, and where they left their trail', async () => {
  const world = await agentWorld();
  const { workflows, snapshots, clock, begin, start, complete } = world;
  const { id } = await begin([{ step: 'docs', goal: 'Update the docs' }], null, 'Sign in');
  const install = await start(id, { name: 'Install', areas: ['package.json'] });
  clock.advance(6 * MINUTE);
  snapshots.write('package.json').write('src/lib/util.ts');
  await complete(install.id);
  const routes = await start(id, { name: 'Routes', areas: ['auth'], dependsOn: [install.id] });
  clock.advance(9 * MINUTE);
  const tests = await start(id, { name: 'Tests', areas: ['test'], parent: routes.id });
  snapshots.write('test/a.test.ts').write('test/b.test.ts');
  clock.advance(5 * MINUTE);
  await complete(tests.id);
  const milestone = { message: 'Running tests', progress: 75, metadata: null };
  await workflows.logMilestone(routes.id, milestone, anna);
  clock.advance(10 * MINUTE);

  const plots = await plotsIn(world, routes.id);
  expect(textOfPlots(plots)).toMatchInlineSnapshot(`
    "# Workflow Timeline
    Timeline of tasks: 1 needs review, 1 running, 1 done, 1 not started
    eye Install, needs review: 12:00–12:06 (6 min)
    > loading Routes, running: 12:06–
      pass Tests, done: 12:15–12:20 (5 min)
    circle-outline Update the docs, not started: not begun
    # Task Graph
    Dependencies of 3 tasks: 1 needs review, 1 running, 1 done
    eye Install, needs review
    > loading Routes, running · after Install
    pass Tests, done · part of Routes
    Install ─► Routes
    Routes ┄► Tests
    ─► must be done before, ┄► has the subtask
    (1 more task is not shown.)
    # Trails by Area
                 12:00 12:05 12:10 12:15 12:20 12:25
    package.json 1     1     .     .     .     .
    src/lib      1     1     .     .     .     .
    test         .     .     .     2     .     .
    auth         .     .     .     .     1     ."
  `);
  expect(plots.trails?.rows[0]?.cells.map(({ label }) => label)).toMatchInlineSnapshot(`
    [
      "1 changed file",
      "1 changed file",
      "",
      "",
      "",
      "",
    ]
  `);
});

test('shows a pause between being done and being taken up again', async () => {
  const world = await agentWorld();
  const { workflows, clock, begin, start, complete } = world;
  const { id } = await begin();
  const task = await start(id, { name: 'Routes' });
  clock.advance(10 * MINUTE);
  await complete(task.id, { needsReview: true, reviewReason: 'Look.' });
  clock.advance(20 * MINUTE);
  await workflows.review(task.id, 'changes_requested', ['Rename it.']);
  await start(id, { resume: task.id });
  clock.advance(5 * MINUTE);
  const { gantt, graph, trails } = await plotsIn(world, task.id);
  expect(textOfPlots(gantt ? { gantt } : {}).split('\n')[2]).toBe(
    '> loading Routes, running: 12:00–12:10, 12:30–',
  );
  expect([graph, trails]).toEqual([undefined, undefined]);
});

test('leaves out what has nothing to show', async () => {
  const world = await agentWorld();
  const { id } = await world.begin([{ step: 'docs', goal: 'Update the docs' }]);
  const [planned] = world.workflows.tasks(id);
  expect(await plotsIn(world, planned?.id ?? '')).toEqual({});
});

test('shows the budget of the chat that works on the task: what all chats of the window have together, as elsewhere', async () => {
  const { workflows, stigmergy, begin, start } = await agentWorld();
  const world = await gatewayWorld();
  await world.activate(chatOfAnna, 'files');
  const { id } = await begin();
  const task = await start(id, {}, chatOfAnna);
  await world.activate(ben, 'web');
  const { gateway, registry } = world;
  const drawn = { gateway, registry, workflows, stigmergy };
  const { budget } = plotsOf(drawn, task.id, 0, plainWording, utc);
  expect(textOfPlots(budget ? { budget } : {})).toMatchInlineSnapshot(`
    "# Token Budget
    Tools: 4 / 48
    Tokens: ~144 / 16k"
  `);
});

test('draws of many tasks those near the own one, says how many it leaves out, and shows no hidden text', async () => {
  const world = await agentWorld();
  const { snapshots, clock, begin, start, complete } = world;
  const { id } = await begin();
  const name = `right\u202Eleft\u0007${'x'.repeat(10_000)}`;
  let before: string | undefined;
  for (let i = 0; i < 150; i += 1) {
    const task = await start(id, {
      name,
      areas: [`area ${i}`],
      dependsOn: before === undefined ? [] : [before],
    });
    snapshots.write(`area ${i}/file.ts`);
    clock.advance(MINUTE);
    await complete(task.id);
    before = task.id;
  }
  const own = world.workflows.tasks(id)[100]?.id ?? '';
  const plots = await plotsIn(world, own);
  expect(plots.gantt?.leftOut).toBe('110 more tasks are not shown.');
  expect(plots.graph?.leftOut).toBe('126 more tasks are not shown.');
  expect(plots.trails?.leftOut).toBe('Less active areas not shown: 138.');
  expect([plots.gantt?.rows.length, plots.graph?.nodes.length]).toEqual([MAX_BARS, MAX_BOXES]);
  for (const drawn of [plots.gantt?.rows, plots.graph?.nodes]) {
    expect(drawn?.find(({ isOwn }) => isOwn)?.id).toBe(own);
  }
  const text = JSON.stringify(plots);
  expect(text).not.toMatch(/\u202E|x{100}/);
  expect(text.length).toBeLessThan(60_000);
});

test('every plot is data that the webview takes, and nothing else is', async () => {
  const world = await agentWorld();
  const { id } = await world.begin();
  const first = await world.start(id, { areas: ['auth'] });
  const second = await world.start(id, { parent: first.id });
  await world.start(id, { dependsOn: [second.id], parent: first.id });
  const milestone = { message: 'Half', progress: 50, metadata: null };
  await world.workflows.logMilestone(first.id, milestone, anna);
  const plots = await plotsIn(world, first.id);
  expect(Object.keys(plots)).toEqual(['gantt', 'graph', 'trails']);
  const sent: unknown = JSON.parse(JSON.stringify(plots));
  expect(plotsShape(sent)).toBe(true);
  expect(plotsShape({})).toBe(true);
  expect(plotsShape({ gantt: { title: 'x' } })).toBe(false);
  expect(
    plotsShape({
      trails: { title: '', label: '', leftOut: '', rowsAre: '', rows: [], columns: [{ from: 0, to: NaN }] },
    }),
  ).toBe(false);
});

test('marks of agents stand in the area that their node is called like, and nowhere else', async () => {
  const world = await agentWorld();
  const { stigmergy, snapshots, clock, begin, start, complete } = world;
  const { id } = await begin();
  const install = await start(id, { name: 'Install', areas: ['docs/**'] });
  clock.advance(6 * MINUTE);
  snapshots.write('src/lib/util.ts').write('bin/run');
  await complete(install.id);
  const others = Array.from({ length: 99 }, (_, i) => `other-${i}`);
  const routes = await start(id, { name: 'Routes', areas: ['auth', ...others] });
  const mark = (node: string, type: string) =>
    stigmergy.mark({ deposits: [{ node, type, intensity: 3 }], isBulk: false });
  await mark('auth', 'hot');
  await mark('auth', 'tested');
  await mark('src/auth/login.ts', 'hot');
  clock.advance(5 * MINUTE);
  await mark('./docs/guide.md', 'seen');
  await mark('docs/**', 'seen');
  await mark('src/lib/deep/other.ts', 'seen');
  await mark('bin/run', 'seen');
  await mark('elsewhere', 'seen');
  clock.advance(MINUTE);

  const { trails } = await plotsIn(world, routes.id);
  expect(textOfPlots(trails ? { trails } : {})).toMatchInlineSnapshot(`
    "# Trails by Area
            12:00 12:02 12:04 12:06 12:08 12:10
    bin     1     1     1     .     .     1
    src/lib 1     1     1     .     .     1
    auth    .     .     .     3     .     .
    docs/** .     .     .     .     .     2"
  `);
  expect(trails?.rows.map(({ cells }) => cells.find(({ count }) => count === 3)?.label)).toContain(
    '3 agent marks',
  );
});

test('the graph has the task of its page, also where that hangs together with no other', async () => {
  const world = await agentWorld();
  const { begin, start } = world;
  const { id } = await begin();
  const first = await start(id, { name: 'First' });
  await start(id, { name: 'Second', dependsOn: [first.id] });
  const alone = await start(id, { name: 'Alone' });
  const { graph } = await plotsIn(world, alone.id);
  expect(graph?.nodes.map(({ name, isOwn }) => [name, isOwn])).toEqual([
    ['First', false],
    ['Second', false],
    ['Alone', true],
  ]);
});
