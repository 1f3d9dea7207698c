// The one thing of the platform that core uses: cancelling. Declared here in the least form, so that
// core is compiled without the types of Node or a browser; every other room has its platform's own.
declare global {
  interface AbortSignal {
    readonly aborted: boolean;
    readonly reason: unknown;
    throwIfAborted(): void;
    addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
    removeEventListener(type: 'abort', listener: () => void): void;
  }

  interface AbortController {
    readonly signal: AbortSignal;
    abort(reason?: unknown): void;
  }

  var AbortController: { new (): AbortController };
}

/** The promise's outcome, or the signal's reason when that comes first. What the promise stands for goes on. */
export async function untilAborted<T>(outcome: Promise<T>, signal: AbortSignal): Promise<T> {
  // Nobody else may be waiting for it: what it comes to is then no failure of anybody's.
  outcome.catch(() => undefined);
  signal.throwIfAborted();
  return await new Promise<T>((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    outcome.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
