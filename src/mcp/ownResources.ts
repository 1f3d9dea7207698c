import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Core } from '../core/core';
import { isKeptResult } from '../core/gateway/keptResults';
import type { View } from '../core/gateway/addressBook';
import { ProtocolError, RESOURCE_NOT_FOUND } from '../core/gateway/protocolError';
import type { Disposable } from '../core/support/disposable';
import type { Log } from '../core/support/log';
import { Refusal } from '../core/support/refusal';
import {
  isWorkflowResource,
  listWorkflowResources,
  readWorkflowResource,
  WORKFLOW_RESOURCE_TEMPLATE,
} from './tools/workflow/workflowResources';

/** How long changes are gathered before a client is told, in milliseconds. */
const GATHER_MS = 300;

/** Facts after which other resources are listed. */
const LIST_CHANGES: ReadonlySet<string> = new Set(['workflowStarted', 'workflowArchived', 'workflowDeleted']);

const RESULT_TEMPLATE = {
  uriTemplate: 'sc://results/{id}{?offset,limit}',
  name: 'result',
  title: 'Whole text of a long result',
  description: 'What was cut off an answer in this chat; offset and limit in characters.',
  mimeType: 'text/plain',
};

/** Our own resources as one connection has them: everything under `sc://`. */
export class OwnResources implements Disposable {
  readonly #core: Core;
  readonly #subscribed = new Set<string>();
  readonly #owned: readonly Disposable[];
  #telling: Disposable | undefined;

  /** Tells the client of what changes, from `initialize` on. */
  constructor(core: Core, server: Server, log: Log) {
    this.#core = core;
    const send = (sent: Promise<void>): void => {
      sent.catch(() => log.debug('A client could not be told of resources'));
    };
    this.#owned = [
      core.bus.subscribe(({ kind, stream }) => {
        if (!server.getClientVersion()) return;
        if (LIST_CHANGES.has(kind)) send(server.sendResourceListChanged());
        if (stream === 'workflow' && this.#subscribed.size > 0)
          this.#gather(() => {
            for (const uri of this.#subscribed) send(server.sendResourceUpdated({ uri }));
          });
      }),
    ];
  }

  has(uri: string): boolean {
    return uri.startsWith('sc://');
  }

  list(): ReturnType<typeof listWorkflowResources> {
    return listWorkflowResources(this.#core.workflows);
  }

  templates() {
    return [WORKFLOW_RESOURCE_TEMPLATE, RESULT_TEMPLATE];
  }

  /** @throws {ProtocolError} where nothing stands under the address, or not for this client */
  read(uri: string, view: View) {
    if (isKeptResult(uri)) {
      const text = this.#core.gateway.keptResult(view, uri);
      if (text !== undefined) return { uri, mimeType: 'text/plain', text };
      const message = 'This result is not kept any more, or belongs to another chat. Call the tool again.';
      throw new ProtocolError(RESOURCE_NOT_FOUND, message, { uri });
    }
    try {
      return readWorkflowResource(uri, this.#core.workflows);
    } catch (error) {
      if (Refusal.is(error) && error.code.startsWith('unknown'))
        throw new ProtocolError(RESOURCE_NOT_FOUND, error.message, { uri }, { cause: error });
      throw error;
    }
  }

  /** @throws {ProtocolError} as `read` */
  subscribe(uri: string, view: View): void {
    this.read(uri, view);
    // A kept result never changes.
    if (isWorkflowResource(uri)) this.#subscribed.add(uri);
  }

  unsubscribe(uri: string): void {
    this.#subscribed.delete(uri);
  }

  dispose(): void {
    this.#telling?.dispose();
    for (const owned of this.#owned) owned.dispose();
  }

  #gather(tell: () => void): void {
    this.#telling ??= this.#core.clock.after(GATHER_MS, () => {
      this.#telling = undefined;
      tell();
    });
  }
}
