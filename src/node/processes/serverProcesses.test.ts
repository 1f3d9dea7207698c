import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ServerProcesses } from './serverProcesses';

/** What a server must not see of us. */
const OURS = { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--no-warnings', VSCODE_PID: '1', GIT_DIR: '/x' };

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'switchyard-spawn-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test.skipIf(process.platform === 'win32')(
  'finds commands in the PATH it was given, and hands it on',
  async () => {
    const bin = folder();
    writeFileSync(join(bin, 'only-here'), '#!/bin/sh\necho "$PATH"\n');
    chmodSync(join(bin, 'only-here'), 0o755);
    const path = `${bin}:/usr/bin:/bin`;
    const { child } = new ServerProcesses([], path).spawn({
      type: 'stdio',
      command: 'only-here',
      args: [],
      env: {},
    });
    expect((await text(child.stdout!)).trim()).toBe(path);
  },
);

test.skipIf(process.platform === 'win32')(
  'starts nothing from a folder of PATH that a repository may fill, and hands none on',
  async () => {
    const [bin, workspace] = [folder(), folder()];
    for (const [place, word] of [
      [bin, 'honest $PATH'],
      [workspace, 'evil'],
    ] as const) {
      writeFileSync(join(place, 'tool'), `#!/bin/sh\necho "${word} $0"\n`);
      chmodSync(join(place, 'tool'), 0o755);
    }
    const path = `.:${workspace}::sub:${bin}:/usr/bin:/bin`;
    const launch = { type: 'stdio', args: [], env: {}, cwd: workspace } as const;
    const processes = new ServerProcesses([], path, workspace);
    const { child } = processes.spawn({ ...launch, command: 'tool' });
    expect((await text(child.stdout!)).trim()).toBe(`honest ${bin}:/usr/bin:/bin ${bin}/tool`);
    // By its own path it is what the entry says.
    const named = processes.spawn({ ...launch, command: './tool' });
    expect(await text(named.child.stdout!)).toMatch(/^evil/);
    const without = new ServerProcesses([], `.:${workspace}:/usr/bin`, workspace);
    expect(() => without.spawn({ ...launch, command: 'tool' })).toThrow('ENOENT');
  },
);

test.skipIf(process.platform === 'win32')(
  'hands on no folder that a repository may fill either where an entry adds to PATH, but those that it names',
  async () => {
    const workspace = folder();
    vi.stubEnv('PATH', `${workspace}/node_modules/.bin:.:/usr/bin:/bin`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const added = `/opt/tools:${workspace}/named`;
    const { child } = new ServerProcesses([], undefined, workspace).spawn({
      type: 'stdio',
      command: '/bin/sh',
      args: ['-c', 'echo "$PATH"'],
      env: { PATH: `${added}:${process.env['PATH']}` },
    });
    expect((await text(child.stdout!)).trim()).toBe(`${added}:/usr/bin:/bin`);
  },
);

test('hands on nothing of what could change what a program runs', async () => {
  const changing = {
    npm_config_registry: 'https://evil.example',
    NODE_PATH: '/x',
    BASH_ENV: '/x',
    ENV: '/x',
    LD_PRELOAD: '',
    DYLD_INSERT_LIBRARIES: '/x',
    PYTHONSTARTUP: '/x',
    PYTHONPATH: '/x',
    UV_INDEX_URL: 'https://evil.example',
    PIP_INDEX_URL: 'https://evil.example',
    BUN_CONFIG_REGISTRY: 'https://evil.example',
  };
  for (const [name, value] of Object.entries(changing)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { child } = new ServerProcesses().spawn({
    type: 'stdio',
    command: process.execPath,
    args: ['-e', 'console.log(JSON.stringify(process.env))'],
    env: {},
  });
  const seen = JSON.parse(await text(child.stdout!)) as Record<string, string>;
  expect(Object.keys(changing).filter(name => name in seen)).toEqual([]);
});

test('hands on how the network is reached, under the names it has here', async () => {
  const network = {
    HTTPS_PROXY: 'http://proxy.example:3128',
    https_proxy: 'http://proxy.example:3128',
    NO_PROXY: 'localhost,.corp.example',
    NODE_EXTRA_CA_CERTS: '/etc/ssl/corp.pem',
    SSL_CERT_FILE: '/etc/ssl/all.pem',
  };
  for (const [name, value] of Object.entries(network)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { child } = new ServerProcesses().spawn({
    type: 'stdio',
    command: process.execPath,
    args: ['-e', 'console.log(JSON.stringify(process.env))'],
    env: { NO_PROXY: 'the entry' },
  });
  const seen = JSON.parse(await text(child.stdout!)) as Record<string, string>;
  expect(seen).toMatchObject({ ...network, NO_PROXY: 'the entry' });
});

test('hands on nothing that the editor set for itself, but what the entry says', async () => {
  for (const [name, value] of Object.entries(OURS)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const script = 'console.log(JSON.stringify(process.env))';
  const { child } = new ServerProcesses().spawn({
    type: 'stdio',
    command: process.execPath,
    args: ['-e', script],
    env: { NODE_OPTIONS: '--max-http-header-size=9000' },
  });
  const seen = JSON.parse(await text(child.stdout!)) as Record<string, string>;
  expect(Object.keys(OURS).filter(name => name in seen)).toEqual(['NODE_OPTIONS']);
  expect(seen['NODE_OPTIONS']).toBe('--max-http-header-size=9000');
});

test('counts a process only until its group is gone, and none that did not start', async () => {
  const counted: string[] = [];
  const account = {
    expecting: () => {
      counted.push('expected');
      return {};
    },
    started: (pid: number) => {
      counted.push(typeof pid);
      return { dispose: () => counted.push('gone') };
    },
  };
  const processes = new ServerProcesses([account]);
  const failed = processes.spawn({ type: 'stdio', command: '/no/such/program', args: [], env: {} });
  await once(failed.child, 'error');
  failed.account.dispose();
  expect(counted.splice(0)).toEqual(['expected']);
  const { child, account: own } = processes.spawn({
    type: 'stdio',
    command: process.execPath,
    args: ['-e', ''],
    env: {},
  });
  await once(child, 'close');
  own.dispose();
  own.dispose();
  expect(counted).toEqual(['expected', 'number', 'gone']);
});

test('starts npx.cmd on Windows through its shell, with every argument as it is', () => {
  const bin = folder();
  writeFileSync(join(bin, 'npx.cmd'), '');
  const args = ['a b', '"q"', "it's", '%PATH%', '&calc', '$(x)', '^', 'C:\\dir\\', '\\"', '-n', '*', ''];
  const parsed = onWindows(parse => parse('npx', args, { env: { PATH: bin, PATHEXT: '.CMD' } }));
  expect(parsed.args.slice(0, 3)).toEqual(['/d', '/s', '/c']);
  expect(parsed.options.windowsVerbatimArguments).toBe(true);
  const line = String(parsed.args[3]).slice(1, -1);
  // Every character that cmd.exe would act upon is escaped, so that it sees no quotes at all.
  expect(line.replaceAll(/\^./g, '')).not.toMatch(/[()%!^"<>&|;,*?]/);
  expect(programArguments(line.replaceAll(/\^(.)/g, '$1'))).toEqual(['npx', ...args]);
});

interface Parsed {
  readonly args: readonly string[];
  readonly options: { readonly windowsVerbatimArguments?: boolean };
}

type Parse = (command: string, args: readonly string[], options: object) => Parsed;

/** How the library that starts servers would do it there; it looks at the platform when it is loaded. */
function onWindows(use: (parse: Parse) => Parsed): Parsed {
  const require = createRequire(import.meta.url);
  const isIts = (file: string): boolean => /node_modules\/(cross-spawn|which|isexe|path-key)\//.test(file);
  const forget = (): void => {
    for (const file of Object.keys(require.cache)) if (isIts(file)) delete require.cache[file];
  };
  const platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
  vi.stubEnv('PATHEXT', '.CMD');
  forget();
  Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
  try {
    return use((require('cross-spawn') as { readonly _parse: Parse })._parse);
  } finally {
    Object.defineProperty(process, 'platform', platform);
    forget();
    vi.unstubAllEnvs();
  }
}

/** Splits a command line as Windows programs do: backslashes count only before quotes. */
function programArguments(line: string): string[] {
  const found: string[] = [];
  let rest = line;
  while (rest !== '') {
    const quoted = /^"((?:[^"\\]|\\+(?!["\\])|(?:\\\\)*\\"|(?:\\\\)+(?="))*)"(?: |$)/.exec(rest);
    const [whole = rest, inner] = quoted ?? /^([^ ]*)(?: |$)/.exec(rest) ?? [];
    found.push(
      quoted
        ? (inner ?? '').replaceAll(/(\\*)("|$)/g, (_, slashes: string, end: string) =>
            end === '"' || slashes !== '' ? slashes.slice(0, Math.floor(slashes.length / 2)) + end : '',
          )
        : (inner ?? ''),
    );
    rest = rest.slice(whole.length);
  }
  return found;
}
