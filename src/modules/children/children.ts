import type { ModuleParts } from '../../core/resources/joinedModule';
import type { Disposable } from '../../core/support/disposable';
import { once } from '../../core/support/once';
import type { Child } from './model/childTypes';
import type { OpenAccess, Roster } from './run/roster';

/** The one door to child agents. What runs them is loaded when the first one is asked for: few sessions have any. */
export class Children implements Disposable {
  readonly #parts: ModuleParts;
  #roster: Roster | undefined;
  #openAccess: OpenAccess | undefined;

  constructor(parts: ModuleParts) {
    this.#parts = parts;
  }

  /** Says how children reach us over MCP. Without it, they get no tools of ours. */
  useAccess(open: OpenAccess): void {
    this.#openAccess = open;
  }

  /** Newest first; none before there was one. */
  all(): readonly Child[] {
    return this.#roster?.all() ?? [];
  }

  /** All children, to be started, spoken to and ended. */
  readonly open = once(async (): Promise<Roster> => {
    const { Roster: Loaded } = await import('./run/roster');
    this.#roster = new Loaded(this.#parts, () => this.#openAccess);
    return this.#roster;
  });

  /** Hears that something about children changed. */
  onDidChange(listener: () => void): Disposable {
    return this.#parts.bus.subscribe(({ stream }) => {
      if (stream === 'child') listener();
    });
  }

  /** Ends all of them. Resolves when nothing of them is left. */
  async stop(): Promise<void> {
    await this.#roster?.stopAll();
  }

  dispose(): void {
    this.#roster?.dispose();
  }
}
