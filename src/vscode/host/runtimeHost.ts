import * as vscode from 'vscode';
import { Emitter } from '../../core/support/emitter';
import type { Log } from '../../core/support/log';
import type { LogTail } from '../../core/support/logTail';
import type { Redactor } from '../../core/support/redactor';
import { Refusal } from '../../core/support/refusal';
import { Endpoint } from './endpoint';
import type { Runtime } from './runtime';

/** Starts the runtime once, when somebody needs it, and ends it. */
export class RuntimeHost {
  /** Where VS Code reaches our MCP server: known before the runtime runs, which its first request starts. */
  readonly endpoint: Endpoint;
  readonly #context: vscode.ExtensionContext;
  readonly #log: Log;
  readonly #redactor: Redactor;
  readonly #logTail: LogTail;
  readonly #started: Emitter<Runtime>;
  readonly #failed: Emitter<void>;
  #starting: Promise<Runtime> | undefined;
  #runtime: Runtime | undefined;
  #hasFailed = false;
  #isStopped = false;

  constructor(context: vscode.ExtensionContext, log: Log, redactor: Redactor, logTail: LogTail) {
    this.#context = context;
    this.#log = log;
    this.#redactor = redactor;
    this.#logTail = logTail;
    this.endpoint = new Endpoint(log, () => this.runtime());
    const listenerFailed = (error: unknown): void =>
      log.error('A listener of the start failed', { error: String(error) });
    this.#started = new Emitter(listenerFailed);
    this.#failed = new Emitter(listenerFailed);
  }

  /** Hears when the runtime is up. */
  get onDidStart(): (listener: (runtime: Runtime) => void) => vscode.Disposable {
    return this.#started.event;
  }

  /** Hears when the runtime could not start. The next one who asks tries again. */
  get onDidFail(): (listener: () => void) => vscode.Disposable {
    return this.#failed.event;
  }

  /** Whether the last start failed. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** What runs already, without starting it. */
  get current(): Runtime | undefined {
    return this.#runtime;
  }

  /** The running runtime. @throws {Refusal} untrusted-workspace: there, nothing of ours starts. */
  async runtime(): Promise<Runtime> {
    if (!vscode.workspace.isTrusted) {
      throw new Refusal(
        'untrusted-workspace',
        vscode.l10n.t(
          'This workspace is not trusted, so Switchyard starts no server here. Trust the workspace to use it.',
        ),
      );
    }
    if (this.#isStopped) throw new Refusal('stopped', vscode.l10n.t('Switchyard is shutting down.'));
    this.#starting ??= this.#start();
    return await this.#starting;
  }

  /** Ends what runs; a start under way is waited for, so that nothing is left over. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const runtime = await this.#starting?.catch(() => undefined);
    await runtime?.stop();
    await this.endpoint.close();
  }

  async #start(): Promise<Runtime> {
    try {
      // Loaded only now: the SDK, zod and SQLite are most of the bundle.
      const { startRuntime } = await import('./runtime');
      const runtime = await startRuntime({
        context: this.#context,
        log: this.#log,
        redactor: this.#redactor,
        logTail: this.#logTail,
        door: this.endpoint,
      });
      this.#runtime = runtime;
      this.#hasFailed = false;
      this.#started.fire(runtime);
      return runtime;
    } catch (error) {
      this.#starting = undefined; // The next one who asks tries again.
      this.#log.error('Switchyard could not start', {
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
      this.#hasFailed = true;
      this.#failed.fire();
      throw error;
    }
  }
}
