import { type Icon, ICONS } from '../webview/icons';
import { type Meter, type Tone, TONES } from '../explorer/picture';
import { bool, finite, listOf, oneOf, record, type Shape, text } from '../webview/shape';

/** Bars drawn at most; what is left out is counted. */
export const MAX_BARS = 40;
/** Boxes of a graph drawn at most: finding a place for more takes too long for one frame (measured). */
export const MAX_BOXES = 24;
/** Rows of a heat map at most. */
export const MAX_AREAS = 40;
/** Columns of a heat map at most. */
export const MAX_COLUMNS = 8;

/** What stands around every plot, in the user's language. */
export interface Caption {
  readonly title: string;
  /** The whole plot in a sentence, for those who do not see it. */
  readonly label: string;
  /** How much is left out; empty when everything is drawn. */
  readonly leftOut: string;
}

/** A task as plots show it. */
export interface PlottedTask {
  readonly id: string;
  readonly name: string;
  readonly icon: Icon;
  readonly tone: Tone;
  /** What the icon says, in words. */
  readonly state: string;
  /** Whether it is the task whose page this is. */
  readonly isOwn: boolean;
}

/** A stretch of time in epoch milliseconds; without an end it goes on. */
export interface Stretch {
  readonly from: number;
  readonly to?: number;
}

/** One line of the time line. */
export interface GanttRow extends PlottedTask {
  /** 1-based: subtasks stand deeper. */
  readonly level: number;
  /** When it was worked on, oldest first; none before it begins. */
  readonly stretches: readonly Stretch[];
  /** How long it took, in words; only where it has ended. */
  readonly took?: string;
}

/** The words of the time line's table and tooltips. `{0}` is a time. */
export interface GanttWords {
  readonly showTable: string;
  readonly hideTable: string;
  readonly task: string;
  readonly state: string;
  readonly began: string;
  readonly ended: string;
  readonly took: string;
  readonly now: string;
  readonly since: string;
  readonly thisTask: string;
}

/** When the tasks of a workflow were worked on. It holds no "now": the one who draws knows it better. */
export interface Gantt extends Caption {
  readonly rows: readonly GanttRow[];
  readonly words: GanttWords;
}

/** `after`: must be done before. `part`: is a subtask of. */
export const LINKS = ['after', 'part'] as const;
export type LinkKind = (typeof LINKS)[number];

/** An arrow between two tasks, by their ids. */
export interface Link {
  readonly from: string;
  readonly to: string;
  readonly kind: LinkKind;
}

/** A box of the task graph. */
export interface GraphNode extends PlottedTask {
  /** What it follows and belongs to, in words; empty for a task at the beginning. */
  readonly place: string;
}

/** How the tasks of a workflow hang together. */
export interface TaskGraph extends Caption {
  readonly nodes: readonly GraphNode[];
  readonly links: readonly Link[];
  /** What the two kinds of lines mean; only the kinds that are drawn. */
  readonly legend: readonly { readonly kind: LinkKind; readonly text: string }[];
  readonly thisTask: string;
}

/** One cell of a heat map. */
export interface Cell {
  /** How strong its colour is, and what is shown in it; 0 is shown as nothing. */
  readonly count: number;
  /** What is shown instead of the count. */
  readonly text?: string;
  /** What the count is made of, in words; empty where there is nothing. */
  readonly label: string;
}

/** A column that stands for something else than time. */
export interface NamedColumn {
  readonly name: string;
}

/** How much there is where, by time or by something else. Nothing in it knows what is counted. */
export interface HeatMap extends Caption {
  /** Heading of the first column. */
  readonly rowsAre: string;
  /** Neighbouring stretches of time, oldest first, all with an end; or all with names. */
  readonly columns: readonly Required<Stretch>[] | readonly NamedColumn[];
  /** With as many cells as there are columns. */
  readonly rows: readonly { readonly name: string; readonly cells: readonly Cell[] }[];
}

/** What a chat has switched on, beside what it may. */
export interface Budget {
  readonly title: string;
  readonly meters: readonly Meter[];
}

/** The plots of a task's page; each is there only if it has something to show. */
export interface Plots {
  readonly gantt?: Gantt;
  readonly graph?: TaskGraph;
  readonly trails?: HeatMap;
  readonly budget?: Budget;
}

const short = text(2_000);
const caption = { title: short, label: short, leftOut: short };
const task = { id: short, name: short, icon: oneOf(ICONS), tone: oneOf(TONES), state: short, isOwn: bool };
const stretch = record({ from: finite }, { to: finite });

const gantt: Shape<Gantt> = record({
  ...caption,
  rows: listOf(
    record({ ...task, level: finite, stretches: listOf(stretch, 1_000) }, { took: short }),
    MAX_BARS,
  ),
  words: record({
    showTable: short,
    hideTable: short,
    task: short,
    state: short,
    began: short,
    ended: short,
    took: short,
    now: short,
    since: short,
    thisTask: short,
  }),
});

const kind = oneOf(LINKS);
const graph: Shape<TaskGraph> = record({
  ...caption,
  nodes: listOf(record({ ...task, place: short }), MAX_BOXES),
  links: listOf(record({ from: short, to: short, kind }), MAX_BOXES * MAX_BOXES),
  legend: listOf(record({ kind, text: short }), LINKS.length),
  thisTask: short,
});

const spans = listOf(record({ from: finite, to: finite }), MAX_COLUMNS);
const names = listOf(record({ name: short }), MAX_COLUMNS);

/** Whether unknown data are a heat map that can be drawn. */
export const heatMapShape: Shape<HeatMap> = record({
  ...caption,
  rowsAre: short,
  columns: (value): value is HeatMap['columns'] => spans(value) || names(value),
  rows: listOf(
    record({
      name: short,
      cells: listOf(record({ count: finite, label: short }, { text: short }), MAX_COLUMNS),
    }),
    MAX_AREAS,
  ),
});

const budget: Shape<Budget> = record({
  title: short,
  meters: listOf(record({ label: short, value: finite, max: finite, text: short, tooltip: short }), 10),
});

/** Whether unknown data are plots that can be drawn. */
export const plotsShape: Shape<Plots> = record({}, { gantt, graph, trails: heatMapShape, budget });
