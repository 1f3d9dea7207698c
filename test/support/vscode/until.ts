import { PATIENCE_MS } from './patience';

/** How often a condition is looked at again where VS Code offers no event for it. */
const LOOK_AGAIN_MS = 50;

/**
 * Waits until a condition gives something other than undefined, null or false, and returns it.
 * @throws {Error} that says what did not happen, after the deadline.
 */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  timeoutMs = PATIENCE_MS,
): Promise<Exclude<T, undefined | null | false>> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== null && value !== false) {
      return value as Exclude<T, undefined | null | false>;
    }
    if (Date.now() > deadline) throw new Error(`${what}: not within ${timeoutMs} ms.`);
    await new Promise(resolve => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/** The promise's value. @throws {Error} that says what did not happen, after the deadline. */
export async function within<T>(what: string, promise: PromiseLike<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${timeoutMs} ms.`)), timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
