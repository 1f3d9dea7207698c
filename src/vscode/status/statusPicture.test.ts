import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type StatusFacts, statusLabel, statusText, statusTooltip } from './statusPicture';

const quiet: StatusFacts = {
  sessions: 0,
  servers: [],
  always: { tools: 15, tokens: 2_500 },
  limits: { tools: 48, tokens: 16_000 },
  toReview: 0,
  notes: [],
};
const servers = [
  { id: 'memory', tools: 9, tokens: 1_900 },
  { id: 'github', tools: 22, tokens: 7_204 },
  { id: 'tiny', tools: 1, tokens: 40 },
  { id: 'files', tools: 6, tokens: 2_310 },
];
const LINKS = [{ label: 'Open Settings', command: 'switchyard.openSettings' }];
const WORDING = {
  language: 'en',
  t: (message: string, ...args: readonly (string | number)[]): string =>
    message.replaceAll(/\{(\d)\}/g, (_, at) => String(args[Number(at)])),
};

test('shows how much is on, what runs before what waits, and nothing where nothing is on', () => {
  expect(statusText(quiet, WORDING)).toBe('$(plug)');
  expect(statusText({ ...quiet, servers }, WORDING)).toBe('$(plug) 4 · 53 tools');
  expect(statusText({ ...quiet, servers, toReview: 2 }, WORDING)).toBe('$(eye) 2 to review');
  const running = { name: 'Migrate callbacks', progress: 75 };
  expect(statusText({ ...quiet, toReview: 2, running }, WORDING)).toBe(
    '$(loading~spin) Migrate callbacks 75%',
  );
  expect(statusText({ ...quiet, running: { name: 'Begin' } }, WORDING)).toBe('$(loading~spin) Begin');
});

test('is read without icons', () => {
  const running = { name: '$(trash) it', progress: 5 };
  expect(statusLabel(quiet, WORDING)).toBe('Switchyard');
  expect(statusLabel({ ...quiet, running }, WORDING)).toBe('Switchyard: $(trash) it 5%');
  expect(statusLabel({ ...quiet, toReview: 1 }, WORDING)).toBe('Switchyard: 1 to review');
});

test('names in the tooltip how much of the limits is used, and the three servers that cost most', () => {
  const notes = [{ text: 'Withheld: 2.', action: { label: 'Review', command: 'switchyard.reviewTools' } }];
  expect(statusTooltip({ ...quiet, sessions: 2, servers, toReview: 1, notes }, LINKS, WORDING))
    .toMatchInlineSnapshot(`
      "**Switchyard**

      1 to review

      Chat sessions: 2 · Tools: 53 of 48 · Tokens: \\~14k of \\~16k

      - github: 22 tools · \\~7\\.2k tokens
      - files: 6 tools · \\~2\\.3k tokens
      - memory: 9 tools · \\~1\\.9k tokens

      Withheld\\: 2\\. [Review](command:switchyard.reviewTools)

      [Open Settings](command:switchyard.openSettings)"
    `);
});

test('says no limit where there is none', () => {
  expect(statusTooltip({ ...quiet, limits: { tools: 0, tokens: 0 } }, [], WORDING)).toContain(
    'Tools: 15 · Tokens: \\~2\\.5k',
  );
});

test('draws no icon, no link and no markup of what an agent or a server wrote', () => {
  const name = 'a $(trash) [x](command:workbench.action.quit) <b>https://evil.example</b>';
  expect(statusText({ ...quiet, running: { name: '$(trash) it', progress: 1 } }, WORDING)).toBe(
    String.raw`$(loading~spin) \$(trash) it 1%`,
  );
  expect(statusTooltip({ ...quiet, running: { name } }, [], WORDING)).toContain(
    String.raw`Running: a \$\(trash\) \[x\]\(command\:workbench\.action\.quit\) \<b\>https\:\/\/evil\.example\<\/b\>`,
  );
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'a$()[]<>!\\`*_#&:/. \n\u202e'.split('')) }), text => {
      const tooltip = statusTooltip({ ...quiet, running: { name: text }, notes: [{ text }] }, [], WORDING);
      expect(tooltip.replaceAll('**Switchyard**', '').replaceAll(/\\[!-/:-@[-`{-~]/g, '')).not.toMatch(
        /[[\]<>`*#&$!]|\u202e/,
      );
    }),
  );
});
