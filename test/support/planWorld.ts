import type { CatalogEntry } from '../../src/core/catalog/entry/entry';
import type { CallPrompt } from '../../src/core/gateway/calls/callApproval';
import type { ToolDefinition } from '../../src/core/registry/tool';
import { entryOf } from './catalogWorld';
import { toolCaller } from './callTool';
import type { FakePrograms } from './fakePrograms';
import type { FakeServer } from './fakeServers';
import type { MemoryLog } from './memoryEventStore';
import { chat, noSignal, settle, type TestCore, testCore } from './testCore';
import '../../src/modules/plans/module';

/** A server of the plan world whose calls end when the test says so. */
export interface SlowTools {
  /** Names of calls that wait, in the order they came. */
  readonly waiting: string[];
  /** Ends the oldest waiting call of a tool. */
  end(tool: string, outcome?: 'done' | 'error'): Promise<void>;
}

const tool = (name: string, annotations: ToolDefinition['annotations'] = {}): ToolDefinition => ({
  name,
  inputSchema: { type: 'object', properties: {} },
  annotations,
});

/** A core in which the chat `anna` has a server `files` with tools that answer at once, fail, and wait. */
export async function planWorld(
  options: {
    readonly log?: MemoryLog;
    readonly programs?: FakePrograms;
    readonly entries?: readonly CatalogEntry[];
    readonly askPlan?: CallPrompt['askPlan'];
  } = {},
) {
  const { entries = [entryOf('files')] } = options;
  const core = await testCore({
    entries,
    ...(options.askPlan === undefined ? {} : { askPlan: options.askPlan }),
    ...(options.log === undefined ? {} : { log: options.log }),
    ...(options.programs === undefined ? {} : { ports: { livePrograms: options.programs } }),
  });
  const open: { readonly tool: string; readonly resolve: (result: 'done' | 'error') => void }[] = [];
  const cancelled: string[] = [];
  const server: FakeServer = {
    tools: [
      tool('read', { readOnlyHint: true }),
      tool('write'),
      tool('fail'),
      tool('slow'),
      tool('slow_read', { readOnlyHint: true }),
    ],
    answer: async (name, input, { signal }) => {
      if (name === 'fail')
        return { isError: true, content: [{ type: 'text', text: 'No such file: SECRET' }] };
      if (name.startsWith('slow')) {
        signal.addEventListener('abort', () => cancelled.push(name));
        const outcome = await new Promise<'done' | 'error'>(resolve => open.push({ tool: name, resolve }));
        return { isError: outcome === 'error', content: [{ type: 'text', text: outcome }] };
      }
      return { content: [{ type: 'text', text: JSON.stringify({ tool: name, input }) }] };
    },
  };
  core.servers.add('files', server);
  await core.gateway.activate(chat('anna'), 'files', 'agent', noSignal());
  await core.gateway.activate(chat('anna'), 'plans', 'agent', noSignal());
  const slow: SlowTools = {
    get waiting() {
      return open.map(({ tool: name }) => name);
    },
    async end(name, outcome = 'done') {
      const [found] = open.splice(
        open.findIndex(({ tool: waiting }) => waiting === name),
        1,
      );
      found?.resolve(outcome);
      await rest();
    },
  };
  return { core, call: toolCaller(core), slow, cancelled, calls: core.servers.calls };
}

export type PlanWorld = Awaited<ReturnType<typeof planWorld>>;

/** Lets everything run that waits for nothing but its turn. */
export async function rest(): Promise<void> {
  for (let i = 0; i < 20; i += 1) await settle();
}

/** Runs time on until a promise is there. */
export async function soon<T>(core: TestCore, promise: Promise<T>, stepMs = 10): Promise<T> {
  let isOver = false;
  const over = promise.finally(() => (isOver = true));
  over.catch(() => undefined);
  for (let i = 0; i < 2_000 && !isOver; i += 1) {
    await settle();
    if (!isOver) core.clock.advance(stepMs);
  }
  return await over;
}

/** A leaf. */
export const leaf = (name: string, more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'task' as const,
  tool: name,
  ...more,
});
