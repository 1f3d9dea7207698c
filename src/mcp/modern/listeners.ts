import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import { SUBSCRIPTION_ID } from '../../core/gateway/upstream/modernWords';
import type { ProtocolObject } from '../../core/gateway/upstream/upstream';
import { isRecord } from '../../core/support/json';
import type { ModernReply } from './modernReply';
import { noticeJson, resultJson } from './modernResult';

/** Resources that one request may listen to (chosen here). */
const MAX_RESOURCES = 1_000;

/** What a client may wish to hear, by the notification that tells it. */
const WISHES: ReadonlyMap<string, string> = new Map([
  ['notifications/tools/list_changed', 'toolsListChanged'],
  ['notifications/prompts/list_changed', 'promptsListChanged'],
  ['notifications/resources/list_changed', 'resourcesListChanged'],
]);

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';

interface Listener {
  readonly id: RequestId;
  readonly reply: ModernReply;
  readonly wishes: ReadonlySet<string>;
  readonly uris: Set<string>;
}

/** Has our server tell of a resource from now on, or no more. False where it does not. */
export type Follow = (uri: string, follow: boolean) => Promise<boolean>;

/** Those who listen on one connection (MCP 2026-07-28, `subscriptions/listen`): each hears what it asked for, and nothing else. */
export class Listeners {
  readonly #offered: ReadonlySet<string>;
  readonly #follow: Follow;
  readonly #listeners = new Set<Listener>();
  /** How many listen to each resource. */
  readonly #followers = new Map<string, number>();

  /** `capabilities`: what our server says that it tells of. */
  constructor(capabilities: ProtocolObject, follow: Follow) {
    const offers = (kind: string) =>
      isRecord(capabilities[kind]) && capabilities[kind]['listChanged'] === true;
    this.#offered = new Set(
      ['tools', 'prompts', 'resources'].filter(offers).map(kind => `${kind}ListChanged`),
    );
    this.#follow = follow;
  }

  get isEmpty(): boolean {
    return this.#listeners.size === 0;
  }

  /** Lets a client listen until it goes. */
  async add(id: RequestId, wished: ProtocolObject, reply: ModernReply): Promise<void> {
    const wishes = new Set([...this.#offered].filter(wish => wished[wish] === true));
    const uris = new Set<string>();
    let hasGone = false;
    const listener = { id, reply, wishes, uris };
    reply.onGone(() => {
      hasGone = true;
      this.#remove(listener);
    });
    for (const uri of resourcesIn(wished)) if (await this.#begin(uri)) uris.add(uri);
    if (hasGone) return this.#remove(listener);
    const notifications = {
      ...Object.fromEntries([...wishes].map(wish => [wish, true])),
      ...(uris.size === 0 ? {} : { resourceSubscriptions: [...uris] }),
    };
    this.#listeners.add(listener);
    reply.tell(noticeJson(id, ACKNOWLEDGED, { notifications }));
  }

  /** Tells those who wished to hear it. */
  tell(method: string, params: ProtocolObject): void {
    const wish = WISHES.get(method);
    const uri = method === 'notifications/resources/updated' ? params['uri'] : undefined;
    for (const { id, reply, wishes, uris } of this.#listeners) {
      const isWished = wish === undefined ? typeof uri === 'string' && uris.has(uri) : wishes.has(wish);
      if (isWished) reply.tell(noticeJson(id, method, params));
    }
  }

  /** Says to everybody that there is no more to come. */
  close(): void {
    for (const { id, reply } of this.#listeners) {
      reply.answer(resultJson(id, { resultType: 'complete', _meta: { [SUBSCRIPTION_ID]: id } }));
    }
    this.#listeners.clear();
  }

  async #begin(uri: string): Promise<boolean> {
    const before = this.#followers.get(uri) ?? 0;
    this.#followers.set(uri, before + 1);
    if (before > 0 || (await this.#follow(uri, true))) return true;
    this.#followers.delete(uri);
    return false;
  }

  #remove(listener: Listener): void {
    this.#listeners.delete(listener);
    const uris = [...listener.uris];
    listener.uris.clear();
    for (const uri of uris) {
      const left = (this.#followers.get(uri) ?? 1) - 1;
      if (left > 0) this.#followers.set(uri, left);
      else {
        this.#followers.delete(uri);
        void this.#follow(uri, false);
      }
    }
  }
}

function resourcesIn({ resourceSubscriptions: uris }: ProtocolObject): readonly string[] {
  const given: readonly unknown[] = Array.isArray(uris) ? uris : [];
  return [...new Set(given.filter(uri => typeof uri === 'string'))].slice(0, MAX_RESOURCES);
}
