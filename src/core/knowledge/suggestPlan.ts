import { depthsOf } from './depths';
import type { PlannedTask } from './planPattern';

/** What a plan is asked for (coordination.md A.2, Knowledge). */
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
  const excluded = new Set(wish.excludedTasks);
  const kept = all.filter(({ id }) => !excluded.has(id));
  const { groups, applied, ignored } = grouped(kept, wish.preferredSources);
  const shown = groups.slice(0, wish.maxFragments);
  const known = new Map(kept.map(task => [task.id, task]));
  const fragments = shown.map((group, at) => fragmentOf(wish.goal, at + 1, group, known));
  const suggested = new Set(fragments.flatMap(({ nodes }) => nodes.map(({ id }) => id)));
  const inPlan = new Set(all.map(({ id }) => id));
  const held = kept.filter(({ id }) => suggested.has(id));
  const coverage = {
    totalTasks: all.length,
    suggestedTasks: [...suggested].sort(),
    excludedTasks: all.flatMap(({ id }) => (excluded.has(id) ? [id] : [])).sort(),
    missing: gaps(held, id => inPlan.has(id) && excluded.has(id)),
    unknown: gaps(held, id => !inPlan.has(id)),
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
  known: ReadonlyMap<string, PlannedTask>,
): Fragment {
  const isSeed = new Set(seeds.map(({ id }) => id));
  const tasks = withDependencies(seeds, known);
  const ids = new Set(tasks.map(({ id }) => id));
  const before = ({ dependsOn }: PlannedTask) => [...new Set(dependsOn)].filter(id => ids.has(id));
  const depths = depthsOf(new Map(tasks.map(task => [task.id, before(task)])));
  const depth = (id: string): number => depths.get(id) ?? 0;
  const ordered = tasks.toSorted((a, b) => depth(a.id) - depth(b.id) || (a.id < b.id ? -1 : 1));
  return {
    id: `${goal}-fragment-${number}`,
    nodes: ordered.map(task => nodeOf(task, goal, name, isSeed.has(task.id))),
    edges: ordered.flatMap(task =>
      before(task).map(id => ({
        id: `${id}->${task.id}`,
        from: { nodeId: id },
        to: { nodeId: task.id },
        label: 'depends_on' as const,
        attributes: { kg_dependency: true as const },
      })),
    ),
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

function gaps(tasks: readonly PlannedTask[], isGap: (id: string) => boolean): readonly Gap[] {
  return tasks
    .map(({ id, dependsOn }) => ({ task: id, dependencies: [...new Set(dependsOn)].filter(isGap).sort() }))
    .filter(({ dependencies }) => dependencies.length > 0);
}

function countedSources(tasks: readonly PlannedTask[]): PlanSuggestion['sources'] {
  const counts = [...Map.groupBy(tasks, sourceOf)].map(([source, of]) => ({ source, tasks: of.length }));
  return counts.toSorted((a, b) => b.tasks - a.tasks || (a.source < b.source ? -1 : 1));
}

function rationaleOf(
  goal: string,
  { totalTasks, suggestedTasks, excludedTasks, missing, unknown }: PlanSuggestion['coverage'],
  leftOut: readonly Group[],
  ignored: readonly string[],
): readonly string[] {
  if (totalTasks === 0) {
    return [
      `Plan '${goal}': nothing is known. Write it down with kg_insert: (${goal}, includes, <task>), (task:<task>, depends_on, <other>).`,
    ];
  }
  const named = (gap: readonly Gap[]) =>
    gap.map(({ task, dependencies }) => `${task} ← ${dependencies.join(', ')}`).join('; ');
  return [
    `Plan '${goal}': ${suggestedTasks.length}/${totalTasks} tasks`,
    ...(excludedTasks.length === 0 ? [] : [`Excluded: ${excludedTasks.join(', ')}`]),
    ...(missing.length === 0 ? [] : [`Dependencies that were excluded: ${named(missing)}`]),
    ...(unknown.length === 0 ? [] : [`Dependencies that the plan does not know: ${named(unknown)}`]),
    ...(ignored.length === 0 ? [] : [`Preferred sources without a task: ${ignored.join(', ')}`]),
    ...(leftOut.length === 0
      ? []
      : [`Left out by max_fragments: ${leftOut.map(({ name }) => name).join(', ')}`]),
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
