import type { FileChange } from '../../core/snapshots/snapshot';
import { compileAreas } from '../../core/workflow/verification/scope';
import type { Task } from '../../core/workflow/model/state';
import { type Cell, type HeatMap, MAX_COLUMNS } from '../../shared/plots/plots';
import { columnsOf, type OffsetAt, spanOf, type TimeSpan } from '../../shared/plots/timeScale';
import { joined, type Wording } from '../words/wording';
import { type MarkedPlaces, marksByArea } from './plotsMarks';
import { plotName, type PlottedWork } from './plotsTasks';

/** Areas drawn, the busiest. */
const MAX_AREAS = 12;
/** Changed files that are looked at, those of the newest tasks first. */
const MAX_FILES = 5_000;
/** What matching files with areas may cost, in characters of areas times characters of paths: a few milliseconds. */
const MAX_STEPS = 2_000_000;

/** When it is drawn, and by which clock. */
interface Moment {
  readonly now: number;
  readonly offsetAt: OffsetAt;
}

/** What a task left behind: files by area, and moments at which it said something. */
interface Trail {
  readonly stretches: readonly TimeSpan[];
  readonly files: ReadonlyMap<string, readonly string[]>;
  readonly notes: readonly number[];
}

/** What trails are drawn from. */
interface TrailWorld {
  readonly workflows: PlottedWork;
  readonly stigmergy: MarkedPlaces;
}

/** Where in the workspace the tasks of the workflow worked, and when; undefined where none has left a trail. */
export function trailsOf(
  { workflows: work, stigmergy }: TrailWorld,
  own: Task,
  { now, offsetAt }: Moment,
  wording: Wording,
): HeatMap | undefined {
  const trails = trailsIn(work, own, now, wording);
  const span = spanOf(
    trails.flatMap(({ stretches }) => stretches),
    now,
  );
  if (span === undefined) return undefined;
  const columns = columnsOf(span, MAX_COLUMNS, offsetAt);
  const folders = new Set(trails.flatMap(({ files }) => [...files.keys()]));
  const marks = marksByArea(stigmergy, work.tasks(own.workflow), folders);
  const rows = [...new Set([...folders, ...marks.keys()])]
    .map(area => ({
      area,
      traces: columns.map(column => tracesIn(column, area, trails, marks.get(area) ?? [])),
    }))
    .map(row => ({ ...row, total: row.traces.reduce((sum, each) => sum + countOf(each), 0) }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total || (a.area < b.area ? -1 : 1));
  const drawn = rows.slice(0, MAX_AREAS);
  if (drawn.length === 0) return undefined;
  const { t } = wording;
  const more = rows.length - drawn.length;
  return {
    title: t('Trails by Area'),
    label:
      marks.size === 0
        ? t(
            'Changed files, milestones, decisions, and issues, by area and time. Files are shown for the duration of their task.',
          )
        : t(
            'Changed files, milestones, decisions, issues, and agent marks, by area and time. Files are shown for the duration of their task, marks at their last change.',
          ),
    leftOut: more === 0 ? '' : t('Less active areas not shown: {0}.', more),
    rowsAre: t('Area'),
    columns,
    rows: drawn.map(({ area, traces }) => ({
      name: plotName(area),
      cells: traces.map(each => cellOf(each, wording)),
    })),
  };
}

function trailsIn(work: PlottedWork, own: Task, now: number, wording: Wording): readonly Trail[] {
  const left = { files: MAX_FILES, steps: MAX_STEPS };
  const worked = work.stretches(own.workflow);
  return work
    .tasks(own.workflow)
    .toReversed()
    .map(task => ({
      stretches: (worked.get(task.id) ?? []).map(({ from, to }) => ({ from, to: Math.max(from, to ?? now) })),
      files: filesByArea(task, left, wording),
      notes: [...task.decisions, ...task.issues, ...work.milestones(task.id)].map(({ at }) => at),
    }))
    .filter(({ stretches, files }) => stretches.length > 0 && files.size > 0);
}

/** The files that a task changed, or that changed while it ran with others: in each of its areas, and elsewhere by folder. */
function filesByArea(
  task: Task,
  left: { files: number; steps: number },
  { t }: Wording,
): ReadonlyMap<string, readonly string[]> {
  const areas = compileAreas(task.areas).map((area, at) => ({ area, name: task.areas[at] ?? '' }));
  const files = new Map<string, string[]>(areas.map(({ name }) => [name, []]));
  const cost = areas.reduce((sum, { area }) => sum + area.size, 0);
  const { own = [], shared = [] } = task.completion?.account ?? {};
  const changes: readonly FileChange[] = [...own, ...shared];
  for (const { path } of changes.slice(0, left.files)) {
    left.steps -= cost * path.length;
    const segments = path.split('/');
    const found = left.steps < 0 ? undefined : areas.find(({ area }) => area.includes(segments));
    const name = found?.name ?? (segments.slice(0, -1).slice(0, 2).join('/') || t('top folder'));
    const paths = files.get(name);
    if (paths) paths.push(path);
    else files.set(name, [path]);
  }
  left.files = Math.max(0, left.files - changes.length);
  return files;
}

/** How much there is in a cell. */
interface Traces {
  readonly files: number;
  readonly notes: number;
  readonly marks: number;
}

function countOf({ files, notes, marks }: Traces): number {
  return files + notes + marks;
}

function tracesIn(
  column: TimeSpan,
  area: string,
  trails: readonly Trail[],
  marks: readonly number[],
): Traces {
  // Two tasks that ran together may both have it that a file changed.
  const paths = new Set<string>();
  let notes = 0;
  for (const trail of trails) {
    const files = trail.files.get(area);
    if (files === undefined) continue;
    if (trail.stretches.some(stretch => isIn(stretch, column))) for (const path of files) paths.add(path);
    notes += countIn(column, trail.notes);
  }
  return { files: paths.size, notes, marks: countIn(column, marks) };
}

function countIn({ from, to }: TimeSpan, moments: readonly number[]): number {
  return moments.filter(at => at >= from && at < to).length;
}

/** Whether a stretch has some time in a column; one that begins and ends at once has its moment. */
function isIn({ from, to }: TimeSpan, column: TimeSpan): boolean {
  return from < column.to && (to > column.from || (from === to && from === column.from));
}

function cellOf(traces: Traces, { t }: Wording): Cell {
  const { files, notes, marks } = traces;
  return {
    count: countOf(traces),
    label: joined(
      files === 0 ? undefined : files === 1 ? t('1 changed file') : t('{0} changed files', files),
      notes === 0
        ? undefined
        : notes === 1
          ? t('1 milestone, decision or issue')
          : t('{0} milestones, decisions, and issues', notes),
      marks === 0 ? undefined : marks === 1 ? t('1 agent mark') : t('{0} agent marks', marks),
    ),
  };
}
