import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plantedKey } from '../support/otherTools';
import { overStdio, start } from './clients';
import { plainly, repository, type Repository } from './repository';
import { PROGRAM, script, TINY } from './world';

/** Runs a command of the program that ends by itself. */
function run(of: Repository, ...args: readonly string[]): { readonly out: string; readonly code: number } {
  try {
    const env = { ...process.env, ...of.env };
    const out = execFileSync(process.execPath, [PROGRAM, ...args, ...of.plain], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { out, code: 0 };
  } catch (error) {
    const { stdout, stderr, status } = error as { stdout: string; stderr: string; status: number };
    return { out: stdout + stderr, code: status };
  }
}

test.each([['approve'], ['--sign-in'], ['--sign-out']])(
  'a wrong name after %s is answered with the command that lists all servers, and with no tool of agents',
  command => {
    const of = repository(() => ({}));
    const { out, code } = run(of, command, 'memry');
    expect([code, out]).toEqual([
      2,
      expect.stringContaining('There is no server "memry". Did you mean "memory"?'),
    ]);
    expect(out).not.toContain('mcp_');
    expect(out).toMatch(
      /To list all servers: \S+ \S+headless\.js --show-launches --workspace \S+ --state \S+/,
    );
  },
);

const memoryInRepository = () =>
  repository(({ evil }) => ({ '.switchyard/servers.json': { servers: { memory: evil() } } }));

test("starts nothing of the repository's for a name on the command line, and says what would", async () => {
  for (const flags of [
    ['--approve', 'filesystem,memory'],
    ['--approve', 'all'],
    ['--core', 'memory', '--approve', 'memory'],
  ]) {
    const of = memoryInRepository();
    const { agent, stderr } = await overStdio(plainly(of), flags, of.env);
    const refused = await agent.call('mcp_activate', { name: 'memory' });
    expect(refused.code).toBe('launch-not-approved');
    expect(refused.text).toContain('a repository file defines what it runs');
    expect(refused.text).toContain("It hides the registry's with the same name");
    expect(refused.text).toContain('headless.js approve memory --workspace ');
    // Nobody was asked, so nobody refused.
    expect((await agent.call('mcp_activate', { name: 'memory' })).text).toBe(refused.text);
    await agent.toolNames();
    const environment = await agent.call('mcp_environment');
    expect(environment.text).toContain("! memory: This is the repository's");
    expect(JSON.stringify(environment.structured)).toContain("It hides the registry's with the same name");
    expect(stderr()).toContain('Files of the workspace define servers: memory.');
    await agent.client.close();
    expect(of.fired()).toBe(false);
  }
});

test('starts exactly what was approved by its hash, and asks again when the file changes', async () => {
  const of = memoryInRepository();
  const shown = run(of, '--show-launches').out;
  const ref = /memory@sha256:[0-9a-f]{64}/.exec(shown)?.[0] ?? '';
  expect(shown).toContain(join(of.workspace, '.switchyard/servers.json'));
  const { agent } = await overStdio(plainly(of), ['--approve', ref], of.env);
  expect((await agent.call('mcp_activate', { name: 'memory' })).code).toBeUndefined();
  expect(of.fired()).toBe(true);
  of.write('.switchyard/servers.json', { servers: { memory: of.evil({ MORE: '1' }) } });
  const call = { server: 'memory', tool: 'ping', arguments: {} };
  await expect.poll(async () => (await agent.call('mcp_call_tool', call)).code).toBe('launch-not-approved');
});

test('--show-launches says which entries it leaves out because they are broken, and why', async () => {
  const of = repository(({ evil }) => ({
    '.switchyard/servers.json': {
      servers: { fine: evil(), both: { command: 'node', url: 'https://a.example' } },
    },
  }));
  const { exit, stderr } = start(['--show-launches', ...of.plain], of.env);
  expect(await exit).toBe(0);
  expect(stderr()).toContain('servers.json:');
  expect(stderr()).toContain('"both": it has a command and a url.');
});

test('approve shows the launch and keeps the yes, a running program hears of it, revoke takes it back', async () => {
  const of = memoryInRepository();
  const { agent } = await overStdio(plainly(of), [], of.env);
  expect((await agent.call('mcp_activate', { name: 'memory' })).code).toBe('launch-not-approved');
  const { out, code } = run(of, 'approve', 'memory');
  expect(code).toBe(0);
  expect(out).toContain(process.execPath);
  expect(out).toContain(`in folder ${of.workspace}`);
  expect(out).toContain("It hides the registry's with the same name");
  expect(out).toContain('Approved "memory" as shown');
  await expect.poll(async () => (await agent.call('mcp_activate', { name: 'memory' })).code).toBeUndefined();
  await agent.client.close();

  expect(run(of, 'revoke', 'memory').out).toContain('"memory" is no longer approved.');
  const again = await overStdio(plainly(of), [], of.env);
  expect((await again.agent.call('mcp_activate', { name: 'memory' })).code).toBe('launch-not-approved');
});

test('approve and revoke take a launch as messages show it, and nothing for another', async () => {
  const of = memoryInRepository();
  const [ref = ''] = /memory@sha256:[0-9a-f]{64}/.exec(run(of, '--show-launches').out) ?? [];
  expect(ref).not.toBe('');
  const other = `memory@sha256:${'0'.repeat(64)}`;
  const refused = run(of, 'approve', 'filesystem', other);
  expect(refused).toMatchObject({
    code: 2,
    out: expect.stringContaining('"memory" runs something else than') as string,
  });
  expect(refused.out).toContain('headless.js approve memory --workspace ');
  expect(run(of, 'revoke', 'filesystem').out).toContain('there is nothing to revoke');
  expect(run(of, 'approve', ref).out).toContain('Approved "memory" as shown');
  expect(run(of, 'revoke', other).out).toContain('there is nothing to revoke');
  expect(run(of, 'revoke', ref).out).toContain('is no longer approved');
});

test.skipIf(process.platform === 'win32')(
  'a credentials file that is not used is named with the missing key, at the start and when it changes',
  async () => {
    const of = repository(() => ({}));
    const file = join(of.folder, 'state', 'credentials.json');
    const { agent, stderr } = await overStdio(plainly(of), [], of.env);
    writeFileSync(file, '{"brave-search": {"BRAVE_API_KEY": "a-real-key"}}', { mode: 0o644 });
    const why = `others may read the file. Run: chmod 600 '${file}'`;
    await expect.poll(stderr).toContain(why);
    expect((await agent.call('mcp_activate', { name: 'brave-search' })).text).toContain(why);
    expect(run(of, 'approve', 'brave-search')).toEqual({
      code: 2,
      out: expect.stringMatching(
        /warn .*others may read[^]*Missing BRAVE_API_KEY\..*others may read/,
      ) as string,
    });
    expect(run(of, '--show-launches').out).toContain(why);
  },
);

test('says what is wrong with a name that cannot be approved, and approves none of its neighbours', async () => {
  const of = memoryInRepository();
  expect(run(of, 'approve', 'memory', 'nothing-like-it')).toMatchObject({
    code: 2,
    out: expect.stringContaining('There is no server "nothing-like-it"') as string,
  });
  expect(run(of, 'approve', 'workflow').out).toContain('"workflow" is built in');
  expect(run(of, 'approve').out).toContain('Name the servers');
  expect(run(of, 'revoke', 'memory').out).toContain('there is nothing to revoke');
  const { exit, stderr } = start(['--approve', 'memory@sha256:12']);
  expect(await exit).toBe(2);
  expect(stderr()).toContain('is not a launch. Use NAME@sha256:HASH');
});

test("--trust-workspace is the yes to the repository's own files, in every place that --import reads", async () => {
  const of = repository(({ evil }) => ({
    '.switchyard/servers.json': { servers: { own: evil() } },
    '.mcp.json': { mcpServers: { shared: evil() } },
  }));
  const { agent } = await overStdio(plainly(of), ['--trust-workspace', '--import', 'all'], of.env);
  for (const name of ['own', 'shared'])
    expect((await agent.call('mcp_activate', { name })).code).toBeUndefined();
});

test('a servers file is the user’s only where it lies outside of the workspace, links followed', async () => {
  const inside = repository(({ evil }) => ({ 'my-servers.json': { servers: { tiny: evil() } } }));
  const link = join(inside.folder, 'link.json');
  symlinkSync(join(inside.workspace, 'my-servers.json'), link);
  for (const file of [join(inside.workspace, 'my-servers.json'), link]) {
    const { agent } = await overStdio(plainly(inside), ['--servers', file, '--approve', 'all'], inside.env);
    expect((await agent.call('mcp_activate', { name: 'tiny' })).code).toBe('launch-not-approved');
  }
  expect(inside.fired()).toBe(false);

  const outside = repository(() => ({}), { tiny: script(TINY) });
  const { agent } = await overStdio(outside, ['--approve', 'tiny'], outside.env);
  expect((await agent.call('mcp_activate', { name: 'tiny' })).code).toBeUndefined();
});

test('gives no key that was stored for another server of the name to one of the repository', async () => {
  const key = plantedKey();
  const of = repository(({ evil }) => ({
    '.switchyard/servers.json': { servers: { github: { ...evil(), requiredEnv: ['SERVICE_TOKEN'] } } },
  }));
  await overStdio(plainly(of), [], of.env).then(({ agent }) => agent.client.close());
  const file = join(of.folder, 'state', 'credentials.json');
  const store = (name: string) => {
    writeFileSync(file, JSON.stringify({ [name]: { SERVICE_TOKEN: key } }));
    chmodSync(file, 0o600);
  };
  store('github');
  const { agent } = await overStdio(plainly(of), ['--trust-workspace'], of.env);
  const refused = await agent.call('mcp_activate', { name: 'github' });
  expect(refused.code).toBe('missing-credentials');
  const [, tagged = ''] =
    /credentials\.json in the state folder under "(github@[0-9a-f]+)"/.exec(refused.text) ?? [];
  await agent.client.close();

  store(tagged);
  const { agent: second } = await overStdio(plainly(of), ['--trust-workspace'], of.env);
  expect((await second.call('mcp_activate', { name: 'github' })).code).toBeUndefined();
  expect(readFileSync(join(of.folder, 'canary'), 'utf8')).toContain(key);
});

test('shows an env file outside of the workspace before its variables are given to a server', async () => {
  const key = plantedKey();
  const of = repository(({ evil, home }) => ({
    '.mcp.json': {
      mcpServers: {
        outer: { ...evil(), envFile: join(home, '.aws') },
        inner: { ...evil(), envFile: 'own.env' },
      },
    },
    'own.env': 'OWN=1\n',
  }));
  of.writeHome('.aws', `SERVICE_TOKEN=${key}\n`);
  const options = ['--import', 'mcp-json', '--trust-workspace'];
  const { agent } = await overStdio(plainly(of), options, of.env);
  expect((await agent.call('mcp_activate', { name: 'outer' })).code).toBe('launch-not-approved');
  expect(of.fired()).toBe(false);
  expect((await agent.call('mcp_activate', { name: 'inner' })).code).toBeUndefined();
  await agent.client.close();
  const shown = run(of, 'approve', 'outer', '--import', 'mcp-json').out;
  expect(shown).toContain(`with the variables of the file ${join(of.home, '.aws')}`);
  expect(shown).not.toContain(key);
  const { agent: second } = await overStdio(plainly(of), ['--import', 'mcp-json'], of.env);
  expect((await second.call('mcp_activate', { name: 'outer' })).code).toBeUndefined();
});

test('lets nobody take the name of a module of ours', async () => {
  const of = repository(({ evil }) => ({
    '.switchyard/servers.json': { servers: { orchestrator: evil(), workflow: evil() } },
  }));
  const { agent, stderr } = await overStdio(plainly(of), ['--trust-workspace'], of.env);
  expect(await agent.toolNames()).toContain('mcp_activate');
  expect(stderr()).toContain(
    '"orchestrator" is reserved for a Switchyard module, so this server is ignored.',
  );
  expect(of.fired()).toBe(false);
});

test('keeps what was approved where no repository can bring it along', async () => {
  const of = memoryInRepository();
  const { exit, stderr } = start(['--workspace', of.workspace, '--state', join(of.workspace, '.state')]);
  expect(await exit).toBe(2);
  expect(stderr()).toContain('lies in the workspace');

  of.write('.git/HEAD', 'ref: refs/heads/main\n');
  of.write('packages/app/a.txt', 'a\n');
  const app = join(of.workspace, 'packages', 'app');
  const above = start(['--workspace', app, '--state', join(of.workspace, '.state')]);
  expect(await above.exit).toBe(2);
});

test('signs in to no address that a repository put behind a name', async () => {
  const of = repository(() => ({
    '.switchyard/servers.json': { servers: { linear: { type: 'http', url: 'http://127.0.0.1:9/mcp' } } },
  }));
  const { out, code } = run(of, '--sign-in', 'linear');
  expect(code).toBe(2);
  expect(out).toContain('which is not approved. Review it with this command, then sign in: ');
  expect(out).toContain('headless.js approve linear --workspace ');
});

test("asks about a server of the user's own that runs what the open folder holds", async () => {
  const own = { mine: { command: process.execPath, args: ['server.cjs'] } };
  const of = repository(() => ({ 'server.cjs': TINY }), own);
  const { agent } = await overStdio(of, ['--approve', 'all'], of.env);
  const refused = await agent.call('mcp_activate', { name: 'mine' });
  expect(refused.code).toBe('launch-not-approved');
  expect(refused.text).toContain('it runs a workspace file, which is not approved.');
  expect(refused.text).toContain('headless.js approve mine --workspace ');
  await agent.client.close();
  const { agent: second } = await overStdio(of, ['--approve', 'mine', '--trust-workspace'], of.env);
  expect((await second.call('mcp_activate', { name: 'mine' })).code).toBeUndefined();
});
