import '../../src/modules/children/module';
import type { Child } from '../../src/modules/children/model/childTypes';
import { toolCaller } from './callTool';
import { FakeAgents } from './fakeAgents';
import { settle, testCore } from './testCore';

/** A child that costs nothing but itself: its work is not recorded. */
export const SCRIPT = { command: 'worker', args: ['--fast'], record: false };

/** A core whose child programs the test plays. */
export async function childWorld(options: Parameters<typeof testCore>[0] = {}) {
  const agents = new FakeAgents();
  const core = await testCore({ ...options, ports: { agents } });
  return { agents, core, call: toolCaller(core) };
}

/** What `child_status` says of one child. */
export async function stateOf(call: ReturnType<typeof toolCaller>, child_id: Child['spec']['id']) {
  const { result } = await call('child_status', { child_id });
  return (result['children'] as Readonly<Record<string, unknown>>[])[0] ?? {};
}

/** Lets as many turns pass as a chain of promises needs. */
export async function turns() {
  for (let i = 0; i < 5; i += 1) await settle();
}
