import type { Embedder } from '../../core/catalog/search/reranker';
import { isRecord } from '../../core/support/json';

/** No model on a person's machine takes longer for a few lines; nobody waits for so long. */
const LIMIT_MS = 20_000;
/** A key has no place in settings or on a command line. */
const KEY_VARIABLE = 'SWITCHYARD_EMBEDDINGS_KEY';
const MOST_BYTES = 16 * 1_048_576;
/** Hosts that are this machine: elsewhere, texts go encrypted or not at all. */
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Where the endpoint is, and which of its models is meant. */
export interface EndpointPlace {
  /** Base address of an API in OpenAI's form, such as `http://localhost:11434/v1`. */
  readonly url: string;
  readonly model: string;
  /** Sent as a bearer token; left out where none is needed. */
  readonly key?: string | undefined;
}

/** Why this can't be an endpoint, as a sentence; undefined where it can. */
export function endpointProblem({ url, model }: EndpointPlace): string | undefined {
  if (model.trim() === '') return 'The name of the embedding model is missing.';
  return addressProblem(url, 'embedding model');
}

/** Why this can't be the address of an API to which texts go, as a sentence; undefined where it can. */
export function addressProblem(url: string, of: string): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined) return `The address of the ${of} is no URL.`;
  const isLocal = parsed.protocol === 'http:' && LOCAL.has(parsed.hostname);
  if (!isLocal && parsed.protocol !== 'https:')
    return `The address of the ${of} needs https, but on this machine.`;
  if (parsed.username !== '' || parsed.password !== '')
    return `The address of the ${of} must not hold a password.`;
  return undefined;
}

/** The model that the user chose; undefined where they chose none, or it can't be asked. Its key is in the environment alone. */
export function chosenEmbedder(place: EndpointPlace | undefined): Embedder | undefined {
  if (place === undefined || endpointProblem(place) !== undefined) return undefined;
  return embeddingEndpoint({ ...place, key: process.env[KEY_VARIABLE] });
}

/** Vectors from an endpoint that the user runs or rents: `POST <url>/embeddings` with `model` and `input`. */
export function embeddingEndpoint({ url, model, key }: EndpointPlace): Embedder {
  const address = `${url.replace(/\/+$/, '')}/embeddings`;
  return {
    id: `${address} ${model}`,
    async embed(texts) {
      const answer = await fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model, input: texts }),
        redirect: 'error',
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      if (!answer.ok) {
        await answer.body?.cancel();
        throw new Error(`It answered with status ${answer.status}.`);
      }
      return vectorsOf(JSON.parse(await bounded(answer)), texts.length);
    },
  };
}

/** The text of an answer, up to a size. */
async function bounded(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error(`It answered with more than ${MOST_BYTES} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** In the order of the texts, whatever the order of the answer. */
function vectorsOf(answer: unknown, count: number): readonly Float32Array[] {
  const data = isRecord(answer) && Array.isArray(answer['data']) ? answer['data'] : [];
  const vectors: (Float32Array | undefined)[] = Array.from({ length: count });
  for (const [place, row] of data.entries()) {
    if (!isRecord(row)) continue;
    const { embedding, index = place } = row;
    if (typeof index !== 'number' || !isVector(embedding)) continue;
    if (index in vectors) vectors[index] = Float32Array.from(embedding);
  }
  const all = vectors.flatMap(vector => vector ?? []);
  if (all.length !== count || new Set(all.map(({ length }) => length)).size > 1)
    throw new Error('Its answer has no vector for each text.');
  return all;
}

function isVector(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every(each => Number.isFinite(each));
}
