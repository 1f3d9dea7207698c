import type { TaskNotice } from '../../src/core/gateway/calls/callTasks';
import type { Caller } from '../../src/core/gateway/sessions/sessions';
import type { CallOptions, ToolResult } from '../../src/core/gateway/upstream/upstream';
import { toolNamed } from './fakeServers';
import { anna, gatewayWorld } from './gatewayWorld';
import { noSignal } from './testCore';

/** A call that the server works on until the test lets it end. */
interface Work {
  readonly options: CallOptions;
  end(result: ToolResult): void;
  fail(error: Error): void;
}

/** A server whose `read` runs as a task if it is wished to, whose `write` never does. */
export async function taskWorld(options: Parameters<typeof gatewayWorld>[0] = {}) {
  const made = await gatewayWorld(options);
  const { gateway, servers, toolbox } = made;
  const works: Work[] = [];
  const files = servers.servers.get('files')!;
  files.tools = [{ ...toolNamed('read'), execution: { taskSupport: 'required' } }, 'write'];
  files.answer = async (_tool, _input, given) => {
    const { promise, resolve, reject } = Promise.withResolvers<ToolResult>();
    works.push({ options: given, end: resolve, fail: reject });
    given.signal.addEventListener('abort', () => reject(given.signal.reason), { once: true });
    given.task?.onState({ pollMs: 300, message: 'Reading' });
    return await promise;
  };
  await made.activate(anna, 'files');
  const notices: TaskNotice[] = [];
  gateway.tasks.onNotice(notice => void notices.push(notice));
  const begin = async (caller: Caller = anna, ttlMs?: number, more: Partial<CallOptions> = {}) =>
    await toolbox.begin(caller, 'files__read', {}, ttlMs, { signal: noSignal(), ...more });
  const idOf = async (caller?: Caller, ttlMs?: number) => String((await begin(caller, ttlMs))['taskId']);
  const statusOf = (id: string, caller: Caller = anna) => gateway.tasks.get(caller, id)['status'];
  const resultOf = async (id: string, caller: Caller = anna, more: Partial<CallOptions> = {}) =>
    await gateway.tasks.result(caller, id, { signal: noSignal(), ...more });
  return { ...made, works, notices, tasks: gateway.tasks, begin, idOf, statusOf, resultOf };
}
