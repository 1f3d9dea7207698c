import { SHIPPED_CONCEPTS, SHIPPED_DATA } from '../../../../test/support/shippedData';
import { expect, test } from 'vitest';
import { entryOf, idOf, MemorySource, secret, stdio } from '../../../../test/support/catalogWorld';
import { INTENT_MAP } from '../../../../test/discovery/rankers';
import { catalogOf, catalogOver, shippedCatalog } from '../../../../test/support/shippedCatalog';
import { ShippedRegistry } from '../../../node/catalog/shippedRegistry';
import type { SearchableTool } from './catalogIndex';

const shipped = await shippedCatalog();

function found(intent: string, limit = 5): readonly string[] {
  return shipped.discover(intent, limit).matches.map(({ entry }) => entry.id);
}

test.each(Object.entries(INTENT_MAP))(
  'finds every server that is expected for "%s" among the first five',
  (intent, servers) => {
    expect(found(intent)).toEqual(expect.arrayContaining([...servers]));
  },
);

test.each([
  ['I want to deploy on Vercel', 'vercel'],
  ['Deploy my app on Railway', 'railway'],
  ['déployer mon application', 'vercel'],
  ['ajouter des paiements', 'stripe'],
  ['une base de données', 'postgres'],
  ['traduire en allemand', 'deepl'],
  ['envoyer un courriel', 'resend'],
  ['faire un diagramme', 'mermaid'],
  ['read a file', 'filesystem'],
  ['query my PostgreSQL tables', 'postgres'],
  ['open a pull request', 'github'],
  ['gitub', 'github'],
  ['STRIPE', 'stripe'],
])('finds for %j first or second: %s', (intent, server) => {
  expect(found(intent, 2)).toContain(server);
});

test('finds desktop-commander when named, not what is known for its words', () => {
  expect(found('desktop-commander')[0]).toBe('desktop-commander');
  expect(found('figma-framelink')[0]).toBe('figma-framelink');
});

test('takes a product that is named for the one that is meant, whatever else is said', () => {
  expect(found('in supabase every user can read the notes of everybody else')[0]).toBe('supabase');
  expect(found('what are we paying for in our azure subscription')[0]).toBe('azure');
});

test('takes a server of the user for named as well', async () => {
  const catalog = await catalogOf([entryOf('acme'), entryOf('mailer', { tags: ['newsletter'] })]);
  expect(catalog.discover('send the newsletter with acme', 5).matches[0]?.entry.id).toBe('acme');
});

test('takes the whole name of a server of the user for that server, though it is a word like any other', async () => {
  const own = ['git', 'kubernetes', 'cloudflare'].map(name => entryOf(name, { description: '' }));
  const { catalog } = await catalogOver([
    new MemorySource('settings', ...own),
    new ShippedRegistry(SHIPPED_DATA, 'linux'),
  ]);
  const first = (intent: string) => catalog.discover(intent, 5).matches[0]?.entry.id;
  expect(first('git history of the repository')).toBe('git');
  expect(first('list the pods of my kubernetes cluster')).toBe('kubernetes');
  expect(first('clusters in the cloud')).not.toBe('kubernetes');
});

test('takes a name that is a word like any other for a word', () => {
  expect(found('the same report is asked for a thousand times an hour')[0]).not.toBe('time');
  expect(found('plan the next sprint')[0]).toBe('linear');
});

test('prefers no module of ours because it speaks of what others are known for', () => {
  expect(found('transcribe an interview recording')[0]).toBe('elevenlabs');
  expect(found('move JIRA-456 to done and log 2h')[0]).toBe('atlassian');
});

test('says why, how ready, and what is missing', async () => {
  const catalog = await catalogOf([entryOf('mailer', { tags: ['newsletter'], needs: [secret('MAIL_KEY')] })]);

  expect(catalog.discover('send a newsletter', 5).matches).toMatchObject([
    {
      entry: { id: 'mailer' },
      why: ['newsletter'],
      readiness: { status: 'missing-credentials', keys: ['MAIL_KEY'] },
      tools: [],
    },
  ]);
});

test('returns a server that is switched off, with the reason', () => {
  const match = shipped.discover('code2prompt', 1).matches[0];
  expect(match).toMatchObject({
    entry: { id: 'code2prompt' },
    readiness: { status: 'disabled', by: 'policy' },
  });
});

test('breaks ties by readiness, and only ties', async () => {
  const off = { tags: ['newsletter'], disabledBy: 'user' } as const;
  const catalog = await catalogOf([
    entryOf('aa', { ...off, description: '' }),
    entryOf('bb', { tags: ['newsletter'], needs: [secret('K')], description: '' }),
    entryOf('cc', { tags: ['newsletter'], description: '' }),
    entryOf('newsletter', { ...off, description: '' }),
  ]);
  expect(catalog.discover('newsletter', 5).matches.map(({ entry }) => entry.id)).toEqual([
    'newsletter',
    'cc',
    'bb',
    'aa',
  ]);
});

test('searches known tools and names those that fit, the best first', async () => {
  let tools: readonly SearchableTool[] = [
    { name: 'ping' },
    { name: 'lookup', description: 'Finds a zeppelin by its number' },
    { name: 'rentZeppelin', description: 'Reserves a zeppelin' },
  ];
  const catalog = await catalogOf([entryOf('hangar'), entryOf('other')], {
    knownTools: id => (id === 'hangar' ? tools : []),
  });

  expect(catalog.discover('zeppelins', 5).matches).toMatchObject([
    { entry: { id: 'hangar' }, why: ['zeppelins'], tools: [{ name: 'rentZeppelin' }, { name: 'lookup' }] },
  ]);
  tools = [{ name: 'fold_umbrella' }];
  catalog.toolsChanged(idOf('hangar'));
  expect(catalog.discover('umbrella', 5).matches).toMatchObject([
    { entry: { id: 'hangar' }, tools: [{ name: 'fold_umbrella' }] },
  ]);
  expect(catalog.discover('zeppelin', 5).matches).toEqual([]);
});

test('finds a tool by what it is called in the other language', async () => {
  const catalog = await catalogOf([entryOf('ledger'), entryOf('other')], {
    knownTools: id => (id === 'ledger' ? [{ name: 'ping' }, { name: 'createInvoice' }] : []),
  });
  expect(catalog.discover('une facture', 5).matches).toMatchObject([
    { entry: { id: 'ledger' }, why: ['facture'], tools: [{ name: 'createInvoice' }] },
  ]);
});

test('names servers of the user among those that are known for a concept', async () => {
  const own = new MemorySource('settings', entryOf('acme-deployer', { description: 'Our own deployment' }));
  const { catalog } = await catalogOver([own, new ShippedRegistry(SHIPPED_DATA, 'linux')]);
  const matches = catalog.discover('mettre le site en ligne', 5).matches.map(({ entry }) => entry.id);
  expect(matches).toContain('acme-deployer');
  expect(matches).toContain('vercel');
});

test('says of what cannot be used now why not', async () => {
  const catalog = await catalogOf([
    entryOf('aa', { tags: ['zeppelin'] }),
    entryOf('bb', { tags: ['zeppelin'], needs: [secret('ZEPPELIN_KEY')] }),
    entryOf('cc', { tags: ['zeppelin'], launch: stdio('zeppelind') }),
    entryOf('dd', { tags: ['zeppelin'], disabledBy: 'workspace' }),
    entryOf('ee', { tags: ['zeppelin'], disabledBy: 'policy', disabledReason: 'It is gone.' }),
  ]);
  const blocked = catalog.discover('zeppelin', 5).matches.map(match => [match.entry.id, match.blocked]);
  expect(Object.fromEntries(blocked)).toEqual({
    aa: undefined,
    bb: expect.stringContaining('Missing ZEPPELIN_KEY.'),
    cc: expect.stringContaining('The program "zeppelind" was not found'),
    dd: expect.stringContaining('is switched off for this workspace'),
    ee: expect.stringContaining('is not offered. It is gone.'),
  });
});

test.each([
  ['paiment', 'stripe'],
  ['traductoin', 'deepl'],
  ['deploiment', 'vercel'],
  ['kubernets', 'azure'],
])('understands %j, with a slip in it: %s', (intent, server) => {
  expect(found(intent)[0]).toBe(server);
});

test('says that nothing matches and where to look', async () => {
  const catalog = await catalogOf([
    entryOf('github', { category: 'code' }),
    entryOf('stripe', { category: 'money' }),
  ]);

  expect(catalog.discover('zzqqx\nwwqqx', 5)).toEqual({
    matches: [],
    didYouMean: [],
    message:
      'No server matches "zzqqx wwqqx". Call mcp_environment with one of these categories: code (1), money (1); or call mcp_discover with other words.',
  });
  expect((await catalogOf([])).discover('deploy', 5).message).toContain('The catalog is empty');
});

test('says so where what it found only comes near', () => {
  const { matches, message } = shipped.discover('zzqqx section', 2);
  expect(matches.length).toBeGreaterThan(0);
  expect(message).toContain('No server matches "zzqqx section" well');
  expect(shipped.discover('deploy', 2).message).toBeUndefined();
});

test('offers the nearest name for a mistyped one', () => {
  expect(shipped.discover('postgress', 5).didYouMean).toContain('postgres');
  expect(shipped.discover('github', 5).didYouMean).toEqual([]);
});

test.each([
  '',
  '   ',
  '!!!',
  '__proto__',
  'constructor',
  'le la les',
  'x'.repeat(100_000),
  'é'.repeat(5_000),
  'deploy payments '.repeat(6_250),
  'a b c d e f g h i j k l m n o p q r s t u v w x y z '.repeat(100),
  '🚀💳📨',
  '\u202edeploy\u202c',
  'نشر التطبيق',
  '部署我的应用程序',
  'развернуть приложение',
  '\uD800 deploy',
  '#deploy',
  'hasOwnProperty toString valueOf',
  '\0\n\t',
])('does not fall over an intent such as %.20j', intent => {
  const { matches, message } = shipped.discover(intent, 5);
  expect(matches.length).toBeLessThanOrEqual(5);
  if (matches.length === 0) expect(message).toContain('No server matches');
  expect(message?.length ?? 0).toBeLessThan(600);
});

test('the table of concepts knows only servers of the registry, and no concept twice', () => {
  for (const [name, known] of SHIPPED_CONCEPTS()) {
    // Some stand for what nothing ships for: people bring servers of their own.
    for (const id of known === '' ? [] : known.split(' '))
      expect(shipped.find(id), `${id} for ${name}`).toBeDefined();
  }
  const names = SHIPPED_CONCEPTS().map(([name]) => name);
  expect(new Set(names).size).toBe(names.length);
});
