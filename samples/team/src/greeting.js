/** Greets somebody by name. Says "undefined" when there is none: that is the bug. */
export function greeting(name) {
  return `Hello, ${name}!`;
}
