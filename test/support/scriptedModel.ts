import type { ModelPart, ModelPort, ModelRequest } from '../../src/core/rounds/modelPort';

/** One answer, as it comes. */
export type Said = readonly ModelPart[] | Error | ((signal: AbortSignal) => AsyncIterable<ModelPart>);

/** A model that says what a test wants: the first for the first request, and so on; the last goes on. */
export class ScriptedModel implements ModelPort {
  readonly asked: ModelRequest[] = [];
  readonly #script: readonly Said[];

  constructor(...script: readonly Said[]) {
    this.#script = script;
  }

  async *ask(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart> {
    this.asked.push(structuredClone(request));
    const said = this.#script[Math.min(this.asked.length, this.#script.length) - 1] ?? [];
    if (said instanceof Error) throw said;
    yield* typeof said === 'function' ? said(signal) : said;
  }
}

export const text = (said: string): ModelPart => ({ type: 'text', text: said });

export function call(name: string, input: unknown = {}, id = `c_${name}`): ModelPart {
  return { type: 'call', id, name, json: typeof input === 'string' ? input : JSON.stringify(input) };
}
