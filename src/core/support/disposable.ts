/** Something to let go of. Disposing twice is harmless. */
export interface Disposable {
  dispose(): void;
}

/** A disposable that runs `release` the first time only. */
export function disposable(release: () => void): Disposable {
  let released = false;
  return {
    dispose() {
      if (released) return;
      released = true;
      release();
    },
  };
}

/** Owns what was added and lets go of it in reverse order. Adding to a disposed store disposes at once. */
export class DisposableStore implements Disposable {
  readonly #owned: Disposable[] = [];
  #isDisposed = false;

  add<T extends Disposable>(owned: T): T {
    if (this.#isDisposed) owned.dispose();
    else this.#owned.push(owned);
    return owned;
  }

  dispose(): void {
    this.#isDisposed = true;
    for (let owned = this.#owned.pop(); owned !== undefined; owned = this.#owned.pop()) owned.dispose();
  }
}
