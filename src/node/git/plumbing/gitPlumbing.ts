import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { Refusal } from '../../../core/support/refusal';
import { signalGroup } from '../../processes/processGroup';
import { gitEnvironment, HARDENING } from './gitEnvironment';

/** How long one git may take where the caller says nothing (chosen here). */
const TIME_LIMIT_MS = 60_000;
/** How much one git may answer where the caller says nothing: names of some million files (chosen here). */
const OUTPUT_LIMIT_BYTES = 512 * 1024 * 1024;
/** A git that was told to end removes its lock files; after this long it is killed (chosen here). */
const END_WITHIN_MS = 2_000;
/** What is kept of git's complaints: it names each folder that it can't read, and thousands may belong to somebody else (chosen here). */
const COMPLAINT_LIMIT = 1024 * 1024;
/** What a failure has of them, in characters. */
const TOLD_LIMIT = 16 * 1024;

/** One git to run. */
export interface GitCall {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly signal: AbortSignal;
  readonly input?: Uint8Array | string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeLimitMs?: number;
  readonly outputLimitBytes?: number;
  /** The command knows no literal names (`check-ignore`); names then start with `./`. */
  readonly allowsMagic?: boolean;
  /** Exit codes that are an answer, not a failure; 0 always is. */
  readonly answers?: readonly number[];
}

/** What a git said. */
export interface GitAnswer {
  readonly code: number;
  readonly stdout: Buffer;
  /** What it warned of, as far as that is kept. */
  readonly complaint: string;
}

type Cut = { readonly code: 'git-timeout' | 'git-output'; readonly words: string };

/** Runs git's plumbing with bytes in and out, an environment of ours and nothing of the repository's programs. */
export class GitPlumbing {
  readonly #binary: string;
  readonly #environment: Readonly<Record<string, string>>;

  constructor(binary: string, environment: Readonly<Record<string, string | undefined>> = process.env) {
    this.#binary = binary;
    // Once: looking through all that a machine has set costs a tenth of a millisecond.
    this.#environment = gitEnvironment(environment);
  }

  /**
   * Runs one git to its end. When the signal fires it is stopped, and the promise settles only after it is gone.
   * @throws {Refusal} git-failed, git-missing, git-timeout, git-output, folder-unreachable
   */
  async run(call: GitCall): Promise<GitAnswer> {
    call.signal.throwIfAborted();
    const literal = call.allowsMagic === true ? '0' : '1';
    const child = spawn(this.#binary, [...HARDENING, ...call.args], {
      cwd: call.cwd,
      env: { ...this.#environment, GIT_LITERAL_PATHSPECS: literal, ...call.env },
      stdio: [call.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
      // A group of its own, to be ended with what it started; on Windows that would open a console window.
      detached: process.platform !== 'win32',
    });
    const { code, stdout, complaint, cut } = await this.#finish(child, call);
    call.signal.throwIfAborted();
    const verb = verbOf(call.args);
    if (cut !== undefined) throw new Refusal(cut.code, `git ${verb} ${cut.words}.`, { verb });
    if (code !== 0 && call.answers?.includes(code) !== true) {
      throw new Refusal('git-failed', `git ${verb} failed: ${firstLine(complaint)}`, {
        verb,
        code,
        complaint: complaint.slice(0, TOLD_LIMIT),
      });
    }
    return { code, stdout, complaint };
  }

  /** Its answer as text, without the line end. */
  async text(call: GitCall): Promise<string> {
    return (await this.run(call)).stdout.toString('utf8').replace(/\r?\n$/, '');
  }

  async #finish(
    child: ChildProcess,
    call: GitCall,
  ): Promise<{ code: number; stdout: Buffer; complaint: string; cut: Cut | undefined }> {
    const limitBytes = call.outputLimitBytes ?? OUTPUT_LIMIT_BYTES;
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    let complaint = '';
    let cut: Cut | undefined;
    let killer: NodeJS.Timeout | undefined;
    // Something that it started may go on, or keep its output open: nobody waits for that.
    const letGo = (): void => {
      if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
      child.stdout?.destroy();
      child.stderr?.destroy();
    };
    const end = (): void => {
      if (child.pid === undefined) return;
      const { pid } = child;
      signalGroup(pid, 'SIGTERM');
      killer ??= setTimeout(() => signalGroup(pid, 'SIGKILL'), END_WITHIN_MS);
      if (child.exitCode !== null || child.signalCode !== null) letGo();
    };
    const limitMs = call.timeLimitMs ?? TIME_LIMIT_MS;
    const timer = setTimeout(() => {
      cut ??= { code: 'git-timeout', words: `did not end within ${limitMs / 1000} s and was stopped` };
      end();
    }, limitMs);
    child.stdout?.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (sizeBytes <= limitBytes) {
        chunks.push(chunk);
        return;
      }
      cut ??= { code: 'git-output', words: `answered more than ${limitBytes} bytes and was stopped` };
      end();
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      if (complaint.length < COMPLAINT_LIMIT) complaint += chunk.toString('utf8');
    });
    // A git that ends early closes its input; its exit code tells why.
    child.stdin?.on('error', () => undefined);
    call.signal.addEventListener('abort', end, { once: true });
    child.on('exit', () => {
      if (cut !== undefined || call.signal.aborted) letGo();
    });
    try {
      const code = await new Promise<number>((resolve, reject) => {
        child.on('error', error => reject(this.#startFailure(error, call.cwd)));
        child.on('close', exitCode => resolve(exitCode ?? -1));
        child.stdin?.end(call.input);
      });
      return { code, stdout: Buffer.concat(chunks), complaint, cut };
    } finally {
      clearTimeout(timer);
      clearTimeout(killer);
      call.signal.removeEventListener('abort', end);
    }
  }

  #startFailure(cause: Error, folder: string): Refusal {
    // The system gives the same answer for a folder that is not there as for a program.
    try {
      accessSync(folder, constants.X_OK);
    } catch {
      return folderUnreachable(cause);
    }
    return new Refusal(
      'git-missing',
      'git could not be started. Install git, or set git.path in the settings, then try again.',
      { binary: this.#binary },
      { cause },
    );
  }
}

/** Why nothing is read or written in a folder of the workspace, or one of ours. */
export function folderUnreachable(cause: unknown): Refusal {
  const message = "A folder of this workspace or of its records is gone or can't be entered.";
  return new Refusal('folder-unreachable', message, {}, { cause });
}

function verbOf(args: readonly string[]): string {
  return args.find((argument, i) => !argument.startsWith('-') && args[i - 1] !== '-c') ?? args[0] ?? '';
}

/** The complaint's first line that says what is wrong, short enough for a message. */
function firstLine(complaint: string): string {
  const lines = complaint.split('\n').filter(line => line !== '');
  return (lines.find(line => line.startsWith('fatal:')) ?? lines[0] ?? 'it gave no reason').slice(0, 300);
}
