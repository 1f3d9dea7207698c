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
export function untilAborted<T>(outcome: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const onAbort = (): void => reject(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  // Every call passes here a few times: one promise, not one for each of `then`, `catch` and `finally`.
  outcome.then(
    value => {
      signal.removeEventListener('abort', onAbort);
      resolve(value);
    },
    (error: unknown) => {
      signal.removeEventListener('abort', onAbort);
      reject(error);
    },
  );
  return promise;
}
