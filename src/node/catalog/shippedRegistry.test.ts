import { SHIPPED_DATA } from '../../../test/support/shippedData';
import { expect, test } from 'vitest';
import { ShippedRegistry } from './shippedRegistry';

async function entry(id: string, platform: NodeJS.Platform = 'linux') {
  const found = (await new ShippedRegistry(SHIPPED_DATA, platform).read()).entries.find(
    candidate => candidate.id === id,
  );
  if (found === undefined) throw new Error(`no row ${id}`);
  return found;
}

test('reads a stdio row with its key', async () => {
  expect(await entry('tavily')).toEqual({
    id: 'tavily',
    displayName: 'Tavily',
    description: 'AI-oriented web search, extract, crawl and map',
    category: 'search',
    tags: ['search', 'web search'],
    source: 'registry',
    owner: 'shipped',
    origin: 'the registry that ships with Switchyard',
    launch: { type: 'stdio', command: 'npx', args: ['-y', 'tavily-mcp@0.2.22'], env: {} },
    needs: [{ key: 'TAVILY_API_KEY', isSecret: true, isRequired: true }],
    requires: ['node'],
    isolation: 'shared',
    disabledBy: null,
    isVerified: true,
    publisher: 'official',
    homepage: expect.stringMatching(/^https:/),
    allowedTools: [],
    requireApproval: 'never',
  });
});

test('reads headers, with their key optional or required', async () => {
  expect(await entry('exa')).toMatchObject({
    launch: {
      type: 'http',
      url: 'https://mcp.exa.ai/mcp',
      headers: { Authorization: 'Bearer ${env:EXA_API_KEY}' },
    },
    needs: [{ key: 'EXA_API_KEY', isRequired: false }],
  });
  expect(await entry('magic')).toMatchObject({
    launch: { headers: { 'x-api-key': '${env:API_KEY_21ST}' } },
    needs: [{ key: 'API_KEY_21ST', isRequired: true }],
  });
});

test('asks for inputs, sets defaults, and leaves out keys that an address has no place for', async () => {
  expect((await entry('sqlite')).needs).toEqual([{ key: 'sqlitePath', isSecret: false, isRequired: true }]);
  expect(await entry('n8n')).toMatchObject({ launch: { env: { MCP_MODE: 'stdio', LOG_LEVEL: 'error' } } });
  expect((await entry('stripe')).needs).toEqual([]);
});

test('lists what cannot be used as switched off by policy, with the reason', async () => {
  expect(await entry('code2prompt')).toMatchObject({
    disabledBy: 'policy',
    disabledReason: 'Its package is gone. Use repomix instead.',
  });
  expect(await entry('e2b')).toMatchObject({
    disabledBy: 'policy',
    disabledReason: 'Its publisher gave it up, and its package is gone from npm.',
  });
  expect(await entry('desktop-automation')).toMatchObject({
    disabledBy: 'policy',
    disabledReason: 'It runs on Windows only.',
  });
  expect(await entry('desktop-automation', 'win32')).toMatchObject({ disabledBy: null });
});

test('offers what a browser sign-in opens, with the key that would do instead', async () => {
  const linear = await entry('linear');
  expect([linear.disabledBy, linear.signsIn]).toEqual([null, true]);
  const github = await entry('github');
  expect(github.signsIn).toBe(true);
  expect(github.needs).toEqual([{ key: 'GITHUB_PERSONAL_ACCESS_TOKEN', isSecret: true, isRequired: false }]);
  const netlify = await entry('netlify');
  expect(netlify.signsIn).toBe(undefined);
  expect(netlify.needs).toEqual([{ key: 'NETLIFY_PERSONAL_ACCESS_TOKEN', isSecret: true, isRequired: true }]);
});

test('says what a user should know before the start', async () => {
  expect((await entry('puppeteer')).note).toBe(
    'Archived: its publisher no longer works on it. Use playwright or chrome-devtools instead.',
  );
  expect((await entry('blender')).isVerified).toBe(false);
});

test('says what to do where the registry was not brought along, and the rest of the catalog works', async () => {
  const reading = await new ShippedRegistry('/nowhere', 'linux').read();
  expect(reading.entries).toEqual([]);
  expect(reading.problems).toMatchObject([{ message: expect.stringContaining('Install Switchyard again') }]);
});
