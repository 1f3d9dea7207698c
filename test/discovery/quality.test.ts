import { expect, test } from 'vitest';
import { shippedCatalog } from '../support/shippedCatalog';
import { qualityOf } from './quality';
import { ourRanker, plainRanker, seedRanker } from './rankers';
import { STRANGERS_TEST_INTENTS } from './strangersTestIntents';
import { TEST_INTENTS } from './testIntents';

const catalog = await shippedCatalog();

test('finds an accepted server first for 80 %, and among five for 95 %, of the intents it was not tuned by', () => {
  const ours = qualityOf(ourRanker(catalog), TEST_INTENTS);
  expect(ours.recallAt1).toBeGreaterThanOrEqual(0.8);
  expect(ours.recallAt5).toBeGreaterThanOrEqual(0.95);
});

test.each(['English', 'French'])('is as good in %s', language => {
  const ours = qualityOf(
    ourRanker(catalog),
    TEST_INTENTS.filter(intent => intent.language === language),
  );
  expect(ours.recallAt1).toBeGreaterThanOrEqual(0.8);
  expect(ours.recallAt5).toBeGreaterThanOrEqual(0.95);
});

test('finds an accepted server among five for 90 % of what somebody asks who has not seen the search', () => {
  const ours = qualityOf(ourRanker(catalog), STRANGERS_TEST_INTENTS);
  expect(ours.recallAt1).toBeGreaterThanOrEqual(0.7);
  expect(ours.recallAt5).toBeGreaterThanOrEqual(0.9);
});

test('is better than the words alone and than the seed', () => {
  const ours = qualityOf(ourRanker(catalog), TEST_INTENTS);
  for (const ranker of [plainRanker(catalog), seedRanker(catalog)]) {
    expect(qualityOf(ranker, TEST_INTENTS).mrr).toBeLessThan(ours.mrr);
  }
});
