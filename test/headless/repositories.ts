import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runGit } from '../support/gitShell';
import { type Agent, overStdio } from './clients';
import { world, type World } from './world';

/** Files that every repository of a flow begins with; committed by somebody before the task. */
const BEGINNING: Readonly<Record<string, string>> = {
  'a.txt': lines('a'),
  'b.txt': lines('b'),
  'src/core.ts': lines('core'),
};

/** A user's repository, and the shell of whoever works in it. */
export class Shell {
  readonly folder: string;
  readonly #who: string;

  constructor(folder: string, who = 'Ada') {
    this.folder = folder;
    this.#who = who;
  }

  /** Runs git as its user does. */
  git(...args: readonly string[]): string {
    return this.#git(args, {});
  }

  #git(args: readonly string[], env: Readonly<Record<string, string>>): string {
    const who = this.#who;
    const identity = ['-c', `user.name=${who}`, '-c', `user.email=${who}@example.com`];
    const settings = ['-c', 'core.editor=true', '-c', 'advice.detachedHead=false'];
    return runGit(this.folder, [...identity, ...settings, ...args], {
      ...process.env,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_SEQUENCE_EDITOR: 'true',
      GIT_ALLOW_PROTOCOL: 'file',
      ...env,
    }).toString();
  }

  /** Runs git where its failure belongs to the story, as with a conflict. */
  tryGit(...args: readonly string[]): void {
    try {
      this.git(...args);
    } catch {
      // The story goes on.
    }
  }

  write(name: string, content: string): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), content);
  }

  /** Changes one line of a file. */
  edit(name: string, line = 2, by = 'edited'): void {
    const text = this.read(name).split('\n');
    text[line - 1] = `${by} ${line}`;
    this.write(name, text.join('\n'));
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  remove(name: string): void {
    rmSync(this.path(name), { recursive: true });
  }

  move(from: string, to: string): void {
    renameSync(this.path(from), this.path(to));
  }

  commit(message: string): void {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', message);
  }

  /** The same with a date that whoever commits chose. */
  commitAt(message: string, date: string): void {
    this.git('add', '--all');
    this.#git(['commit', '--quiet', '--message', message], { GIT_COMMITTER_DATE: date });
  }

  /** File systems note times in ticks of up to 10 ms: what people do one after the other lies further apart. */
  aMomentLater(): void {
    for (const until = Date.now() + 12; Date.now() < until;) continue;
  }

  /** Another person's branch from here, with this done on it; comes back. */
  branch(name: string, work: () => void, from = 'HEAD'): void {
    const back = this.git('rev-parse', '--abbrev-ref', 'HEAD').trim();
    this.git('checkout', '--quiet', '-b', name, from);
    work();
    this.commit(`Work on ${name}`);
    this.git('checkout', '--quiet', back);
  }

  path(name: string): string {
    return join(this.folder, name);
  }
}

/** A repository with a beginning, an agent on it, and a remote that others push to. */
export interface Scene {
  readonly world: World;
  readonly agent: Agent;
  readonly shell: Shell;
  /** A colleague's clone of the same remote. */
  readonly colleague: Shell;
}

/** Makes a repository on branch `main`, pushed to a remote, with a colleague's clone, and starts the program on it. */
export async function scene(
  before: (shell: Shell, colleague: Shell) => void,
  options: readonly string[] = [],
): Promise<Scene> {
  const of = world({});
  const shell = new Shell(join(of.folder, 'workspace'));
  shell.git('init', '--quiet', '--initial-branch=main');
  for (const [name, content] of Object.entries(BEGINNING)) shell.write(name, content);
  shell.commit('Begin');
  const remote = join(of.folder, 'remote.git');
  shell.git('clone', '--quiet', '--bare', '.', remote);
  shell.git('remote', 'add', 'origin', remote);
  shell.git('fetch', '--quiet', 'origin');
  shell.git('branch', '--quiet', '--set-upstream-to=origin/main');
  const clone = join(of.folder, 'colleague');
  shell.git('clone', '--quiet', remote, clone);
  const colleague = new Shell(clone, 'Ben');
  before(shell, colleague);
  const { agent } = await overStdio(of, options);
  return { world: of, agent, shell, colleague };
}

/** Ten lines that say whose they are. */
export function lines(of: string): string {
  return Array.from({ length: 10 }, (_, i) => `${of} line ${i + 1}\n`).join('');
}

/** Starts a workflow and a task in it; gives the task's id. */
export async function begun(agent: Agent, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const workflow = await agent.call('start_workflow', { name: 'Work' });
  const task = await agent.call('start_task', {
    workflow_id: workflow.structured['workflow_id'],
    name: 'A task',
    goal: 'Something',
    ...more,
  });
  return String(task.structured['task_id']);
}

/** What an account says, a line for each file: whose, what, where. */
export interface Told {
  readonly own: readonly string[];
  readonly imported: readonly string[];
  readonly shared: readonly string[];
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
}

/** Ends the task and gives its account. */
export async function ended(agent: Agent, task: string): Promise<Told> {
  const { structured, text, isError } = await agent.call('complete_task', {
    task_id: task,
    status: 'success',
    outcome: { summary: 'Done.' },
  });
  if (isError) throw new Error(text);
  const attribution = structured['attribution'] as Record<
    'own' | 'imported' | 'shared',
    readonly { readonly path: string; readonly from?: string; readonly status: string }[]
  >;
  const list = (whose: 'own' | 'imported' | 'shared'): readonly string[] =>
    attribution[whose]
      .map(({ path, from, status }) => `${status} ${from === undefined ? path : `${from} -> ${path}`}`)
      .toSorted();
  return { own: list('own'), imported: list('imported'), shared: list('shared'), text, structured };
}
