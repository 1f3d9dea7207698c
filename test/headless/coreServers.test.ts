import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { overHttp, overStdio } from './clients';
import { script, TINY, type World, world } from './world';

/** A world with a server that notes each start, and one that answers nothing before `go` exists. */
function coreWorld(more: object = {}): { readonly of: World; starts(): number; go(): void } {
  const { folder } = world({});
  const [log, go] = [join(folder, 'log'), join(folder, 'go')];
  const noting = `require('node:fs').appendFileSync(${JSON.stringify(log)}, 'x');`;
  const waiting = `${noting}const at = setInterval(() => {
    if (!require('node:fs').existsSync(${JSON.stringify(go)})) return;
    clearInterval(at);
    ${TINY}
  }, 50);`;
  return {
    of: world({
      tiny: { ...script(noting + TINY), ...more },
      late: script(waiting),
      broken: script('process.exit(3)'),
    }),
    starts: () => (existsSync(log) ? readFileSync(log, 'utf8').length : 0),
    go: () => writeFileSync(go, ''),
  };
}

test.each(['process', 'session'])(
  'lists the tools of an approved core server at the first look, with isolation "%s"',
  async isolation => {
    const { of } = coreWorld(isolation === 'session' ? { isolation } : {});
    const { agent } = await overStdio(of, ['--core', 'tiny', '--approve', 'tiny']);
    expect(await agent.toolNames()).toContain('tiny__ping');
    expect((await agent.call('tiny__ping')).text).toBe('pong');
  },
);

test('lists what it knows of one from before, without a start', async () => {
  const { of, starts } = coreWorld();
  const first = await overHttp(of, ['--core', 'tiny', '--approve', 'tiny']);
  const { agent } = await first.agent();
  await agent.toolNames();
  await agent.client.close();
  first.started.child.kill('SIGTERM');
  await first.started.exit;
  const { agent: second } = await overStdio(of, ['--core', 'tiny', '--approve', 'tiny']);
  expect(await second.toolNames()).toContain('tiny__ping');
  expect(starts()).toBe(1);
});

test('starts none that nobody approved, and waits for none of them', async () => {
  const { of, starts } = coreWorld();
  const { agent } = await overStdio(of, ['--core', 'tiny']);
  expect(await agent.toolNames()).not.toContain('tiny__ping');
  expect(starts()).toBe(0);
});

test('waits four seconds for a slow one, tells when its tools are there, and names one that does not start', async () => {
  const { of, go } = coreWorld();
  const { agent, stderr } = await overStdio(of, ['--core', 'late,tiny,broken', '--approve', 'all']);
  const names = await agent.toolNames();
  expect(names).toContain('tiny__ping');
  expect(names).not.toContain('late__ping');
  // Nobody waits twice.
  const before = agent.listChanges;
  go();
  await agent.listChangedTimes(before + 1);
  await expect.poll(() => agent.toolNames()).toContain('late__ping');
  expect(stderr()).toContain('A core server did not start');
  expect(stderr()).toContain('broken');
});
