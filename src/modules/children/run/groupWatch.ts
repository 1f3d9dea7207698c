import type { ModuleParts } from '../../../core/resources/joinedModule';
import type { Disposable } from '../../../core/support/disposable';
import type { LiveChild } from './liveChild';

/** How often it is looked at what children use whose memory or CPU time has a limit, in milliseconds. */
const EVERY_MS = 2_000;

/** Tells children with a limit on memory or CPU time what their process groups use. Rests while there are none. */
export class GroupWatch implements Disposable {
  readonly #parts: Pick<ModuleParts, 'agents' | 'clock' | 'log'>;
  readonly #children: () => readonly LiveChild[];
  #timer: Disposable | undefined;

  constructor(parts: Pick<ModuleParts, 'agents' | 'clock' | 'log'>, children: () => readonly LiveChild[]) {
    this.#parts = parts;
    this.#children = children;
  }

  /** There may be something to look at now: a child was started, or given other limits. */
  wake(): void {
    if (this.#timer !== undefined || this.#watched().length === 0) return;
    this.#timer = this.#parts.clock.after(EVERY_MS, () => {
      this.#timer = undefined;
      void this.#look(); // Never rejects.
    });
  }

  dispose(): void {
    this.#timer?.dispose();
  }

  #watched(): readonly LiveChild[] {
    return this.#children().filter(child => child.holdsGroup && !child.hasEnded);
  }

  async #look(): Promise<void> {
    const { agents, log } = this.#parts;
    const groups = this.#watched().flatMap(child => {
      const { pid } = child.view;
      return pid === null ? [] : [{ child, pid }];
    });
    try {
      const uses = await agents?.useOf(groups.map(({ pid }) => pid));
      for (const { child, pid } of groups) {
        const use = uses?.get(pid);
        if (use !== undefined) child.uses(pid, use);
      }
    } catch (error) {
      log.debug('What children use could not be read', { error: String(error) });
    }
    this.wake();
  }
}
