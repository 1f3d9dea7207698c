import { type Disposable, disposable } from './disposable';

/** Tells listeners of a fact, in the order they came. A listener that throws does not keep the others from hearing. */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  readonly event = (listener: (value: T) => void): Disposable => {
    const own = (value: T): void => listener(value);
    this.#listeners.add(own);
    return disposable(() => this.#listeners.delete(own));
  };

  fire(value: T): void {
    // Over a copy: a listener may go while it is told.
    for (const listener of Array.from(this.#listeners)) {
      try {
        listener(value);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
