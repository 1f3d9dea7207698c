import type { Stigmergy } from '../../modules/stigmergy/stigmergy';
import { compileAreas } from '../../core/workflow/verification/scope';
import type { Task } from '../../core/workflow/model/state';

/** Nodes that are looked at, the strongest. */
const MAX_NODES = 200;
/** Areas that they are matched with, those of the newest tasks. */
const MAX_AREAS = 500;
/** What matching nodes with areas may cost, in characters of areas times characters of nodes. */
const MAX_STEPS = 500_000;

/** Where agents left marks that others find. */
export type MarkedPlaces = Pick<Stigmergy, 'heat' | 'size'>;

/**
 * When agents left the marks that are there still, by area: of nodes that are called like an area of these tasks, like a
 * folder in which they changed files, or like a path in one of the two.
 */
export function marksByArea(
  stigmergy: MarkedPlaces,
  tasks: readonly Task[],
  folders: ReadonlySet<string>,
): ReadonlyMap<string, readonly number[]> {
  const marks = new Map<string, readonly number[]>();
  if (stigmergy.size === 0) return marks;
  const places = placesOf(tasks, folders);
  for (const { node, points } of stigmergy.heat({ limit: MAX_NODES }).nodes) {
    const area = places(node);
    if (area === undefined) continue;
    marks.set(area, [...(marks.get(area) ?? []), ...points.map(({ updatedAt }) => updatedAt)]);
  }
  return marks;
}

/** Tells in which area a node lies, if in one. */
function placesOf(
  tasks: readonly Task[],
  folders: ReadonlySet<string>,
): (node: string) => string | undefined {
  const names = [...new Set(tasks.toReversed().flatMap(task => task.areas))].slice(0, MAX_AREAS);
  // One by one: more of them than one task may have are refused together.
  const areas = names.flatMap(name => compileAreas([name]).map(area => ({ area, name })));
  const cost = areas.reduce((sum, { area }) => sum + area.size, 0);
  let left = MAX_STEPS;
  return node => {
    const path = node.replace(/^\.?\/|\/$/g, '');
    const segments = path.split('/');
    left -= cost * path.length;
    const found = left < 0 ? undefined : areas.find(({ area }) => area.includes(segments));
    if (found) return found.name;
    // A folder stands for what is in it; one at the top may have folders and files in it.
    return [2, 1].map(depth => segments.slice(0, depth).join('/')).find(folder => folders.has(folder));
  };
}
