import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test } from 'vitest';
import { Agent, overHttp, overStdio } from './clients';
import { ModernAgent, modernOverHttp, modernOverStdio } from './modernClients';
import { realServer, world, type World } from './world';

const FIXTURE = fileURLToPath(new URL('../support/modernServer.mjs', import.meta.url));

/** A remote server of the newer era alone. */
async function remote(): Promise<string> {
  const child = spawn(process.execPath, [FIXTURE, '--http'], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return url;
}

/** A world with a server of each era, one of them remote. */
const servers = async (): Promise<World> =>
  world({
    older: realServer('everything'),
    newer: { command: process.execPath, args: [FIXTURE] },
    far: { type: 'http', url: await remote() },
  });

/** A client of either era, whose person gives its name. */
type Either = Pick<Agent, 'call' | 'toolNames' | 'listChangedTimes'> & {
  readonly resources: () => Promise<readonly string[]>;
  readonly read: (uri: string) => Promise<unknown>;
  readonly greet: (name: string) => Promise<unknown>;
  readonly steps: (server: string) => Promise<readonly number[]>;
};

const CAPABILITIES = { elicitation: { form: {} } };
const ANSWER = { action: 'accept', content: { name: 'Ann' } } as const;

function ofEither(agent: Agent | ModernAgent): Either {
  // Both clients of the SDK have these in the same form.
  const client = agent.client as Agent['client'];
  return {
    call: async (name, input) => await agent.call(name, input),
    toolNames: async () => await agent.toolNames(),
    listChangedTimes: async times => await agent.listChangedTimes(times),
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    read: async uri => (await client.readResource({ uri })).contents,
    greet: async name => (await client.getPrompt({ name, arguments: { name: 'Bo' } })).messages,
    steps: async server => {
      const told: number[] = [];
      let gone: Promise<unknown> | undefined;
      const onprogress = ({ progress }: { readonly progress: number }): void => {
        told.push(progress);
        if (progress === 3) gone = agent.call(`${server}__go`);
      };
      const params = { name: `${server}__steps`, arguments: {} };
      if (agent instanceof ModernAgent) await agent.client.callTool(params, { onprogress });
      else await agent.client.callTool(params, undefined, { onprogress });
      await gone;
      return told;
    },
  };
}

const CLIENTS: Readonly<Record<string, (of: World) => Promise<Either>>> = {
  'an older client over stdio': async of => {
    const agent = new Agent(CAPABILITIES);
    agent.client.setRequestHandler(ElicitRequestSchema, () => ({ ...ANSWER }));
    return ofEither((await overStdio(of, ['--approve', 'all'], {}, agent)).agent);
  },
  'a newer client over stdio': async of => {
    const agent = new ModernAgent(CAPABILITIES);
    agent.client.setRequestHandler('elicitation/create', () => ({ ...ANSWER }));
    return ofEither(await modernOverStdio(of, ['--approve', 'all'], agent));
  },
  'a newer client over HTTP': async of => {
    const agent = new ModernAgent(CAPABILITIES);
    agent.client.setRequestHandler('elicitation/create', () => ({ ...ANSWER }));
    return ofEither(await modernOverHttp(await overHttp(of, ['--approve', 'all']), agent));
  },
};

const cells = Object.keys(CLIENTS).flatMap(client =>
  ['newer', 'far'].map(server => [client, server] as const),
);

test.each(cells)('%s uses everything of a server of the newer era (%s)', async (how, server) => {
  const client = await CLIENTS[how]?.(await servers());
  if (!client) throw new Error(how);
  const activated = await client.call('mcp_activate', { name: server });
  expect(activated.isError, activated.text).toBe(false);
  expect(await client.toolNames()).toEqual(expect.arrayContaining([`${server}__echo`, `${server}__place`]));
  expect(await client.call(`${server}__echo`, { text: 'Hi' })).toMatchObject({ text: 'Hi', isError: false });
  expect((await client.call(`${server}__ask`)).text).toBe('Hello Ann');
  expect((await client.call(`${server}__place`, { region: 'Orléans' })).text).toBe('Orléans');
  expect(await client.steps(server)).toEqual([1, 2, 3]);
  expect(await client.resources()).toContain('memo://note');
  expect(await client.read('memo://note')).toMatchObject([{ text: 'A note' }]);
  expect(await client.read('memo://page/7')).toMatchObject([{ text: 'Page 7' }]);
  expect(await client.greet(`${server}__greet`)).toMatchObject([{ content: { text: 'Greet Bo' } }]);
  await client.listChangedTimes(1);
  await client.call(`${server}__grow`);
  await client.listChangedTimes(2);
  expect(await client.toolNames()).toContain(`${server}__grown`);
});

test.each(Object.keys(CLIENTS))('%s uses a server of the older era', async how => {
  const client = await CLIENTS[how]?.(await servers());
  if (!client) throw new Error(how);
  await client.call('mcp_activate', { name: 'older' });
  expect((await client.call('older__echo', { message: 'Hi' })).text).toBe('Echo: Hi');
  expect((await client.call('older__trigger-elicitation-request')).text).toContain('User');
  expect(await client.resources()).not.toEqual([]);
});

test('a client that cannot be asked is told so by name, whatever its server speaks', async () => {
  const agent = await modernOverStdio(await servers(), ['--approve', 'all']);
  await agent.call('mcp_activate', { name: 'newer' });
  expect((await agent.call('newer__ask')).text).toContain('does not support elicitation/create');
});

test.each(['newer', 'far'])(
  'a call that is given up ends at a server of the newer era (%s)',
  async server => {
    const { agent } = await overStdio(await servers(), ['--approve', 'all']);
    await agent.call('mcp_activate', { name: server });
    const abort = new AbortController();
    const call = agent.client.callTool({ name: `${server}__wait`, arguments: {} }, undefined, {
      signal: abort.signal,
    });
    await expect.poll(async () => (await agent.call(`${server}__waits`)).text).toBe('1 begun, 0 cancelled');
    abort.abort();
    await expect(call).rejects.toThrow('abort');
    await expect.poll(async () => (await agent.call(`${server}__waits`)).text).toBe('1 begun, 1 cancelled');
  },
);
