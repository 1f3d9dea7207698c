import { expect, test } from 'vitest';
import { foldText } from '../../src/core/catalog/search/words';
import { shippedCatalog } from '../support/shippedCatalog';
import { FRESH_INTENTS } from './freshIntents';
import { MORE_TUNING_INTENTS } from './moreTuningIntents';
import { STRANGERS_TEST_INTENTS } from './strangersTestIntents';
import { STRANGERS_TUNING_INTENTS } from './strangersTuningIntents';
import { TEST_INTENTS } from './testIntents';
import { TUNING_INTENTS } from './tuningIntents';

const shipped = await shippedCatalog();
const all = [
  ...TUNING_INTENTS,
  ...TEST_INTENTS,
  ...MORE_TUNING_INTENTS,
  ...FRESH_INTENTS,
  ...STRANGERS_TUNING_INTENTS,
  ...STRANGERS_TEST_INTENTS,
];

test('has enough different intents in either half, half of them French', () => {
  expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
  for (const half of [TUNING_INTENTS, TEST_INTENTS]) {
    expect(half.length).toBeGreaterThanOrEqual(80);
    expect(half.filter(({ language }) => language === 'French').length).toBe(half.length / 2);
    expect(new Set(half.map(({ level }) => level))).toEqual(new Set([1, 2, 3]));
  }
});

test('accepts only servers that the registry ships', () => {
  for (const { text, servers } of all) {
    for (const server of servers) expect(shipped.find(server), `${server} for "${text}"`).toBeDefined();
  }
});

test('says above level 1 no tag and no name of the servers it accepts', () => {
  for (const { text, level, servers } of all.filter(intent => intent.level > 1)) {
    const said = new Set(foldText(text).split(' '));
    for (const server of servers) {
      const entry = shipped.require(server);
      const given = foldText([entry.id, ...entry.tags].join(' ')).split(' ');
      expect(
        given.filter(word => said.has(word)),
        `"${text}" (level ${level}) for ${server}`,
      ).toEqual([]);
    }
  }
});
