import { circlesOf } from './circles';
import { depthsOf } from './depths';
import { type PlannedTask, taskId } from './planPattern';
import { Room } from './room';

/** What one suggestion shows at most (chosen here: a model has to read it). */
const MOST_TASKS = { count: 200, size: 131_072 };
/** Of the dependencies that it lacks, by name. */
const MOST_GAPS = { count: 100, size: 16_384 };
/** Circles of dependencies that are told by name. */
const MOST_CIRCLES = { count: 10, size: 16_384 };

/** What a plan is asked for. */
export interface PlanWish {
  readonly goal: string;
  /** Whose tasks come first, in this order; case says nothing. */
  readonly preferredSources: readonly string[];
  readonly excludedTasks: readonly string[];
  readonly maxFragments: number;
}

/** A node of a fragment: one task, with what a plan compiler and a reader need of it. */
export interface FragmentNode {
  readonly id: string;
  readonly kind: 'task';
  readonly label: string;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

/** A hierarchical graph of tasks, ready to be compiled: an edge leads from what comes first. */
export interface Fragment {
  readonly id: string;
  readonly nodes: readonly FragmentNode[];
  readonly edges: readonly {
    readonly id: string;
    readonly from: { readonly nodeId: string };
    readonly to: { readonly nodeId: string };
    readonly label: 'depends_on';
    readonly attributes: { readonly kg_dependency: true };
  }[];
}

/** Dependencies of a task that a suggestion does not hold. */
export interface Gap {
  readonly task: string;
  readonly dependencies: readonly string[];
}

/** Fragments, and what they leave open. */
export interface PlanSuggestion {
  readonly goal: string;
  readonly fragments: readonly Fragment[];
  readonly rationale: readonly string[];
  readonly coverage: {
    readonly totalTasks: number;
    readonly suggestedTasks: readonly string[];
    readonly excludedTasks: readonly string[];
    /** Dependencies that the caller excluded. */
    readonly missing: readonly Gap[];
    /** Dependencies that are no task of the plan. */
    readonly unknown: readonly Gap[];
    /** Tasks that belong into the fragments and are more than one answer holds. */
    readonly leftOutTasks: number;
    /** Dependencies that are neither here nor named: excluded or unknown ones. */
    readonly leftOutDependencies: number;
    /** Tasks that wait for each other, each circle in the order in which one waits for the next. */
    readonly circles: readonly (readonly string[])[];
  };
  readonly sources: readonly { readonly source: string; readonly tasks: number }[];
  readonly preferredApplied: readonly string[];
  readonly preferredIgnored: readonly string[];
}

/** The tasks that a fragment is made for; what they depend on comes along. */
interface Group {
  readonly name: string;
  readonly seeds: readonly PlannedTask[];
}

const UNKNOWN_SOURCE = 'unknown';

/** Makes fragments of a plan. Of a plan that nobody wrote down it says so, and makes none. */
export function suggestPlan(
  planOf: (goal: string) => readonly PlannedTask[],
  wish: PlanWish,
): PlanSuggestion {
  const all = planOf(wish.goal);
  const excluded = new Set(wish.excludedTasks.map(taskId));
  const kept = all.filter(({ id }) => !excluded.has(id));
  const { groups, applied, ignored } = grouped(kept, wish.preferredSources);
  const shown = groups.slice(0, wish.maxFragments);
  const known = new Map(kept.map(task => [task.id, task]));
  const room = new Room(MOST_TASKS);
  const cuts = shown.map((group, at) => fragmentOf(wish.goal, at + 1, group, { known, room }));
  const fragments = cuts.flatMap(({ fragment }) => (fragment.nodes.length === 0 ? [] : [fragment]));
  const suggested = new Set(fragments.flatMap(({ nodes }) => nodes.map(({ id }) => id)));
  const belonging = new Set(cuts.flatMap(({ tasks }) => tasks));
  const inPlan = new Set(all.map(({ id }) => id));
  const held = kept.filter(({ id }) => suggested.has(id));
  const missing = gaps(held, id => inPlan.has(id) && excluded.has(id));
  const unknown = gaps(held, id => !inPlan.has(id));
  const coverage = {
    totalTasks: all.length,
    suggestedTasks: [...suggested].sort(),
    excludedTasks: all.flatMap(({ id }) => (excluded.has(id) ? [id] : [])).sort(),
    missing: missing.named,
    unknown: unknown.named,
    leftOutTasks: belonging.size - suggested.size,
    leftOutDependencies: missing.leftOut + unknown.leftOut,
    circles: new Room(MOST_CIRCLES).take(circlesOf(waitsFor(held)), circle => circle),
  };
  return {
    goal: wish.goal,
    fragments,
    rationale: rationaleOf(wish.goal, coverage, groups.slice(shown.length), ignored),
    coverage,
    sources: countedSources(held),
    preferredApplied: applied,
    preferredIgnored: ignored,
  };
}

/** What each of the tasks waits for, of these. */
function waitsFor(tasks: readonly PlannedTask[]): ReadonlyMap<string, readonly string[]> {
  const ids = new Set(tasks.map(({ id }) => id));
  return new Map(tasks.map(({ id, dependsOn }) => [id, dependsOn.filter(other => ids.has(other))]));
}

/** One group of all; with preferred sources one for each of them, in order, and one for the rest. */
function grouped(tasks: readonly PlannedTask[], preferred: readonly string[]) {
  if (tasks.length === 0) return { groups: [], applied: [], ignored: preferred };
  if (preferred.length === 0) return { groups: [{ name: 'all', seeds: tasks }], applied: [], ignored: [] };
  const wanted = new Map(preferred.map(source => [folded(source), source] as const).toReversed());
  const bySource = Map.groupBy(tasks, task => folded(sourceOf(task)));
  const names = [...new Set(preferred.map(folded))];
  const groups: Group[] = names.flatMap(name => {
    const seeds = bySource.get(name);
    return seeds === undefined ? [] : [{ name: wanted.get(name) ?? name, seeds }];
  });
  const rest = tasks.filter(task => !wanted.has(folded(sourceOf(task))));
  return {
    groups: rest.length === 0 ? groups : [...groups, { name: 'rest', seeds: rest }],
    applied: names.filter(name => bySource.has(name)).map(name => wanted.get(name) ?? name),
    ignored: names.filter(name => !bySource.has(name)).map(name => wanted.get(name) ?? name),
  };
}

function fragmentOf(
  goal: string,
  number: number,
  { name, seeds }: Group,
  { known, room }: { readonly known: ReadonlyMap<string, PlannedTask>; readonly room: Room },
): { readonly fragment: Fragment; readonly tasks: readonly string[] } {
  const isSeed = new Set(seeds.map(({ id }) => id));
  const tasks = withDependencies(seeds, known);
  const ids = new Set(tasks.map(({ id }) => id));
  const before = ({ dependsOn }: PlannedTask) => [...new Set(dependsOn)].filter(id => ids.has(id));
  const depths = depthsOf(new Map(tasks.map(task => [task.id, before(task)])));
  const depth = (id: string): number => depths.get(id) ?? 0;
  const ordered = tasks.toSorted((a, b) => depth(a.id) - depth(b.id) || (a.id < b.id ? -1 : 1));
  const shown = (task: PlannedTask) => nodeOf(task, goal, name, isSeed.has(task.id));
  // Whatever a task depends on comes before it: what is left of the list is whole in itself.
  const held = room.take(ordered, task => [shown(task), before(task).map(id => edgeOf(id, task.id))]);
  const isHeld = new Set(held.map(({ id }) => id));
  const fragment = {
    id: `${goal}-fragment-${number}`,
    nodes: held.map(shown),
    edges: held.flatMap(task =>
      before(task)
        .filter(id => isHeld.has(id))
        .map(id => edgeOf(id, task.id)),
    ),
  };
  return { fragment, tasks: [...ids] };
}

function edgeOf(from: string, to: string): Fragment['edges'][number] {
  return {
    id: `${from}->${to}`,
    from: { nodeId: from },
    to: { nodeId: to },
    label: 'depends_on',
    attributes: { kg_dependency: true },
  };
}

function nodeOf(task: PlannedTask, goal: string, group: string, isSeed: boolean): FragmentNode {
  const { id, label, confidence, duration, weight } = task;
  return {
    id,
    kind: 'task',
    label,
    attributes: {
      bt_tool: 'noop',
      bt_input_key: `kg:${id}`,
      kg_goal: goal,
      kg_source: sourceOf(task),
      kg_confidence: Math.round(confidence * 1_000) / 1_000,
      kg_seed: isSeed,
      kg_group: group,
      ...(duration === undefined ? {} : { kg_duration: numberOr(duration) }),
      ...(weight === undefined ? {} : { kg_weight: numberOr(weight) }),
    },
  };
}

/** The tasks, and all that they depend on as far as the plan knows it. */
function withDependencies(
  seeds: readonly PlannedTask[],
  known: ReadonlyMap<string, PlannedTask>,
): readonly PlannedTask[] {
  const found = new Map<string, PlannedTask>();
  const open = [...seeds];
  for (let task = open.pop(); task !== undefined; task = open.pop()) {
    if (found.has(task.id)) continue;
    found.set(task.id, task);
    open.push(...task.dependsOn.flatMap(id => known.get(id) ?? []));
  }
  return [...found.values()];
}

/** What tasks depend on and the plan lacks: as many as there is room for by name, the rest as a number. */
function gaps(
  tasks: readonly PlannedTask[],
  isGap: (id: string) => boolean,
): { readonly named: readonly Gap[]; readonly leftOut: number } {
  const room = new Room(MOST_GAPS);
  let leftOut = 0;
  const named = tasks.flatMap(({ id, dependsOn }): Gap[] => {
    const all = [...new Set(dependsOn)].filter(isGap).sort();
    const dependencies = room.take(all, dependency => [id, dependency]);
    leftOut += all.length - dependencies.length;
    return dependencies.length === 0 ? [] : [{ task: id, dependencies }];
  });
  return { named, leftOut };
}

function countedSources(tasks: readonly PlannedTask[]): PlanSuggestion['sources'] {
  const counts = [...Map.groupBy(tasks, sourceOf)].map(([source, of]) => ({ source, tasks: of.length }));
  return counts.toSorted((a, b) => b.tasks - a.tasks || (a.source < b.source ? -1 : 1));
}

function rationaleOf(
  goal: string,
  coverage: PlanSuggestion['coverage'],
  leftOut: readonly Group[],
  ignored: readonly string[],
): readonly string[] {
  const { totalTasks, suggestedTasks, excludedTasks, missing, unknown } = coverage;
  const { leftOutTasks, leftOutDependencies, circles } = coverage;
  if (totalTasks === 0) {
    return [
      `Plan '${goal}': no triples found. Add it with kg_insert: (${goal}, includes, <task>), (task:<task>, depends_on, <other>).`,
    ];
  }
  const named = (gap: readonly Gap[]) =>
    gap.map(({ task, dependencies }) => `${task} ← ${dependencies.join(', ')}`).join('; ');
  return [
    `Plan '${goal}': ${suggestedTasks.length}/${totalTasks} tasks`,
    ...(leftOutTasks === 0
      ? []
      : [
          `Omitted: ${leftOutTasks} tasks that exceed the size of one answer. kg_query lists all: subject '${goal}', predicate 'includes'.`,
        ]),
    ...circles.map(
      circle =>
        `Dependency cycle: ${[...circle, circle[0]].join(' waits for ')}. Remove one of these dependencies with kg_delete.`,
    ),
    ...(excludedTasks.length === 0 ? [] : [`Excluded: ${excludedTasks.join(', ')}`]),
    ...(missing.length === 0 ? [] : [`Excluded dependencies: ${named(missing)}`]),
    ...(unknown.length === 0 ? [] : [`Dependencies not in the plan: ${named(unknown)}`]),
    ...(leftOutDependencies === 0 ? [] : [`Dependencies not named here: ${leftOutDependencies}`]),
    ...(ignored.length === 0 ? [] : [`Preferred sources without tasks: ${ignored.join(', ')}`]),
    ...(leftOut.length === 0
      ? []
      : [`Omitted because of max_fragments: ${leftOut.map(({ name }) => name).join(', ')}`]),
  ];
}

function sourceOf({ source }: PlannedTask): string {
  return source ?? UNKNOWN_SOURCE;
}

function folded(source: string): string {
  return source.trim().toLowerCase();
}

/** Durations and weights are numbers where they can be. */
function numberOr(text: string): number | string {
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? number : text;
}
