import { COMMANDS } from '../../src/vscode/commands/allCommands';
import { registerCommands } from '../../src/vscode/commands/registerCommands';
import type { CommandContext } from '../../src/vscode/commands/defineCommand';
import type { Runtime } from '../../src/vscode/host/runtime';
import { OwnRegistryDoor } from '../../src/vscode/host/ownRegistryDoor';
import { comingRounds } from '../../src/vscode/host/runtimeRounds';
import { HiddenNews } from '../../src/vscode/news/hiddenNews';
import { SecretCredentials } from '../../src/vscode/secrets/secretCredentials';
import { ServerSwitches } from '../../src/vscode/settings/serverSwitches';
import { TeamChoice } from '../../src/vscode/settings/teamChoice';
import { SessionNames } from '../../src/vscode/words/sessionNames';
import { ReviewWalk } from '../../src/core/workflow/report/reviewWalk';
import type { Toolset, ToolsetReading, ToolsetStore } from '../../src/core/toolsets/toolset';
import type { StateItem } from '../../src/vscode/sharedState/stateItem';
import { RestoreQuestion } from '../../src/vscode/workflow/restoreQuestion';
import { entryOf, secret } from './catalogWorld';
import { FakeAgents } from './fakeAgents';
import { editor } from './fakeEditor';
import { anna, gatewayWorld } from './gatewayWorld';
import { KeptLog } from './keptLog';
import { noSignal } from './testCore';
import { NOTHING_SAID, outcome } from './workflowWorld';

/** A store of the editor, or the system's secret store. */
class Memory {
  readonly values = new Map<string, unknown>();
  readonly onDidChange = () => ({ dispose: () => undefined });
  get = (key: string): unknown => this.values.get(key);
  update = async (key: string, value: unknown) => void this.values.set(key, value);
  store = this.update;
  delete = async (key: string) => void this.values.delete(key);
  keys = async () => [...this.values.keys()];
}

/** A workspace's toolsets, in memory. */
class KeptToolsets implements ToolsetStore {
  readonly label = '.switchyard/toolsets.json';
  reading: ToolsetReading = { toolsets: [], problem: undefined };
  read = async () => this.reading;
  save = async (toolset: Toolset) => {
    const others = this.reading.toolsets.filter(({ name }) => name !== toolset.name);
    this.reading = { toolsets: [...others, toolset], problem: undefined };
  };
}

/** The real core and the real commands at an editor that the test plays; `run` is the palette, or a row that gives an argument. */
export async function commandWorld() {
  editor.reset();
  const log = new KeptLog();
  const [state, news, secrets] = [new Memory(), new Memory(), new Memory()];
  const credentials = await SecretCredentials.open(secrets as never, log);
  const switches = new ServerSwitches({ workspaceState: state, globalState: news } as never);
  const keyed = entryOf('keyed', { needs: [secret('API_KEY')] });
  const entries = ['files', 'web', 'mail', 'maps'].map(name => entryOf(name));
  const toolsets = new KeptToolsets();
  const agents = new FakeAgents();
  const coming = comingRounds(log);
  const core = await gatewayWorld({
    sources: [coming.servers],
    entries: [...entries, keyed],
    ports: { credentials, switches, toolsets, agents },
  });
  const sessionNames = new SessionNames(state as never);
  const rounds = coming.open(core);
  const ownRegistry = new OwnRegistryDoor({
    secrets: secrets as never,
    log,
    entries: () => core.catalog.entries(),
  });
  const team = new TeamChoice({ workspaceState: state, secrets } as never);
  const runtime = {
    core,
    credentials,
    switches,
    sessionNames,
    rounds,
    ownRegistry,
    team,
  } as unknown as Runtime;
  /** What the panels, which need a window, were told. */
  const panels: string[] = [];
  const shared: { item?: StateItem } = {};
  const pages = {
    task: {
      open: async ({ id }: { id: string }) => {
        panels.push(`task ${id}`);
        return { reveal: (event: string) => panels.push(`event ${event}`) };
      },
    },
    reviewStack: { open: async () => panels.push('review stack') },
    replay: { open: async ({ name }: { name: string }) => panels.push(`replay ${name}`) },
    plan: { open: async ({ name }: { name: string }) => panels.push(`plan ${name}`) },
    server: { open: async (id: string) => panels.push(`server ${id}`) },
    sharedState: {
      open: async () => panels.push('shared state'),
      find: () => ({ itemOf: () => shared.item }),
    },
  };
  const context = {
    host: {
      runtime: async () => runtime,
      current: runtime,
      hasFailed: false,
      endpoint: { address: async () => ({ url: 'http://127.0.0.1:7/mcp', token: 'TOKEN' }) },
    },
    output: { show: () => panels.push('output') },
    log,
    secrets,
    reviewWalk: new ReviewWalk(),
    hiddenNews: new HiddenNews(news as never),
    explorer: {
      tell: async (view: string, { type }: { type: string }) => panels.push(`${view} ${type}`),
      reveal: async ({ id }: { id: string }) => panels.push(`workflows reveal ${id}`),
      refresh: () => panels.push('refresh'),
      resolve: (argument: unknown) => argument,
    },
    pages,
    restoreQuestion: new RestoreQuestion(),
  } as unknown as CommandContext;
  registerCommands(
    COMMANDS.map(({ id }) => id),
    context,
  );
  const start = async (name = 'JWT') => {
    if (!core.workflows.all().some(({ status }) => status === 'in_progress')) {
      const begun = { name: 'Auth', description: null, plan: [], idempotencyKey: null };
      await core.workflows.startWorkflow(begun, anna);
    }
    const { task } = await core.workflows.startTask(
      {
        workflow: null,
        parent: null,
        name,
        goal: 'Verify tokens',
        areas: [],
        dependsOn: [],
        plannedStep: null,
        resume: null,
        caller: null,
      },
      anna,
      noSignal(),
    );
    return task;
  };
  return {
    ...core,
    core,
    rounds,
    agents,
    sessionNames,
    secrets,
    credentials,
    switches,
    team,
    news: context.hiddenNews,
    log,
    panels,
    shared,
    start,
    complete: (task: string, needsReview = false) =>
      core.workflows.completeTask(
        {
          task,
          status: 'success',
          outcome: outcome({ needsReview, reviewReason: needsReview ? 'Look.' : null }),
          claims: NOTHING_SAID,
        },
        anna,
        noSignal(),
      ),
    run: async (command: string, argument?: unknown, ...answers: typeof editor.answers) => {
      editor.answers.push(...answers);
      await editor.registered.get(`switchyard.${command}`)?.(argument);
    },
    texts: () => editor.said.map(({ text }) => text),
  };
}
