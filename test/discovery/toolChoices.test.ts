import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Meanings } from '../../src/core/catalog/search/meanings';
import { rankTools } from '../../src/core/catalog/search/toolRanker';
import { SHIPPED_DATA, SHIPPED_MEANINGS } from '../support/shippedData';

interface Choice {
  readonly server: string;
  readonly request: string;
  readonly tools: readonly string[];
  readonly half: 'tune' | 'judge';
}

interface IndexedTool {
  readonly name: string;
  readonly description: string;
  readonly tokens: number;
}

const { choices } = JSON.parse(readFileSync(join(import.meta.dirname, 'sets/toolChoices.json'), 'utf8')) as {
  choices: readonly Choice[];
};
const { servers } = JSON.parse(readFileSync(join(SHIPPED_DATA, 'toolIndex.json'), 'utf8')) as {
  servers: readonly { id: string; tools?: readonly IndexedTool[] }[];
};
const toolsOf = new Map(servers.map(({ id, tools = [] }) => [id, tools]));
const meanings = new Meanings(SHIPPED_MEANINGS()!);

/** As `toolChoice.ts` chooses: eight, and up to 24 while they cost no more than a quarter. */
function listed(tools: readonly IndexedTool[], request: string): readonly IndexedTool[] {
  const room = tokensOf(tools) / 4;
  let used = 0;
  return rankTools(tools, request, meanings)
    .filter(({ score }) => score > 0)
    .map(({ tool }) => tool)
    .slice(0, 24)
    .filter((tool, place) => (used += tool.tokens) <= room || place < 8);
}

function tokensOf(tools: readonly IndexedTool[]): number {
  return sum(tools.map(({ tokens }) => tokens));
}

test.each([
  ['tune', 0.9],
  ['judge', 0.9],
] as const)('the tool that a request needs is listed for it (%s)', (half, least) => {
  const requests = choices.filter(choice => choice.half === half);
  const found = requests.filter(({ server, request, tools }) =>
    listed(toolsOf.get(server)!, request).some(({ name }) => tools.includes(name)),
  );
  const cost = requests.map(({ server, request }) => tokensOf(listed(toolsOf.get(server)!, request)));
  const whole = requests.map(({ server }) => tokensOf(toolsOf.get(server)!));
  expect(found.length / requests.length).toBeGreaterThan(least);
  expect(sum(cost) / sum(whole)).toBeLessThan(0.5);
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
