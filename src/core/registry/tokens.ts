import type { JsonSchema } from './tool';

/** What a model is told of a tool, and so what it pays for. */
interface Told {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: JsonSchema;
}

/**
 * Estimated cost of telling a model about a tool, in tokens: characters of the JSON of what the model is told / 4, rounded up.
 * Measured with the vocabulary o200k over 630 definitions of 43 servers: 8 % too many in sum, between 10 % too few and 28 % too
 * many for nine tools in ten. A real tokenizer would be closer for one family of models, and costs 2 MB.
 */
export function tokensOf({ name, description, inputSchema }: Told): number {
  return Math.ceil(JSON.stringify({ name, description, inputSchema }).length / 4);
}

/** The same for several. */
export function tokensOfAll(definitions: readonly Told[]): number {
  return definitions.reduce((sum, definition) => sum + tokensOf(definition), 0);
}
