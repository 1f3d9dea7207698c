import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs each line that it reads, and answers with the exit code; cleans up when nobody is left who could write one. */
const LOOP = String.raw`
NL='
'
exec 3<"$1" 4>"$2"
while IFS= read -r line <&3; do eval "$line"; echo "$?" >&4; done
rm -r "$3"`;

/** A name that the shell takes for one of a variable. */
const VARIABLE = /^[A-Za-z_]\w*$/;

/** Why a git of a test ended with another code than 0. */
export class GitFailed extends Error {
  readonly status: number;

  constructor(args: readonly string[], status: number, stderr: string) {
    super(`Command failed: git ${args.join(' ')} (exit code ${status})\n${stderr}`);
    this.status = status;
  }
}

/**
 * Runs git in a folder with this environment and no other, and waits for its end.
 *
 * A shell starts it, which is small: to start a process by itself, Node copies the tables of all its memory, which takes a test longer than
 * what git then does (measured: 9 ms by a shell; 15 ms by a Node of 100 MB, and 27 ms by one of 250 MB).
 * @returns what it printed
 * @throws {GitFailed} when it ends with another code than 0
 */
export function runGit(folder: string, args: readonly string[], env: NodeJS.ProcessEnv): Buffer {
  if (process.platform === 'win32') {
    return execFileSync('git', args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  }
  shell ??= new GitShell();
  return shell.run(folder, args, env);
}

let shell: GitShell | undefined;

/** One shell for all that a test file runs, with no variables but the path of programs. It ends with its process. */
class GitShell {
  readonly #folder = mkdtempSync(join(tmpdir(), 'switchyard-test-shell-'));
  readonly #out = join(this.#folder, 'out');
  readonly #err = join(this.#folder, 'err');
  readonly #lines: number;
  readonly #codes: number;

  constructor() {
    const [lines, codes] = [join(this.#folder, 'lines'), join(this.#folder, 'codes')];
    execFileSync('mkfifo', ['-m', '600', lines, codes]);
    // Open at both ends, so that it waits for nobody here.
    this.#lines = openSync(lines, 'r+');
    const { PATH } = process.env;
    const args = ['-c', LOOP, 'sh', lines, codes, this.#folder];
    spawn('/bin/sh', args, { env: { PATH }, stdio: 'ignore', detached: true }).unref();
    this.#codes = openSync(codes, 'r');
  }

  run(folder: string, args: readonly string[], env: NodeJS.ProcessEnv): Buffer {
    const variables = Object.entries(env)
      .filter(([name]) => VARIABLE.test(name))
      .map(([name, value = '']) => `${name}=${quoted(value)}`);
    const git = [...variables, 'git', ...args.map(quoted)].join(' ');
    writeSync(this.#lines, `{ cd ${quoted(folder)} && ${git} </dev/null; } >${this.#out} 2>${this.#err}\n`);
    const status = this.#nextCode();
    if (status !== 0) throw new GitFailed(args, status, readFileSync(this.#err, 'utf8'));
    return readFileSync(this.#out);
  }

  #nextCode(): number {
    const bytes = Buffer.alloc(16);
    const length = readSync(this.#codes, bytes);
    if (length === 0) throw new Error('The shell that runs git has ended.');
    return Number(bytes.toString('utf8', 0, length));
  }
}

/** A word of the shell. A line ends at a line feed, so that one comes from a variable. */
function quoted(word: string): string {
  const inner = word.replaceAll("'", String.raw`'\''`).replaceAll('\n', `'"$NL"'`);
  return `'${inner}'`;
}
