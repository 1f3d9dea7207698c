import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CancelTaskRequestSchema,
  GetTaskPayloadRequestSchema,
  GetTaskRequestSchema,
  ListTasksRequestSchema,
  type ServerNotification,
} from '@modelcontextprotocol/sdk/types.js';
import type { View } from '../core/gateway/addresses/addressBook';
import { RELATED_TASK } from '../core/gateway/tools/callTask';
import type { CallTasks } from '../core/gateway/calls/callTasks';
import { ProtocolError } from '../core/gateway/upstream/protocolError';
import type { Caller } from '../core/gateway/sessions/sessions';
import type { CallerClient, ProtocolObject } from '../core/gateway/upstream/upstream';
import type { Clock } from '../core/support/clock';
import type { Disposable } from '../core/support/disposable';
import { isRecord } from '../core/support/json';
import type { Log } from '../core/support/log';
import { inProtocol } from './protocolAnswer';
import { optionsOf, type RequestExtra } from './requestExtra';
import { answered, asRefusal } from '../core/toolbox/answers';

/** What of tasks we do, as `initialize` tells it (MCP 2025-11-25, tasks). */
export const TASKS_CAPABILITY = { list: {}, cancel: {}, requests: { tools: { call: {} } } };

interface ServeTasksParts {
  readonly server: Server;
  readonly tasks: CallTasks;
  readonly view: () => View;
  readonly callerOf: (extra: RequestExtra) => Caller;
  /** Who is asked for a person in the place of the client. */
  readonly person: CallerClient['person'];
  readonly log: Log;
  readonly clock: Clock;
}

/** Serves the tasks that clients of one connection made, and tells of their states. */
export function serveTasks({
  server,
  tasks,
  view,
  callerOf,
  person,
  log,
  clock,
}: ServeTasksParts): Disposable {
  server.setRequestHandler(GetTaskRequestSchema, ({ params: { taskId } }, extra) => ({
    ...tasks.get(callerOf(extra), taskId),
  }));
  server.setRequestHandler(ListTasksRequestSchema, ({ params }, extra) => ({
    ...tasks.list(callerOf(extra), params?.cursor),
  }));
  server.setRequestHandler(CancelTaskRequestSchema, ({ params: { taskId } }, extra) => ({
    ...tasks.cancel(callerOf(extra), taskId),
  }));
  server.setRequestHandler(GetTaskPayloadRequestSchema, async ({ params: { taskId } }, extra) => {
    const caller = callerOf(extra);
    const options = optionsOf(server, extra, caller.session, person);
    const result = await answered(
      { name: 'tasks/result', log, clock, signal: extra.signal },
      async () => await tasks.result(caller, taskId, options),
    );
    return withRelatedTask(result, taskId);
  });
  return tasks.onNotice(({ task, isFor }) => {
    if (!server.getClientVersion() || !isFor(view())) return;
    const notification = {
      method: 'notifications/tasks/status',
      params: task,
    } as unknown as ServerNotification; // As `shown` has it.
    server.notification(notification).catch(() => log.debug('A client could not be told of a task'));
  });
}

/** The answer to a call that began as a task. Until there is a task, what goes wrong is an error of the protocol. */
export async function taskAnswer(
  name: string,
  log: Log,
  begin: () => Promise<ProtocolObject>,
  signal: AbortSignal,
) {
  try {
    return { task: await begin() };
  } catch (error) {
    throw error instanceof ProtocolError ? error : inProtocol(asRefusal({ name, log, signal }, error));
  }
}

function withRelatedTask(result: ProtocolObject, taskId: string) {
  const meta = isRecord(result['_meta']) ? result['_meta'] : {};
  return { ...result, _meta: { ...meta, [RELATED_TASK]: { taskId } } };
}
