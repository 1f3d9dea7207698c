import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  type LoggingLevel,
  ReadResourceRequestSchema,
  type Result,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { View } from '../core/gateway/addresses/addressBook';
import type { ClientNotice } from '../core/gateway/passthrough/clientNotices';
import type { Passthrough } from '../core/gateway/passthrough/passthrough';
import type { CallerClient, PassedList, ProtocolObject } from '../core/gateway/upstream/upstream';
import type { Disposable } from '../core/support/disposable';
import type { Log } from '../core/support/log';
import { sessionId } from '../shared/ids';
import { readTaskCard, TASK_CARD } from './apps/taskCard';
import type { OwnResources } from './ownResources';
import { pageOf } from './page';
import { completedArgument, isOwnPrompt, ownPrompt, ownPrompts } from './prompts/ownPrompts';
import { protocolAnswer } from './protocolAnswer';
import { optionsOf, type RequestExtra } from './requestExtra';

/** Items in one page of a list (chosen here). */
const PAGE_SIZE = 500;

interface PassThroughParts {
  readonly server: Server;
  readonly passthrough: Passthrough;
  readonly own: OwnResources;
  /** Who is connected; the name of its program is known from `initialize` on. */
  readonly view: () => View;
  /** Who is asked for a person in the place of the client. */
  readonly person: CallerClient['person'];
  readonly log: Log;
}

/** What is ours of a list, before what servers have and after it: some clients never ask for the next page. */
interface Ours {
  readonly first: readonly ProtocolObject[];
  readonly others?: readonly ProtocolObject[];
}

/** Serves all of the protocol but tools on one connection: what is ours first, then what its chats switched on. */
export function passThrough(parts: PassThroughParts): Disposable {
  serveResources(parts);
  servePrompts(parts);
  const { server, passthrough, view, person, log } = parts;
  server.setRequestHandler(CompleteRequestSchema, ({ params }, extra) =>
    protocolAnswer(async () =>
      params.ref.type === 'ref/prompt' && isOwnPrompt(params.ref.name)
        ? completedArgument(params.ref.name, params.argument)
        : await passthrough.complete(
            view(),
            { ...params },
            optionsOf(server, extra, sessionId(view().connection), person),
          ),
    ),
  );
  server.setRequestHandler(SetLevelRequestSchema, ({ params }) => {
    passthrough.notices.setLogLevel(view(), params.level);
    return {};
  });
  return passthrough.notices.onNotice(notice => {
    if (!server.getClientVersion()) return;
    told(server, notice, view()).catch(() => log.debug('A client could not be told', { what: notice.type }));
  });
}

function serveResources({ server, passthrough, own, view, person }: PassThroughParts): void {
  const listing =
    (list: PassedList, ours: () => Ours | Promise<Ours>) =>
    async ({ params }: { params?: { cursor?: string | undefined } | undefined }, { signal }: RequestExtra) =>
      await protocolAnswer(async () => {
        const { items, notes } = await passthrough.list(view(), list, signal);
        const { first, others = [] } = await ours();
        return page(list, [...first, ...items, ...others], params?.cursor, notes);
      });
  server.setRequestHandler(
    ListResourcesRequestSchema,
    listing('resources', () => own.list(view())),
  );
  server.setRequestHandler(
    ListResourceTemplatesRequestSchema,
    listing('resourceTemplates', () => ({ first: own.templates() })),
  );
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }, extra) =>
    protocolAnswer(async () =>
      uri === TASK_CARD
        ? { contents: [await readTaskCard()] }
        : own.has(uri)
          ? { contents: [await own.read(uri, view())] }
          : await passthrough.read(
              view(),
              uri,
              optionsOf(server, extra, sessionId(view().connection), person),
            ),
    ),
  );
  server.setRequestHandler(SubscribeRequestSchema, ({ params: { uri } }, extra) =>
    protocolAnswer(async () => {
      if (own.has(uri)) await own.subscribe(uri, view());
      else
        await passthrough.subscribe(
          view(),
          uri,
          optionsOf(server, extra, sessionId(view().connection), person),
        );
      return {};
    }),
  );
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params: { uri } }, extra) =>
    protocolAnswer(async () => {
      if (own.has(uri)) own.unsubscribe(uri);
      else
        await passthrough.unsubscribe(
          view(),
          uri,
          optionsOf(server, extra, sessionId(view().connection), person),
        );
      return {};
    }),
  );
}

function servePrompts({ server, passthrough, view, person }: PassThroughParts): void {
  server.setRequestHandler(ListPromptsRequestSchema, ({ params }, { signal }) =>
    protocolAnswer(async () => {
      const { items, notes } = await passthrough.list(view(), 'prompts', signal);
      return page('prompts', [...ownPrompts, ...items], params?.cursor, notes);
    }),
  );
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: given } }, extra) =>
    protocolAnswer(async () =>
      isOwnPrompt(name)
        ? await ownPrompt(name, given)
        : await passthrough.prompt(
            view(),
            name,
            given === undefined ? {} : { arguments: given },
            optionsOf(server, extra, sessionId(view().connection), person),
          ),
    ),
  );
}

/** Hands a notice on, where it concerns this client. */
async function told(server: Server, notice: ClientNotice, view: View): Promise<void> {
  if (notice.type === 'listChanged')
    return await (notice.list === 'resources'
      ? server.sendResourceListChanged()
      : server.sendPromptListChanged());
  if (!notice.isFor(view)) return;
  if (notice.type === 'resourceUpdated') return await server.sendResourceUpdated({ uri: notice.uri });
  const { level, logger, data } = notice;
  // What it wants to hear was looked at already; the level is the server's own word.
  await server.notification({
    method: 'notifications/message',
    params: { level: level as LoggingLevel, logger, data },
  });
}

/** One page of a list as the protocol has it. */
function page(
  field: string,
  all: readonly ProtocolObject[],
  cursor: string | undefined,
  notes: readonly string[],
): Result {
  const { items, ...next } = pageOf(all, cursor, PAGE_SIZE);
  return { [field]: items, ...next, ...(notes.length === 0 ? {} : { _meta: { 'switchyard/notes': notes } }) };
}
