import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { Agent, Place } from './agent';
import { configure } from './configure';
import { HAIKU, LINE } from './expected';

/** A client that is installed, and the repository's own files. */
export interface Installed {
  readonly agent: Agent;
  readonly modules: string;
  /** This repository. */
  readonly root: string;
  /** The Node that runs clients and servers. */
  readonly node: string;
  /** The built program, as a file. */
  readonly program: string;
}

/** A place of its own for one client: an empty home, a fresh repository, and Switchyard with the lamp behind it. */
export interface Scene extends Place {
  /** All of it; every process of it has this in its command line or its variables. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** The program as the client starts it, which notes how a client introduces itself. */
  readonly program: string;
  readonly introduction: string;
}

/** Makes the place in an empty folder, and configures the client as its snippet says. */
export function makeScene(installed: Installed, folder: string, model: string): Scene {
  const { agent, modules, root, node } = installed;
  const home = join(folder, 'home');
  const workspace = join(folder, 'workspace');
  const bin = join(folder, 'bin');
  for (const made of [home, workspace, bin]) mkdirSync(made);
  const place: Place = { home, workspace, model };
  const program = join(folder, 'headless.cjs');
  const introduction = join(folder, 'introduction.json');
  const servers = join(folder, 'servers.json');
  const lamp = { command: node, args: [join(root, 'test/clients/lamp.mjs'), folder] };
  writeFileSync(servers, JSON.stringify({ servers: { lamp } }));
  writeFileSync(program, programText({ program: installed.program, servers, introduction }));
  const command = join(bin, agent.command);
  const words = agent.launch(modules).map(word => (word === 'node' ? node : word));
  writeFileSync(command, `#!/bin/sh\nexec ${words.map(quoted).join(' ')} "$@"\n`);
  chmodSync(command, 0o755);

  const env = {
    PATH: [bin, dirname(node), process.env['PATH'] ?? ''].join(delimiter),
    HOME: home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    // Nothing gets out: what is not on loopback goes to the scripted model, which knows no CONNECT.
    ...{ HTTPS_PROXY: model, HTTP_PROXY: model, https_proxy: model, http_proxy: model },
    ...{ NO_PROXY: '127.0.0.1,localhost', no_proxy: '127.0.0.1,localhost' },
    ...agent.env(place),
  };
  makeRepository(workspace, env);
  configure(agent, place, program, env);
  return { ...place, folder, env, program, introduction };
}

function makeRepository(workspace: string, env: Readonly<Record<string, string>>): void {
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
  const git = (...args: readonly string[]) =>
    execFileSync('git', [...identity, ...args], { cwd: workspace, env });
  writeFileSync(join(workspace, HAIKU), `${LINE}\n`);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** The program with the scene's servers, in the same process: clients judge servers by their process. */
function programText(paths: {
  readonly program: string;
  readonly servers: string;
  readonly introduction: string;
}) {
  return `process.argv.push('--servers', ${JSON.stringify(paths.servers)});
const { emit } = process.stdin;
process.stdin.emit = function (event, chunk) {
  const line = event === 'data' && String(chunk).split('\\n').find(text => /"(?:initialize|server\\/discover)"/.test(text));
  if (line) require('node:fs').writeFileSync(${JSON.stringify(paths.introduction)}, line);
  return emit.apply(this, arguments);
};
require(${JSON.stringify(paths.program)});
`;
}
