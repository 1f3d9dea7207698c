import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { httpServer } from '../../../test/support/httpServer';
import { mcpRegistry, send, type TestRegistry } from '../../../test/support/mcpRegistry';
import { npm, ODD, ordinary, published, UNREADABLE } from '../../../test/support/registryDocuments';
import { runningClock } from '../../../test/support/runningClock';
import { StoppedClock } from '../../../test/support/stoppedClock';
import { disposable } from '../../core/support/disposable';
import type { Clock } from '../../core/support/clock';
import { SyncedServers } from './syncedServers';
import { clearSynced, syncRegistry, type SyncReport } from './syncRegistry';

let folder = '';
let registry: TestRegistry;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registry-'));
  registry = await mcpRegistry(httpServer, []);
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** Time in which waiting takes none. */
const hasty: Clock = {
  ...runningClock,
  after(_delay, run) {
    queueMicrotask(run);
    return disposable(() => undefined);
  },
};

interface Wishes {
  readonly what?: string;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  readonly progress?: (servers: number) => void;
}

async function sync({
  what = '',
  clock = hasty,
  signal = new AbortController().signal,
  progress,
}: Wishes = {}): Promise<SyncReport> {
  return await syncRegistry(
    { registry: registry.origin, what },
    { folder, clock, ...(progress === undefined ? {} : { progress }) },
    signal,
  );
}

async function names(): Promise<readonly string[]> {
  const { entries } = await new SyncedServers(folder).read();
  return entries.map(({ origin }) => /: (\S+)/.exec(origin)?.[1] ?? '');
}

/** Everything that is kept, byte for byte. */
async function kept(): Promise<string> {
  const state = JSON.parse(await readFile(join(folder, 'state.json'), 'utf8')) as { readonly file: string };
  return await readFile(join(folder, state.file), 'utf8');
}

test('brings all servers, page by page, and tells how far it is', async () => {
  registry.entries = ordinary(250);
  const told: number[] = [];
  const report = await sync({ progress: servers => told.push(servers) });
  expect(report).toMatchObject({
    servers: 250,
    added: 250,
    changed: 0,
    removed: 0,
    skippedCount: 0,
    isUpdate: false,
  });
  expect(told).toEqual([100, 200, 250]);
  expect(await names()).toHaveLength(250);
  expect(registry.requests[1]).toBe('GET /v0.1/servers?limit=100&version=latest&cursor=from-100');
});

test('skips what cannot be read, by name, and keeps the rest; odd ones are there with the reason', async () => {
  registry.entries = [...UNREADABLE.map(([, value]) => value), ...Object.values(ODD), ...ordinary(10)];
  const report = await sync();
  expect(report.servers).toBe(Object.keys(ODD).length + 10);
  expect(report.skippedCount).toBe(UNREADABLE.length);
  expect(report.skipped.map(({ name }) => name)).toEqual(UNREADABLE.map(([name]) => name));
});

test('a name that comes twice counts once', async () => {
  registry.entries = [
    published('a.b/one', { packages: [npm('first')] }),
    published('a.b/one', { packages: [npm('second')] }),
  ];
  expect(await sync()).toMatchObject({
    servers: 1,
    skipped: [{ name: 'a.b/one', why: 'it comes twice, and the first one counts' }],
  });
  expect(await kept()).toContain('first@1.2.3');
});

test('the next time asks for what changed since a day before the last one, and takes deleted servers away', async () => {
  const clock = new StoppedClock(Date.UTC(2026, 4, 2));
  registry.entries = ordinary(20);
  await sync({ clock });
  const changed = { updatedAt: '2026-06-01T00:00:00.000Z' };
  registry.entries = [
    ...ordinary(20).slice(2),
    published('io.github.maker0/weather-0', {}, { ...changed, status: 'deleted' }),
    published('io.github.maker1/invoices-1', { version: '9.0.0', packages: [npm('new')] }, changed),
    published('io.github.new/one', { packages: [npm('one')] }, changed),
  ];
  registry.requests.length = 0;
  expect(await sync({ clock })).toMatchObject({
    servers: 20,
    added: 1,
    changed: 1,
    removed: 1,
    isUpdate: true,
  });
  expect(registry.requests).toEqual([
    'GET /v0.1/servers?limit=100&version=latest&updated_since=2026-05-01T00%3A00%3A00.000Z',
  ]);
  expect(await names()).not.toContain('io.github.maker0/weather-0');
});

test('part of a name brings those servers beside the ones that are there; a whole name brings one, in a version if that is said', async () => {
  registry.entries = [
    ...ordinary(30),
    published('io.github.ann/shop', { version: '2.0.0', packages: [npm('shop')] }),
  ];
  await sync({ what: 'weather' });
  expect(await names()).toHaveLength(4);
  await sync({ what: 'io.github.ann/shop@2.0.0' });
  expect(await names()).toHaveLength(5);
  expect(registry.requests.at(-1)).toBe('GET /v0.1/servers/io.github.ann%2Fshop/versions/2.0.0');
  await expect(sync({ what: 'io.github.ann/nothing' })).rejects.toMatchObject({ code: 'not-in-registry' });
  expect(await names()).toHaveLength(5);
  // What is there of a few servers says nothing of when all of them were read.
  expect(await sync()).toMatchObject({ servers: 31, isUpdate: false });
});

test.each([
  [
    '429 with a time to wait',
    (_: URL, response: Parameters<typeof send>[0]) => send(response, 429, {}, { 'retry-after': '7' }),
  ],
  ['500', (_: URL, response: Parameters<typeof send>[0]) => send(response, 500, {})],
  [
    'half a page, then a cut',
    (_: URL, response: Parameters<typeof send>[0]) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write('{"servers": [{"server": {"name": "a.b/c"');
      setImmediate(() => response.destroy());
    },
  ],
] as const)('tries again, then says so and loses nothing: %s', async (_what, fault) => {
  registry.entries = ordinary(150);
  await sync();
  const before = await kept();
  registry.fault = fault;
  registry.requests.length = 0;
  await expect(sync()).rejects.toMatchObject({ code: 'registry-unavailable' });
  expect(registry.requests).toHaveLength(4);
  expect(await kept()).toBe(before);
});

test('waits as long as the registry says, and goes on', async () => {
  const clock = new StoppedClock();
  registry.entries = ordinary(3);
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
  registry.fault = (_url, response) => {
    registry.fault = undefined;
    send(response, 503, {}, { 'retry-after': '30' });
    isAsked();
  };
  const running = sync({ clock });
  await asked;
  await expect
    .poll(() => {
      clock.advance(30_000);
      return registry.requests.length;
    })
    .toBe(2);
  expect(await running).toMatchObject({ servers: 3 });
});

test.each([
  [
    'an answer of another kind',
    (_: URL, response: Parameters<typeof send>[0]) => send(response, 200, { hello: 'world' }),
  ],
  ['no JSON', (_: URL, response: Parameters<typeof send>[0]) => response.end('<html>')],
  [
    'the same cursor for ever',
    (_: URL, response: Parameters<typeof send>[0]) =>
      send(response, 200, { servers: ordinary(5), metadata: { nextCursor: 'again' } }),
  ],
  [
    'ever new cursors with the same servers',
    (url: URL, response: Parameters<typeof send>[0]) =>
      send(response, 200, {
        servers: ordinary(5),
        metadata: { nextCursor: `${url.searchParams.get('cursor') ?? ''}x` },
      }),
  ],
] as const)('takes nothing over from a registry that gives %s', async (_what, fault) => {
  registry.entries = ordinary(12);
  await sync();
  const before = await kept();
  registry.fault = fault;
  await expect(sync()).rejects.toMatchObject({ code: 'registry-answer' });
  expect(await kept()).toBe(before);
  // Nothing of it is left that the next sync would go on with.
  registry.fault = undefined;
  expect(await sync()).toMatchObject({ servers: 12 });
});

test('a page of more bytes than any honest one is not read to its end', async () => {
  registry.fault = (_url, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const block = 'x'.repeat(1_048_576);
    const write = (): void => {
      while (!response.destroyed && response.write(block));
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  };
  await expect(sync()).rejects.toMatchObject({
    code: 'registry-unavailable',
    message: expect.stringContaining('more than'),
  });
});

test('goes on where it stopped, again and again, also where a line was cut off in the middle of it', async () => {
  registry.entries = ordinary(400);
  const failsAt = (cursor: string): void => {
    registry.fault = (url, response) => {
      if (url.searchParams.get('cursor') === cursor) return send(response, 500, {});
      const start = Number(url.searchParams.get('cursor')?.slice(5) ?? 0);
      const servers = ordinary(400).slice(start, start + 100);
      send(response, 200, { servers, metadata: { nextCursor: `from-${start + 100}` } });
    };
  };
  failsAt('from-200');
  await expect(sync()).rejects.toMatchObject({ code: 'registry-unavailable' });
  expect(await readdir(folder)).toEqual(['sync.jsonl']);
  await appendFile(join(folder, 'sync.jsonl'), '{"entries":[{"id":"half');
  failsAt('from-300');
  await expect(sync()).rejects.toMatchObject({ code: 'registry-unavailable' });
  registry.fault = undefined;
  registry.requests.length = 0;
  expect(await sync()).toMatchObject({ servers: 400 });
  expect(registry.requests).toEqual(['GET /v0.1/servers?limit=100&version=latest&cursor=from-300']);
});

test('begins anew where the registry no longer knows the place', async () => {
  registry.entries = ordinary(300);
  registry.fault = (url, response) => {
    if (url.searchParams.has('cursor')) return send(response, 500, {});
    send(response, 200, { servers: ordinary(100), metadata: { nextCursor: 'forgotten' } });
  };
  await expect(sync()).rejects.toMatchObject({ code: 'registry-unavailable' });
  registry.fault = (url, response) => {
    registry.fault = undefined;
    send(response, url.searchParams.get('cursor') === 'forgotten' ? 400 : 500, {});
  };
  expect(await sync()).toMatchObject({ servers: 300 });
});

test('a person can leave: what was there stays, and what came is not asked for again', async () => {
  registry.entries = ordinary(30);
  await sync();
  registry.entries = ordinary(200);
  await clearSynced(folder);
  const abort = new AbortController();
  await expect(sync({ signal: abort.signal, progress: () => abort.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  });
  registry.requests.length = 0;
  await sync();
  expect(registry.requests).toEqual(['GET /v0.1/servers?limit=100&version=latest&cursor=from-100']);
});

test('a sync that ended in the middle of its last steps leaves the list that counts', async () => {
  registry.entries = ordinary(5);
  await sync();
  await writeFile(join(folder, 'state.json.new'), '{"v":1,"fi');
  await writeFile(join(folder, 'servers-halfway.jsonl'), '{"id":');
  expect(await names()).toHaveLength(5);
  const isNew = { updatedAt: '2099-01-01T00:00:00.000Z' };
  registry.entries = [...ordinary(5), published('a.b/new', { packages: [npm('new')] }, isNew)];
  await sync();
  expect(await names()).toHaveLength(6);
  expect((await readdir(folder)).filter(name => name.startsWith('servers-'))).toHaveLength(1);
});

test('two at once: the second one is told', async () => {
  registry.entries = ordinary(5);
  const { promise, resolve } = Promise.withResolvers<void>();
  registry.fault = (_url, response) => void promise.then(() => send(response, 200, { servers: [] }));
  const first = sync();
  await expect.poll(() => registry.requests.length).toBe(1);
  await expect(sync()).rejects.toMatchObject({ code: 'sync-running' });
  resolve();
  await first;
});

test('a lock that a process which has gone left behind holds nobody up', async () => {
  registry.entries = ordinary(5);
  await writeFile(join(folder, 'sync.lock'), '999999999');
  expect(await sync()).toMatchObject({ servers: 5 });
});

test('forgets all of it', async () => {
  registry.entries = ordinary(5);
  await sync();
  expect(await clearSynced(folder)).toBe(true);
  expect(await readdir(folder)).toEqual([]);
  expect(await clearSynced(folder)).toBe(false);
});

test.each([
  'http://registry.example.com',
  'ftp://registry.example.com',
  'registry.example.com',
  'https://ann:secret@registry.example.com',
])('reads no registry at %s', async address => {
  const refused = syncRegistry(
    { registry: address, what: '' },
    { folder, clock: hasty },
    new AbortController().signal,
  );
  await expect(refused).rejects.toMatchObject({ code: 'bad-registry-url' });
});

test('the catalog hears of a sync, and of a list that cannot be read', async () => {
  const source = new SyncedServers(folder);
  expect(await source.read()).toEqual({ source: 'mcp-registry', entries: [], problems: [] });
  let heard = 0;
  const watch = source.onDidChange(() => (heard += 1));
  registry.entries = ordinary(5);
  await sync();
  await expect.poll(() => heard).toBe(1);
  const { entries } = await source.read();
  expect(entries).toHaveLength(5);
  expect((await source.read()).entries).toBe(entries);
  await writeFile(join(folder, 'state.json'), '{"v":1,"file":"../../etc/passwd"}');
  expect(await source.read()).toMatchObject({
    entries: [],
    problems: [{ message: expect.stringContaining('Sync it again') }],
  });
  watch.dispose();
});
