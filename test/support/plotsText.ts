import type { Gantt, HeatMap, Plots, PlottedTask, Stretch, TaskGraph } from '../../src/shared/plots/plots';

/** Plots as text: what a person would read of them. */
export function textOfPlots({ gantt, graph, trails, budget }: Plots): string {
  return [
    ...(gantt ? textOfGantt(gantt) : []),
    ...(graph ? textOfGraph(graph) : []),
    ...(trails ? textOfTrails(trails) : []),
    ...(budget ? [`# ${budget.title}`, ...budget.meters.map(({ label, text }) => `${label}: ${text}`)] : []),
  ].join('\n');
}

function textOfGantt({ title, label, leftOut, rows }: Gantt): readonly string[] {
  return [
    `# ${title}`,
    label,
    ...rows.map(row => {
      const times = row.stretches.map(timeOf).join(', ') || 'not begun';
      return `${'  '.repeat(row.level - 1)}${textOf(row)}: ${times}${row.took ? ` (${row.took})` : ''}`;
    }),
    ...noted(leftOut),
  ];
}

function textOfGraph({ title, label, leftOut, nodes, links, legend }: TaskGraph): readonly string[] {
  const names = new Map(nodes.map(({ id, name }) => [id, name]));
  return [
    `# ${title}`,
    label,
    ...nodes.map(node => `${textOf(node)}${node.place === '' ? '' : ` · ${node.place}`}`),
    ...links.map(
      ({ from, to, kind }) => `${names.get(from)} ${kind === 'after' ? '─►' : '┄►'} ${names.get(to)}`,
    ),
    legend.map(({ kind, text }) => `${kind === 'after' ? '─►' : '┄►'} ${text}`).join(', '),
    ...noted(leftOut),
  ];
}

/** A heat map as text. */
export function textOfTrails({ title, leftOut, columns, rows }: HeatMap): readonly string[] {
  const width = Math.max(...rows.map(({ name }) => name.length));
  return [
    `# ${title}`,
    `${' '.repeat(width)} ${columns.map(column => ('name' in column ? column.name.padEnd(5) : clock(column.from))).join(' ')}`,
    ...rows.map(
      ({ name, cells }) =>
        `${name.padEnd(width)} ${cells.map(({ count, text }) => (count === 0 ? '.' : (text ?? String(count))).padEnd(5)).join(' ')}`,
    ),
    ...noted(leftOut),
  ].map(line => line.trimEnd());
}

function textOf({ icon, name, state, isOwn }: PlottedTask): string {
  return `${isOwn ? '> ' : ''}${icon} ${name}, ${state}`;
}

function timeOf({ from, to }: Stretch): string {
  return `${clock(from)}–${to === undefined ? '' : clock(to)}`;
}

function clock(at: number): string {
  return new Date(at).toISOString().slice(11, 16);
}

function noted(text: string): readonly string[] {
  return text === '' ? [] : [`(${text})`];
}
