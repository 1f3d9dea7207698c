import { pathToFileURL } from 'node:url';
import { basename } from 'node:path';
import { Client, type ClientOptions } from '@modelcontextprotocol/sdk/client/index.js';
import {
  ElicitationCompleteNotificationSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  TaskStatusNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { APP_MIME_TYPE, APPS_EXTENSION } from '../../core/gateway/tools/appTools';
import type { Root } from '../../core/gateway/upstream/clientRoots';
import type { ClientRequestMethod, UpstreamHooks } from '../../core/gateway/upstream/upstream';
import type { CallsInFlight } from './callsInFlight';

/**
 * What we can do for servers. Each client can do less or more; what the one whose call it is cannot do is refused when it
 * is asked.
 */
const CAPABILITIES: NonNullable<ClientOptions['capabilities']> = {
  sampling: { context: {}, tools: {} },
  elicitation: { form: {}, url: {} },
  roots: { listChanged: true },
  // A server's connection is shared: what its clients do not show is taken out of their lists.
  extensions: { [APPS_EXTENSION]: { mimeTypes: [APP_MIME_TYPE] } },
};

/** A client for one server. */
export interface ClientFeatures {
  readonly version: string;
  /** The folder that servers may take for the project's; undefined where there is none. */
  readonly workspaceFolder: string | undefined;
  readonly hooks: UpstreamHooks;
  readonly calls: CallsInFlight;
}

/** Makes the client that we are to a server: it answers what the server asks, and hands on what it tells. */
export function clientFor({ version, workspaceFolder, hooks, calls }: ClientFeatures): Client {
  const client = new Client({ name: 'switchyard', version }, { capabilities: CAPABILITIES });
  for (const method of ['sampling/createMessage', 'elicitation/create'] as const) {
    client.setRequestHandler(passedRequest(method), async ({ params = {} }, { signal }) => ({
      ...(await calls.ask(method, params, signal)),
    }));
  }
  client.setRequestHandler(ListRootsRequestSchema, async () => {
    const told = (await hooks.roots?.()) ?? workspaceRoots(workspaceFolder);
    return { roots: told.map(root => ({ ...root })) };
  });
  hearNotices(client, hooks);
  client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params }) =>
    calls.elicitationCompleted(params),
  );
  client.setNotificationHandler(TaskStatusNotificationSchema, ({ params }) => calls.taskChanged(params));
  return client;
}

function workspaceRoots(folder: string | undefined): readonly Root[] {
  return folder === undefined ? [] : [{ uri: pathToFileURL(folder).href, name: basename(folder) }];
}

function hearNotices(client: Client, hooks: UpstreamHooks): void {
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => hooks.onToolsChanged());
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () =>
    hooks.onNotice({ type: 'listChanged', list: 'resources' }),
  );
  client.setNotificationHandler(PromptListChangedNotificationSchema, () =>
    hooks.onNotice({ type: 'listChanged', list: 'prompts' }),
  );
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) =>
    hooks.onNotice({ type: 'resourceUpdated', uri: params.uri }),
  );
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params: { level, logger, data } }) =>
    hooks.onNotice({ type: 'log', level, data, ...(logger === undefined ? {} : { logger }) }),
  );
}

/** A request with whatever parameters it has: they are the other side's business. */
function passedRequest(method: ClientRequestMethod) {
  return z.object({ method: z.literal(method), params: z.looseObject({}).optional() });
}
