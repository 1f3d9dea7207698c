/** Whether a file may lie in the areas of both tasks, as far as their words tell. Where a task declared none, every file may. */
export function mayMeet(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === 0 || other.length === 0) return true;
  return one.some(area => other.some(beside => areasMeet(segmentsOf(area), segmentsOf(beside))));
}

function areasMeet(one: readonly string[], other: readonly string[]): boolean {
  if (isWord(one)) return hasWord(other, one[0] ?? '');
  if (isWord(other)) return hasWord(one, other[0] ?? '');
  for (const [i, segment] of one.entries()) {
    const beside = other[i];
    // One lies in the other, or nobody knows what a pattern stands for.
    if (beside === undefined || isPattern(segment) || isPattern(beside)) return true;
    if (segment !== beside) return false;
  }
  return true;
}

/** `auth` is any folder or file of that name, wherever it lies. */
function isWord(area: readonly string[]): boolean {
  return area.length === 1 && !area.some(isPattern);
}

function hasWord(area: readonly string[], word: string): boolean {
  return area.some(segment => isPattern(segment) || segment === word || segment.startsWith(`${word}.`));
}

function isPattern(segment: string): boolean {
  return /[*?{]/.test(segment);
}

function segmentsOf(area: string): readonly string[] {
  return area
    .trim()
    .replaceAll('\\', '/')
    .split('/')
    .filter(segment => segment !== '' && segment !== '.');
}
