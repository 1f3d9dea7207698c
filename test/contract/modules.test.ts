import { expect, test } from 'vitest';
import { ALL_MODULES } from '../../src/modules/allModules';

test('everybody sees this of our modules; a change is a change of the public surface', async () => {
  const visible = ALL_MODULES.map(({ tools, durable, ...manifest }) => ({
    ...manifest,
    domain: durable?.domain && { name: durable.domain.name, version: durable.domain.version },
    isListed: (durable?.resourceKind ?? null) !== null,
    tools: tools.map(({ definition }) => definition.name),
  }));
  await expect(`${JSON.stringify(visible, null, 2)}\n`).toMatchFileSnapshot('./modules.golden.json');
});

test.each(ALL_MODULES)(
  '$id has what others go by',
  ({ id, toggles, tools, durable, told, category, words, needs }) => {
    expect(toggles.length).toBeGreaterThan(0);
    expect(tools.length).toBeGreaterThan(0);
    // Events without a category can't be filtered; those without fields go out empty.
    if (durable !== null)
      expect([Object.values(told).some(Boolean), category]).toEqual([true, expect.any(String)]);
    if (!['assist', 'resources'].includes(id)) expect(category).not.toBeNull();
    // Searches find it by its own words, or by those of a module that it needs.
    expect(words !== null || needs.length > 0).toBe(true);
    expect(ALL_MODULES.map(({ id: known }) => String(known))).toEqual(expect.arrayContaining([...needs]));
  },
);

test('no name is given twice', () => {
  for (const names of [
    ALL_MODULES.map(({ id }) => id),
    ALL_MODULES.flatMap(({ toggles }) => toggles),
    ALL_MODULES.flatMap(({ category }) => category ?? []),
    ALL_MODULES.flatMap(({ told }) => Object.keys(told)),
    ALL_MODULES.flatMap(({ tools }) => tools.map(({ definition }) => definition.name)),
  ]) {
    expect(new Set(names).size).toBe(names.length);
  }
});
