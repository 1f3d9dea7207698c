import { expect, test } from 'vitest';
import { rankTools } from '../../src/core/catalog/search/toolRanker';
import { indexRequests, measured, MEANINGS, type ToolRequest } from './toolRequests';

const requests = indexRequests();
const ranked = ({ tools, request }: ToolRequest) => rankTools(tools, request, MEANINGS);

test.each([
  ['tune', 0.95],
  ['judge', 0.93],
] as const)(
  'the tool that a request needs is listed for it, at a quarter of what all cost (%s)',
  (half, least) => {
    const { found, cost } = measured(
      requests.filter(request => request.half === half),
      ranked,
    );
    expect(found).toBeGreaterThan(least);
    expect(cost).toBeLessThanOrEqual(0.25);
  },
);

test.each(['en', 'fr'] as const)(
  'nobody is better served for writing in the other language (%s)',
  language => {
    const { found } = measured(
      requests.filter(request => request.language === language),
      ranked,
    );
    expect(found).toBeGreaterThan(0.93);
  },
);
