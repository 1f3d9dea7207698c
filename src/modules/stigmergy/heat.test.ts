import { expect, test } from 'vitest';
import { testCore } from '../../../test/support/testCore';

test('gives the strongest nodes with all their trails, those that fit, and anew after each change', async () => {
  const { stigmergy, clock } = await testCore();
  const mark = (node: string, type: string, intensity: number) =>
    stigmergy.mark({ deposits: [{ node, type, intensity }], isBulk: false });
  await mark('docs', 'seen', 1);
  await mark('src/auth', 'hot', 2);
  await mark('src/auth', 'tested', 4);
  await mark('src/routes', 'hot', 3);
  const nodesOf = (limit: number, fits?: (node: string, types: Iterable<string>) => boolean) =>
    stigmergy
      .heat({ limit, fits })
      .nodes.map(({ node, total, points }) => [
        `${node} ${total}`,
        ...points.map(({ type, intensity }) => `${type} ${intensity}`),
      ]);
  const auth = ['src/auth 6', 'tested 4', 'hot 2'];
  expect(stigmergy.size).toBe(3);
  expect(nodesOf(2)).toEqual([auth, ['src/routes 3', 'hot 3']]);
  expect(stigmergy.heat({ limit: 2 })).toMatchObject({
    fitting: 3,
    bounds: { min: 0, max: null, ceiling: 6 },
  });
  expect(stigmergy.heat({ limit: 2 })).toBe(stigmergy.heat({ limit: 2 }));
  expect(nodesOf(2, (node, types) => node === 'docs' || [...types].includes('tested'))).toEqual([
    auth,
    ['docs 1', 'seen 1'],
  ]);
  clock.advance(1_000);
  await stigmergy.evaporate({ halfLifeMs: 1_000, limit: 25 });
  expect(nodesOf(1)).toEqual([['src/auth 3', 'tested 2', 'hot 1']]);
});
