import type { Embedder } from '../../core/catalog/search/reranker';
import { isRecord } from '../../core/support/json';
import { type EndpointPlace, endpointProblem } from './endpointAddress';
import { guardedFetch } from './guardedFetch';

/** No model on a person's machine takes longer for a few lines; nobody waits for so long. */
const LIMIT_MS = 20_000;
/** A key has no place in settings or on a command line. */
const KEY_VARIABLE = 'SWITCHYARD_EMBEDDINGS_KEY';
const MOST_BYTES = 16 * 1_048_576;
/** The model that the user chose; undefined where they chose none, or it can't be asked. Its key is in the environment alone. */
export function chosenEmbedder(place: EndpointPlace | undefined): Embedder | undefined {
  if (place === undefined || endpointProblem(place) !== undefined) return undefined;
  return embeddingEndpoint({ ...place, key: process.env[KEY_VARIABLE] });
}

/** Vectors from an endpoint that the user runs or rents: `POST <url>/embeddings` with `model` and `input`. */
export function embeddingEndpoint({ url, model, key }: EndpointPlace): Embedder {
  const address = `${url.replace(/\/+$/, '')}/embeddings`;
  const limits = { connectMs: LIMIT_MS, headMs: LIMIT_MS, idleMs: LIMIT_MS, maxBytes: MOST_BYTES };
  const net = guardedFetch({ approved: url, limits, isUsersOwn: true });
  return {
    id: `${address} ${model}`,
    async embed(texts) {
      const answer = await net.fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model, input: texts }),
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      if (!answer.ok) {
        await answer.body?.cancel();
        throw new Error(`It answered with status ${answer.status}.`);
      }
      return vectorsOf(await answer.json(), texts.length);
    },
  };
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
