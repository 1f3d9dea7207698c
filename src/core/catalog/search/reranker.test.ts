import { expect, test } from 'vitest';
import { entryOf } from '../../../../test/support/catalogWorld';
import { catalogOf } from '../../../../test/support/shippedCatalog';
import { StoppedClock } from '../../../../test/support/stoppedClock';
import { settle } from '../../../../test/support/testCore';
import type { Embedder } from './reranker';

/** Texts that speak of boats point one way, all others another. */
const boats = (text: string): Float32Array => Float32Array.from(/boat|yacht/i.test(text) ? [1, 0] : [0, 1]);

async function world(answer: (texts: readonly string[]) => Promise<readonly Float32Array[]>) {
  const clock = new StoppedClock();
  const asked: (readonly string[])[] = [];
  const embedder: Embedder = {
    id: 'model',
    embed: async texts => {
      asked.push(texts);
      return await answer(texts);
    },
  };
  const entries = [
    entryOf('cars', { description: 'Rent vehicles, vehicles of all kinds' }),
    entryOf('harbour', { description: 'Yacht and other vehicles for a trip' }),
  ];
  const { discoverBest } = await catalogOf(entries, { clock, embedder }).then(catalog => ({
    discoverBest: async () =>
      (await catalog.discoverBest('vehicles for a boat trip', 5)).matches.map(({ entry }) =>
        String(entry.id),
      ),
  }));
  return { clock, asked, discoverBest };
}

test('the model orders what words found, and is asked once for each text', async () => {
  const { asked, discoverBest } = await world(async texts => texts.map(boats));
  expect((await discoverBest())[0]).toBe('harbour');
  expect(asked[0]?.[0]).toBe('vehicles for a boat trip');
  await discoverBest();
  expect(asked).toHaveLength(1);
});

test('a slow model holds an answer up by 0.3 s, and what it says counts for the next one', async () => {
  let answer = (): void => undefined;
  const slow = new Promise<void>(resolve => {
    answer = resolve;
  });
  const { clock, discoverBest } = await world(async texts => {
    await slow;
    return texts.map(boats);
  });
  const first = discoverBest();
  await settle();
  clock.advance(300);
  const plain = await first;
  expect(plain).toHaveLength(2);
  answer();
  await settle();
  expect((await discoverBest())[0]).toBe('harbour');
});

test('a broken model changes nothing, and is left alone for a minute', async () => {
  const { clock, asked, discoverBest } = await world(async () => {
    throw new Error('It answered with status 500.');
  });
  expect(await discoverBest()).toHaveLength(2);
  await discoverBest();
  expect(asked).toHaveLength(1);
  clock.advance(60_000);
  await discoverBest();
  expect(asked).toHaveLength(2);
});
