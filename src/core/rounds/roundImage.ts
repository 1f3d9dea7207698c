import type { ToolResult } from '../gateway/upstream/upstream';
import { isRecord } from '../support/json';

/** An image for a model. */
export interface RoundImage {
  /** `https:`, or `data:` with the image itself. */
  readonly url: string;
  readonly detail?: 'low' | 'high' | 'auto' | undefined;
}

/** Largest image that a model gets, in characters of base64: what the largest providers take (chosen here). */
export const MAX_IMAGE = 5_000_000;

/** Kinds of images that models know. */
export const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Most images of results that one question to a model has: the newest (chosen here). */
const MOST_OF_RESULTS = 10;

/** The images of a tool's result that a model could see. */
export function imagesIn(result: ToolResult): readonly RoundImage[] {
  const content = Array.isArray(result['content']) ? (result['content'] as readonly unknown[]) : [];
  return content.flatMap(part => {
    if (!isModelImage(part)) return [];
    return [{ url: `data:${part.mimeType};base64,${part.data}` }];
  });
}

/** Whether a part of a result is an image that a model could see. */
export function isModelImage(part: unknown): part is { readonly mimeType: string; readonly data: string } {
  if (!isRecord(part) || part['type'] !== 'image') return false;
  const { mimeType, data } = part;
  if (typeof mimeType !== 'string' || typeof data !== 'string') return false;
  return IMAGE_TYPES.includes(mimeType) && data.length <= MAX_IMAGE && /^[A-Za-z0-9+/]+={0,2}$/.test(data);
}

/** Images of the results of calls, the newest ones. They live as long as their round: a history names them only. */
export class ResultImages {
  readonly #byCall: Map<string, readonly RoundImage[]>;

  constructor(given: ReadonlyMap<string, readonly RoundImage[]> = new Map()) {
    this.#byCall = new Map(given);
    this.#makeRoom();
  }

  get all(): ReadonlyMap<string, readonly RoundImage[]> {
    return this.#byCall;
  }

  add(call: string, images: readonly RoundImage[]): void {
    if (images.length === 0) return;
    this.#byCall.set(call, images);
    this.#makeRoom();
  }

  #makeRoom(): void {
    let room = MOST_OF_RESULTS;
    for (const [call, images] of [...this.#byCall].toReversed()) {
      const kept = images.slice(0, room);
      room -= kept.length;
      if (kept.length === 0) this.#byCall.delete(call);
      else this.#byCall.set(call, kept);
    }
  }
}
