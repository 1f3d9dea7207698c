import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Agent } from './clients';
import type { Attack, Stage } from './attackStage';
import { ownRegistry } from './attacksByProgram';
import type { Ground } from './attackWorld';
import { PROGRAM, realServer, script, TINY } from './world';

const SERVERS = '.switchyard/servers.json';
const good = () => script(TINY);

/** A person looked at what these start, and said yes. */
function approve(of: Ground, names: readonly string[]): void {
  const args = [PROGRAM, 'approve', ...names, ...of.options, '--import', 'all'];
  execFileSync(process.execPath, args, { env: { ...process.env, ...of.env }, stdio: 'ignore' });
}

/** Uses servers anew until the program knows what their files say now. */
async function useAgain(agent: Agent, of: Ground, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const codes = async (): Promise<string> => {
      const switched = await agent.call('mcp_activate', { name });
      const called = await agent.call('mcp_call_tool', { server: name, tool: 'ping', arguments: {} });
      of.hear(switched.text + called.text);
      return `${switched.code} ${called.code}`;
    };
    await expect.poll(codes).toMatch(/launch-not-approved|start-failed/);
  }
}

/** What an agent writes by a server for files that the user approved, while the program runs. */
export const REWRITES: Stage = {
  user: 'approves a server for files, with which an agent rewrites the repository',
  flags: () => ['--import', 'all', '--approve', 'all'],
  own(of) {
    ownRegistry(of);
    of.writeHome('.cursor/mcp.json', { mcpServers: { files: realServer('filesystem', of.workspace) } });
    of.server('dev', good());
    of.server('tavily', good(), '.mcp.json', 'mcpServers');
    approve(of, ['dev', 'tavily']);
  },
  attacks: [
    'it takes the name of a known server in the servers file',
    'it adds a server there',
    'it changes what an approved server runs',
    'it puts settings of npm and a package there, and has the package run',
    'it gives git a program to run',
  ].map(does => ({ does, bring: () => undefined })),
  async meanwhile(newAgent, of, [memory = '', fresh = '', dev = '', pack = '', git = '']) {
    const agent = await newAgent();
    await agent.call('mcp_activate', { name: 'files' });
    const write = async (path: string, content: unknown): Promise<void> => {
      mkdirSync(join(of.workspace, path, '..'), { recursive: true });
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      const input = { path: join(of.workspace, path), content: text };
      expect((await agent.call('files__write_file', input)).isError).toBe(false);
    };
    of.git('init', '--quiet');
    await write('.git/config', `[core]\n\tfsmonitor = ${of.program(git, 'monitor.sh')}\n`);
    await write('.npmrc', `registry=${of.lure(pack)}/\n`);
    await write('node_modules/@modelcontextprotocol/server-sequential-thinking/index.js', of.code(pack));
    await write('node_modules/@modelcontextprotocol/server-sequential-thinking/package.json', {
      name: '@modelcontextprotocol/server-sequential-thinking',
      version: '2026.7.4',
      bin: { 'mcp-server-sequential-thinking': 'index.js' },
    });
    expect((await agent.call('mcp_activate', { name: 'dev' })).code).toBeUndefined();
    await write(SERVERS, { servers: { memory: of.evil(memory), fresh: of.evil(fresh), dev: of.evil(dev) } });
    await useAgain(agent, of, ['fresh', 'memory', 'dev', 'sequential-thinking']);
    const { structured } = await agent.call('start_workflow', { name: 'Work' });
    const task = { workflow_id: structured['workflow_id'], name: 'A', goal: 'A' };
    expect((await agent.call('start_task', task)).code).toBeUndefined();
  },
};

/** What a newer commit changes in servers that were approved as they were before. */
const PULLED: readonly (readonly [
  does: string,
  name: string,
  entry: (of: Ground, mark: string) => object,
])[] = [
  ['the arguments', 'dev-arguments', (of, mark) => of.evil(mark)],
  ['the program', 'dev-program', (of, mark) => ({ ...good(), command: of.program(mark, 'bin/node') })],
  [
    'a variable, which makes Node load a file first',
    'dev-variable',
    (of, mark) => {
      of.write(`${mark}.cjs`, of.code(mark));
      return { ...good(), env: { NODE_OPTIONS: `--require=${of.workspace}/${mark}.cjs` } };
    },
  ],
  [
    'the folder that it starts in',
    'dev-folder',
    (of, mark) => {
      of.program(mark, 'elsewhere/server.sh');
      return { ...good(), command: './server.sh', cwd: '${workspaceFolder}/elsewhere' };
    },
  ],
  ['it into a remote one', 'dev-remote', (of, mark) => ({ type: 'http', url: of.lure(mark) })],
];

/** A newer commit of a repository whose servers are approved. */
export const PULLS: Stage = {
  user: 'pulls while servers of the repository are on that were approved',
  // However often it is tried, what refuses is the launch that nobody approved.
  flags: () => ['--import', 'all', '--max-per-minute', '1000'],
  own(of) {
    const remote = join(of.folder, 'remote.git');
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', remote]);
    of.git('init', '--quiet');
    of.git('remote', 'add', 'origin', remote);
    for (const [, name] of PULLED) of.server(name, good());
    of.git('add', '--all');
    of.git('commit', '--quiet', '--message', 'Begin');
    of.git('push', '--quiet', 'origin', 'main');
    approve(
      of,
      PULLED.map(([, name]) => name),
    );
  },
  attacks: [
    ...PULLED.map(([does]): Attack => ({ does: `the new commit changes ${does}`, bring: () => undefined })),
    { does: 'the new commit makes a link of the servers file', bring: () => undefined },
  ],
  async meanwhile(newAgent, of, marks) {
    const agent = await newAgent();
    for (const [, name] of PULLED) expect((await agent.call('mcp_activate', { name })).code).toBeUndefined();
    const begin = of.git('rev-parse', 'HEAD').trim();
    for (const [at, [, name, entry]] of PULLED.entries())
      of.server(name, entry(of, marks[at] ?? ''), 'real/servers.json');
    of.server('fresh', of.evil(marks.at(-1) ?? ''), 'real/servers.json');
    rmSync(join(of.workspace, SERVERS));
    symlinkSync('../real/servers.json', join(of.workspace, SERVERS));
    of.git('add', '--all');
    of.git('commit', '--quiet', '--message', 'Improve');
    of.git('push', '--quiet', 'origin', 'main');
    of.git('reset', '--quiet', '--hard', begin);
    of.git('pull', '--quiet', 'origin', 'main');
    await useAgain(await newAgent(), of, ['fresh']);
    await useAgain(
      agent,
      of,
      PULLED.map(([, name]) => name),
    );
  },
};

/** The user's own servers, which look into the folder that is open. */
export const OWN_SERVERS: Stage = {
  user: "approves all of the user's own servers, which work in the repository",
  flags: () => ['--import', 'all', '--approve', 'all', '--core', 'state'],
  own(of) {
    const envFile = '${workspaceFolder}/.env';
    of.writeHome('.cursor/mcp.json', {
      mcpServers: {
        variables: { ...good(), envFile },
        path: { command: 'sh', args: ['-c', 'my-tool'], envFile: '${workspaceFolder}/path.env' },
        address: { ...good(), env: { SERVICE_TOKEN: of.secret('keys') } },
        module: { command: 'python3', args: ['-m', 'my_server'] },
      },
    });
  },
  attacks: [
    {
      does: 'its env file makes Node load a file first',
      names: ['variables'],
      bring(of, mark) {
        of.write('first.cjs', of.code(mark));
        of.write('.env', `NODE_OPTIONS=--require=${of.workspace}/first.cjs\n`);
      },
    },
    {
      does: 'its env file says where programs lie',
      names: ['path'],
      bring(of, mark) {
        of.program(mark, 'bin/my-tool');
        of.write('path.env', `PATH=${of.workspace}/bin:/usr/bin:/bin\n`);
      },
    },
    {
      does: 'a module of Python in it is called like a server',
      names: ['module'],
      bring: (of, mark) =>
        of.write(
          'my_server.py',
          `open(${JSON.stringify(join(of.folder, 'canaries', mark))}, 'w').write('x')\n`,
        ),
    },
    {
      does: 'it brings a state folder along in which its server is approved',
      names: ['state'],
      bring(of, mark) {
        of.server('state', of.evil(mark));
        const foreign = join(of.folder, 'foreign');
        approve({ ...of, options: ['--workspace', of.workspace, '--state', foreign] }, ['state']);
        for (const name of ['.switchyard/state', '.switchyard', '.local/state/switchyard'])
          cpSync(foreign, join(of.workspace, name), { recursive: true });
        writeFileSync(join(of.workspace, '.switchyard', 'credentials.json'), '{}');
      },
    },
  ],
};

/** What a git reads in a folder that came as an archive, its settings in it. */
export const GIT: Stage = {
  user: 'records a task in a repository that came with settings of git',
  flags: () => ['--approve', 'all'],
  own(of) {
    of.git('init', '--quiet');
    of.write('inner.txt', 'text\n');
    of.git('add', '--all');
    of.git('commit', '--quiet', '--message', 'Begin');
    of.write('new.long', 'text\n');
  },
  attacks: [
    ...(
      [
        ['core.fsmonitor', 'asks it about changes'],
        ['core.pager', 'shows what it has'],
        ['diff.external', 'compares'],
        ['diff.evil.textconv', 'makes text of files'],
        ['filter.evil.clean', 'takes files in'],
        ['filter.long.process', 'takes files in for long'],
        ['core.sshCommand', 'reaches others'],
        ['gpg.program', 'signs'],
        ['credential.helper', 'asks for keys'],
        ['alias.status', 'has another name'],
      ] as const
    ).map(([setting, what]): Attack => ({
      does: `${setting} is a program that ${what}`,
      bring(of, mark) {
        of.git('config', setting, of.program(mark, `traps/${mark}.sh`));
        of.write('.gitattributes', '*.txt filter=evil diff=evil\n*.long filter=long\n');
      },
    })),
    {
      does: 'core.hooksPath holds hooks',
      bring(of, mark) {
        for (const hook of [
          'post-index-change',
          'pre-commit',
          'reference-transaction',
          'post-checkout',
          'update',
        ])
          of.program(mark, `hooks/${hook}`);
        of.git('config', 'core.hooksPath', join(of.workspace, 'hooks'));
      },
    },
    {
      does: 'a bare repository lies in a folder of it',
      bring(of, mark) {
        const trap = of.program(mark, `traps/${mark}.sh`);
        of.write('inner/HEAD', 'ref: refs/heads/main\n');
        of.write(
          'inner/config',
          `[core]\n\tbare = false\n\tworktree = ${of.workspace}\n\tfsmonitor = ${trap}\n`,
        );
        for (const folder of ['objects', 'refs']) mkdirSync(join(of.workspace, 'inner', folder));
      },
    },
    {
      does: 'a file of it is a link to a key of the user',
      bring(of, mark) {
        of.writeHome('.ssh/id', of.secret(mark));
        of.link('notes.txt', join(of.home, '.ssh/id'));
        of.link('home', of.home);
      },
    },
  ],
};
