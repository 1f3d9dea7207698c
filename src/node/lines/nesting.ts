/**
 * Levels of arrays and objects that a message of a server may have: code behind us that calls itself stays far from the end of its
 * stack (chosen here).
 */
const MAX_LEVELS = 500;

/**
 * Whether a message is nested too deep to be handed on. It does not call itself. `characters`: of the text that it was; each level
 * takes two, so that most need not be looked through.
 */
export function isTooDeep(message: unknown, characters = Infinity): boolean {
  if (characters <= 2 * MAX_LEVELS) return false;
  let level = partsOf([message]);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === MAX_LEVELS) return true;
    level = level.flatMap(part => partsOf(Array.isArray(part) ? part : Object.values(part)));
  }
  return false;
}

function partsOf(values: readonly unknown[]): readonly object[] {
  return values.filter(value => typeof value === 'object' && value !== null);
}
