import type { ConflictChoice, RestorePlan } from './snapshot';

/**
 * The choices, with those that follow from them: where a file or link stays, nothing can be written behind it, nor in the place of
 * the folder that it is in.
 */
export function withStayingToo(
  { steps }: Pick<RestorePlan, 'steps'>,
  choices: ReadonlyMap<string, ConflictChoice>,
): ReadonlyMap<string, ConflictChoice> {
  const stays = new Set<string>();
  for (const { path, action } of steps)
    if (['delete', 'conflict'].includes(action) && choices.get(path) === 'mine') stays.add(path);
  const foldersOfThem = new Set([...stays].flatMap(foldersAbove));
  const follows = steps.filter(
    ({ path, action }) =>
      ['write', 'merge', 'conflict'].includes(action) &&
      (foldersOfThem.has(path) || foldersAbove(path).some(folder => stays.has(folder))),
  );
  return new Map([...choices, ...follows.map(({ path }) => [path, 'mine'] as const)]);
}

function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}
