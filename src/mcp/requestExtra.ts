import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  type ClientCapabilities,
  McpError,
  ResultSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { RELATED_TASK } from '../core/gateway/tools/callTask';
import { CLIENT_CAPABILITIES, isProtocolMeta } from '../core/gateway/upstream/modernWords';
import { bareMessage, METHOD_NOT_FOUND, ProtocolError } from '../core/gateway/upstream/protocolError';
import type { CallerClient, CallOptions, Progress, ProtocolObject } from '../core/gateway/upstream/upstream';
import { isRecord } from '../core/support/json';
import type { SessionId } from '../shared/ids';
import { isOurMeta } from './clients/callerOf';
import { fittedQuestion } from './fittedQuestion';
import { type Asking, ASKING_MS, sampled } from './samplingPatience';

/** What the SDK hands a request handler, as far as we use it. */
export interface RequestExtra extends Asking {
  readonly signal: AbortSignal;
  sendNotification(notification: ServerNotification): Promise<void>;
}

/** What goes along with a request that is passed on. `session`: whose call it is, so that its client can be asked. `person`: who is asked for a person in its place. */
export function optionsOf(
  server: Server,
  extra: RequestExtra,
  session?: SessionId,
  person?: CallerClient['person'],
): CallOptions {
  const onProgress = progressSender(extra);
  const meta = passedMeta(extra._meta);
  return {
    signal: extra.signal,
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(session === undefined ? {} : { client: heldBack(callerClient(server, extra, session), person) }),
    ...(meta === undefined ? {} : { meta }),
  };
}

/** Asks on the stream of the call it belongs to, so that the host shows it in that chat. */
function callerClient(server: Server, extra: RequestExtra, session: SessionId): CallerClient {
  const isModern = CLIENT_CAPABILITIES in (extra._meta ?? {});
  return {
    session,
    ...(isModern ? { isAskedApart: true } : {}),
    async ask(method, params, signal) {
      const { _meta: meta, ...rest } = fittedQuestion(capabilitiesOf(server, extra), method, params);
      const related =
        isRecord(meta) && RELATED_TASK in meta ? { [RELATED_TASK]: meta[RELATED_TASK] } : undefined;
      const passed = related === undefined ? rest : { ...rest, _meta: related };
      try {
        const request = { method, params: passed } as unknown as ServerRequest; // As the server sent it: the client judges.
        return method === 'sampling/createMessage' && !isModern
          ? await sampled(server, extra, request, signal)
          : await extra.sendRequest(request, ResultSchema, { signal, timeout: ASKING_MS });
      } catch (error) {
        if (!(error instanceof McpError)) throw error;
        throw new ProtocolError(error.code, bareMessage(error.message), error.data, { cause: error });
      }
    },
    tell(method, params) {
      extra.sendNotification({ method, params } as unknown as ServerNotification).catch(() => undefined); // Nobody is left to be told.
    },
  };
}

/** A client that answers for nobody: what a person has to answer is asked elsewhere, also where a server asks it. */
function heldBack(client: CallerClient, person: CallerClient['person']): CallerClient {
  if (person === undefined) return client;
  return {
    ...client,
    person,
    async ask(method, params, signal) {
      const asked = method === 'elicitation/create' ? person() : client;
      if (asked === undefined) throw new ProtocolError(METHOD_NOT_FOUND, 'No one can be asked here.');
      return await asked.ask(method, params, signal);
    },
  };
}

/** What the client can do: in the newer era each request says so, in the older one the connection did. */
function capabilitiesOf(server: Server, { _meta: meta }: RequestExtra): ClientCapabilities | undefined {
  const told = meta?.[CLIENT_CAPABILITIES];
  return isRecord(told) ? told : server.getClientCapabilities();
}

/** Hands progress on to the client, where it asked for it. */
function progressSender(extra: RequestExtra): ((progress: Progress) => void) | undefined {
  const progressToken = extra._meta?.['progressToken'];
  if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return undefined;
  return progress => {
    // A client that went away makes this fail: nobody is left to be told.
    extra
      .sendNotification({ method: 'notifications/progress', params: { progressToken, ...progress } })
      .catch(() => undefined);
  };
}

/** The client's metadata without what is between it and us: the token of its progress, the protocol's own, and its chat's name. */
function passedMeta(meta: Readonly<Record<string, unknown>> | undefined): ProtocolObject | undefined {
  const passed = Object.entries(meta ?? {}).filter(
    ([key]) => key !== 'progressToken' && !isProtocolMeta(key) && !isOurMeta(key),
  );
  return passed.length === 0 ? undefined : Object.fromEntries(passed);
}
