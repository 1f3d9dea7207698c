import type { JsonSchema } from '../registry/tool';
import type { Json } from '../support/json';
import type { RoundImage } from './roundImage';
import type { RoundMessage } from './roundMessage';

/** How a model is to answer. What is left out is the model's own default. */
export interface ModelSettings {
  readonly temperature?: number | undefined;
  readonly topP?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly presencePenalty?: number | undefined;
  readonly frequencyPenalty?: number | undefined;
  readonly seed?: number | undefined;
  readonly verbosity?: 'low' | 'medium' | 'high' | undefined;
  /** An object: this tool. */
  readonly toolChoice?: 'auto' | 'none' | 'required' | { readonly name: string } | undefined;
  readonly parallelToolCalls?: boolean | undefined;
  readonly reasoningEffort?: string | undefined;
  /** The form of the answer, where it is not a text as the model likes it. */
  readonly format?: AnswerFormat | undefined;
}

/** JSON of any form, or of one form. */
export type AnswerFormat =
  | { readonly type: 'json_object' }
  | {
      readonly type: 'json_schema';
      readonly name: string;
      readonly description?: string | undefined;
      readonly schema: JsonSchema;
      readonly strict?: boolean | undefined;
    };

/** A tool as a model is told of it. */
export interface ModelTool {
  /** `[A-Za-z0-9_-]{1,64}`. */
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  /** Arguments are to have exactly that form, where the model knows how. */
  readonly isStrict?: boolean | undefined;
}

/** One question to a model. */
export interface ModelRequest {
  readonly model: string;
  readonly messages: readonly RoundMessage[];
  readonly tools: readonly ModelTool[];
  readonly settings: ModelSettings;
  /** Images of the results of calls, by the call's ID. */
  readonly resultImages?: ReadonlyMap<string, readonly RoundImage[]>;
}

/** Tokens that an answer took, as whoever runs the model counts them. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens?: number;
  readonly reasoningTokens?: number;
}

/** A part of an answer, in the order in which it came. */
export type ModelPart =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  /** Whole: `json` is as the model wrote it, and may be no JSON. */
  | {
      readonly type: 'call';
      readonly id: string;
      readonly name: string;
      readonly json: string;
      readonly extra?: Json;
    }
  | { readonly type: 'usage'; readonly usage: ModelUsage }
  /** The answer was cut off there: at the most tokens, or by a filter. */
  | { readonly type: 'cut'; readonly by: 'length' | 'content_filter' };

/** Models that can be asked. */
export interface ModelPort {
  /** Whether models get to see `resultImages`; left out: they read of them only. */
  readonly seesResultImages?: boolean;
  /** Says before anything is asked whether there is such a model. Left out where only asking tells. @throws {Refusal} model-not-found */
  check?(model: string): Promise<void>;
  /**
   * The parts of one answer. Ends early with the signal's reason.
   * @throws {Refusal} model-not-found, model-denied, model-busy, model-failed: without a word of what was asked or answered
   */
  ask(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart>;
}
