import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { overStdio } from './clients';
import { TINY, type World, world } from './world';

/** The smallest server, whose tool tells how it was started. */
const TELLING = TINY.replace(
  "'pong'",
  'JSON.stringify({ cwd: process.cwd(), args: process.argv.slice(2), path: process.env.PATH })',
);

const PACKAGE = 'tiny-mcp';
const VERSION = '1.0.0';
const isWindows = process.platform === 'win32';

/** A registry on this machine with one package, and a home whose own settings name that registry. */
async function home(of: World): Promise<string> {
  const source = join(of.folder, 'package');
  mkdirSync(source);
  const manifest = { name: PACKAGE, version: VERSION, bin: { [PACKAGE]: 'server.js' } };
  writeFileSync(join(source, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(source, 'server.js'), `#!/usr/bin/env node\n${TELLING}`);
  execFileSync('npm', ['pack', '--silent'], { cwd: source });
  const tarball = readFileSync(join(source, `${PACKAGE}-${VERSION}.tgz`));
  const registry = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) return void response.end(tarball);
    if (request.url !== `/${PACKAGE}`) return void response.writeHead(404).end();
    const dist = {
      tarball: `http://${request.headers.host}/${PACKAGE}.tgz`,
      integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
    };
    const versions = { [VERSION]: { ...manifest, dist } };
    response.end(JSON.stringify({ name: PACKAGE, 'dist-tags': { latest: VERSION }, versions }));
  });
  await new Promise<void>(done => registry.listen(0, '127.0.0.1', done));
  onTestFinished(() => void registry.close());
  const folder = join(of.folder, 'home');
  mkdirSync(folder);
  const { port } = registry.address() as AddressInfo;
  writeFileSync(join(folder, '.npmrc'), `registry=http://127.0.0.1:${port}/\nupdate-notifier=false\n`);
  return folder;
}

/** Writes a program that leaves a trace that it ran. */
function canary(path: string, trace: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\necho "${path}" >> "${trace}"\nexit 1\n`);
  chmodSync(path, 0o755);
}

/** Fills the workspace as a hostile repository would: with all that npx takes over from where it is started. */
function poison(workspace: string, trace: string): void {
  const bin = join(workspace, 'node_modules', '.bin');
  for (const name of [PACKAGE, `${PACKAGE}@${VERSION}`, 'node', 'sh']) canary(join(bin, name), trace);
  const own = join(workspace, 'node_modules', PACKAGE);
  canary(join(own, 'evil.sh'), trace);
  const manifest = { name: PACKAGE, version: VERSION, bin: { [PACKAGE]: 'evil.sh' } };
  writeFileSync(join(own, 'package.json'), JSON.stringify(manifest));
  canary(join(workspace, 'evil.sh'), trace);
  writeFileSync(
    join(workspace, 'package.json'),
    JSON.stringify({ name: 'ws', bin: { [PACKAGE]: 'evil.sh' }, workspaces: ['*'], overrides: {} }),
  );
  writeFileSync(
    join(workspace, '.npmrc'),
    `registry=http://127.0.0.1:9/\nscript-shell=${join(workspace, 'evil.sh')}\n`,
  );
}

test.skipIf(isWindows)(
  'a package runner runs the package of the registry, and nothing that the repository committed for it',
  async () => {
    const launch = { command: 'npx', args: ['-y', `${PACKAGE}@${VERSION}`, '${workspaceFolder}'] };
    const of = world({ tiny: launch, there: { ...launch, cwd: '${workspaceFolder}' } });
    const workspace = join(of.folder, 'workspace');
    const trace = join(of.folder, 'trace');
    poison(workspace, trace);
    const env = { HOME: await home(of) };
    const { agent, stderr } = await overStdio(of, ['--approve', 'all'], env);

    const started = await agent.call('mcp_activate', { name: 'tiny' });
    expect(started.text + stderr()).toContain('tiny__ping');
    const { cwd, args } = JSON.parse((await agent.call('tiny__ping')).text) as Record<string, unknown>;
    expect({ cwd, args }).toEqual({ cwd: join(of.folder, 'state', 'launches', 'tiny'), args: [workspace] });
    expect(existsSync(trace)).toBe(false);

    // Where its entry says the workspace, it would take all that over: a name is not enough then.
    expect((await agent.call('mcp_activate', { name: 'there' })).code).toBe('launch-not-approved');
    expect(existsSync(trace)).toBe(false);
    await agent.client.close();
    // The trace is one that would show.
    const second = await overStdio(of, ['--approve', 'all', '--trust-workspace'], env);
    await second.agent.call('mcp_activate', { name: 'there' });
    expect(readFileSync(trace, 'utf8')).toContain(workspace);
  },
);

/** Runners that can't run here: a stand-in of their name tells how it was started. */
const RUNNERS = {
  uvx: ['tiny-mcp@1.0.0'],
  uv: ['run', '--no-project', '--with', 'tiny-mcp==1.0.0', 'tiny-mcp'],
  pipx: ['run', 'tiny-mcp==1.0.0'],
  docker: ['run', '-i', '--rm', 'tiny-mcp:1.0.0'],
  pnpm: ['dlx', 'tiny-mcp@1.0.0'],
};

test.skipIf(isWindows)(
  'every package runner starts in a folder of its own, from a PATH without the workspace in it',
  async () => {
    const all = Object.entries(RUNNERS);
    const of = world(
      Object.fromEntries(
        all.map(([command, args]) => [command, { command, args: [...args, '${workspaceFolder}'] }]),
      ),
    );
    const [workspace, bin, trace] = [
      join(of.folder, 'workspace'),
      join(of.folder, 'bin'),
      join(of.folder, 'trace'),
    ];
    mkdirSync(bin);
    for (const command of [...Object.keys(RUNNERS), 'git', 'node']) {
      canary(join(workspace, 'bin', command), trace);
      canary(join(workspace, command), trace);
    }
    for (const command of Object.keys(RUNNERS)) {
      writeFileSync(join(bin, command), `#!${process.execPath}\n${TELLING}`);
      chmodSync(join(bin, command), 0o755);
    }
    const others = ['/usr/bin', '/bin'];
    const path = ['.', join(workspace, 'bin'), 'bin', bin, ...others].join(delimiter);
    const { agent, stderr } = await overStdio(of, ['--approve', 'all'], { PATH: path });
    for (const [command, args] of all) {
      expect((await agent.call('mcp_activate', { name: command })).text).toContain(`${command}__ping`);
      expect(JSON.parse((await agent.call(`${command}__ping`)).text)).toEqual({
        cwd: join(of.folder, 'state', 'launches', command),
        args: [...args, workspace],
        path: [bin, ...others].join(delimiter),
      });
    }
    expect(existsSync(trace)).toBe(false);
    expect(stderr().split('relative or in the workspace are left out')).toHaveLength(2);
  },
);

test.skipIf(isWindows)(
  'a program that only the repository brings is not started, and the answer says why',
  async () => {
    const of = world({ tiny: { command: 'uvx', args: ['tiny-mcp@1.0.0'] } });
    const trace = join(of.folder, 'trace');
    canary(join(of.folder, 'workspace', 'bin', 'uvx'), trace);
    const path = [join(of.folder, 'workspace', 'bin'), '/nowhere'].join(delimiter);
    const { agent } = await overStdio(of, ['--approve', 'all'], { PATH: path });
    const { text, isError } = await agent.call('mcp_activate', { name: 'tiny' });
    expect(isError).toBe(true);
    expect(text).toContain('is not run from there: that PATH entry is in the workspace');
    expect(existsSync(trace)).toBe(false);
  },
);
