import type { TaskId } from '../../core/snapshots/snapshot';
import type { ReplayBar } from '../../shared/replay/picture';
import { MAX_BARS } from '../../shared/replay/messages';
import { taskLook } from '../explorer/taskRows';
import { shownStatus } from '../words/stateWords';
import { shown, type Wording } from '../words/wording';
import type { Replay } from './replay';

/** Lanes at most: what finds none shares the last one. */
const MAX_LANES = 8;

/** A stretch that is still open while the replay is walked through. */
interface Open {
  readonly from: number;
  readonly lane: number;
}

/** When each task was worked on, by the places of the moments from `first` on. */
export function barsOf(
  replay: Replay,
  first: number,
  { t }: Wording,
): { readonly bars: readonly ReplayBar[]; readonly lanes: number } {
  const open = new Map<TaskId, Open>();
  const bars: ReplayBar[] = [];
  let lanes = 0;
  const { moments, recorded } = replay;
  const places = [...moments.keys()].slice(first);
  for (const at of places) {
    // Only the task that a moment is about can have begun or stopped with it.
    const ids = at === first ? recorded.workflow.tasks : taskIds(moments[at]?.facts ?? []);
    const { tasks } = replay.stateAfter(at + 1);
    for (const id of ids) {
      const task = tasks.get(id);
      if (task === undefined) continue;
      const isAt = task.status === 'in_progress';
      const stretch = open.get(id);
      if (isAt && stretch === undefined) {
        const lane = freeLane(open);
        lanes = Math.max(lanes, lane + 1);
        open.set(id, { from: at - first, lane });
      } else if (!isAt && stretch !== undefined) {
        open.delete(id);
        const reviews = task.verdict === undefined ? [] : [{ verdict: task.verdict }];
        const { tone } = taskLook(shownStatus({ status: task.status, reviews }), t);
        bars.push({ task: id, name: shown(task.name, 100), tone, ...stretch, to: at - first });
      }
    }
  }
  const { tasks } = replay.stateAfter(moments.length);
  for (const [id, stretch] of open)
    bars.push({
      task: id,
      name: shown(tasks.get(id)?.name ?? '', 100),
      tone: 'run',
      ...stretch,
      to: moments.length - 1 - first,
    });
  return { bars: bars.slice(-MAX_BARS), lanes };
}

function taskIds(facts: readonly Readonly<Record<string, unknown>>[]): readonly TaskId[] {
  return facts.flatMap(({ task }) => (typeof task === 'string' ? [task as TaskId] : []));
}

function freeLane(open: ReadonlyMap<TaskId, Open>): number {
  const taken = new Set([...open.values()].map(({ lane }) => lane));
  let lane = 0;
  while (taken.has(lane) && lane < MAX_LANES - 1) lane += 1;
  return lane;
}
