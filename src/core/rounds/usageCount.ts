import type { ModelRequest, ModelUsage } from './modelPort';
import type { RoundUsage } from './roundEvent';

/** Adds up what the requests of a round took. */
export class UsageCount {
  #input = 0;
  #output = 0;
  #cached: number | undefined;
  #reasoning: number | undefined;
  #isEstimated = false;

  get total(): RoundUsage {
    return {
      input_tokens: this.#input,
      output_tokens: this.#output,
      total_tokens: this.#input + this.#output,
      ...(this.#cached === undefined ? {} : { cached_input_tokens: this.#cached }),
      ...(this.#reasoning === undefined ? {} : { reasoning_output_tokens: this.#reasoning }),
      ...(this.#isEstimated ? { estimated: true as const } : {}),
    };
  }

  add({ inputTokens, outputTokens, cachedInputTokens, reasoningTokens }: ModelUsage): void {
    this.#input += inputTokens;
    this.#output += outputTokens;
    if (cachedInputTokens !== undefined) this.#cached = (this.#cached ?? 0) + cachedInputTokens;
    if (reasoningTokens !== undefined) this.#reasoning = (this.#reasoning ?? 0) + reasoningTokens;
  }

  /** For a model that does not count: characters / 4, rounded up. */
  estimate({ messages, tools }: ModelRequest, answerCharacters: number): void {
    this.#isEstimated = true;
    // What an image takes is not known: it is left out.
    const withoutImages = (key: string, value: unknown): unknown => (key === 'images' ? undefined : value);
    this.#input += Math.ceil(JSON.stringify([messages, tools], withoutImages).length / 4);
    this.#output += Math.ceil(answerCharacters / 4);
  }
}
