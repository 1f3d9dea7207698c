import type { ServerId } from '../../../shared/ids';
import { isRecord } from '../../support/json';
import type { ProtocolObject } from '../upstream/upstream';

/** Addresses remembered (chosen here). */
const MAX_KNOWN = 2_000;

/** Which servers named which resources in answers of their tools: such links are in no list. */
export class ResourceOwners {
  readonly #owners = new Map<string, readonly ServerId[]>();

  /** Takes note of the links and embedded resources in an answer. */
  note(server: ServerId, result: ProtocolObject): void {
    const content = result['content'];
    if (!Array.isArray(content)) return;
    for (const block of content) {
      const uri = uriIn(block);
      if (uri !== undefined) this.#add(uri, server);
    }
  }

  /** The servers that named it, the newest first. */
  of(uri: string): readonly ServerId[] {
    return this.#owners.get(uri) ?? [];
  }

  #add(uri: string, server: ServerId): void {
    const others = this.of(uri).filter(other => other !== server);
    this.#owners.delete(uri);
    this.#owners.set(uri, [server, ...others]);
    const [oldest] = this.#owners.keys();
    if (this.#owners.size > MAX_KNOWN && oldest !== undefined) this.#owners.delete(oldest);
  }
}

function uriIn(block: unknown): string | undefined {
  if (!isRecord(block)) return undefined;
  const holder = block['type'] === 'resource' ? block['resource'] : block;
  const uri = isRecord(holder) ? holder['uri'] : undefined;
  return typeof uri === 'string' ? uri : undefined;
}
