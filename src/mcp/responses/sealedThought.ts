/** What a client includes that stores nothing here and still wants a model's thoughts to go back with its calls. */
export const SEALED = 'reasoning.encrypted_content';

/** Tells ours from those of other providers, which nobody here can read. */
const OURS = 'switchyard:';

/** A thought as such a client sends it back without looking at it. It is no secret: its item says it too. */
export function sealed(thought: string): string {
  return `${OURS}${thought}`;
}

/** The thought in it; empty where it is another provider's. */
export function unsealed(seal: string): string {
  return seal.startsWith(OURS) ? seal.slice(OURS.length) : '';
}
