import type { Note } from '../../shared/explorer/picture';
import { MAX_MOMENTS } from '../../shared/replay/messages';
import type { ReplayFrame, ReplayPicture, ReplayTimeline, ReplayWords } from '../../shared/replay/picture';
import type { Heading } from '../../shared/taskPage/picture';
import type { Offer } from '../taskPage/offers';
import { duration, fileCount, numeral, plural } from '../words/amounts';
import { workflowState } from '../words/stateWords';
import { joined, shown, shownWhole, type Wording } from '../words/wording';
import { pastFiles, pastPlans, pastTasks, pastTrails } from './frameRows';
import { momentRow } from './momentRows';
import type { Moment } from './moment';
import type { Replay } from './replay';
import { barsOf } from './replayBars';

/** What can be gone through. Pure: the same replay gives the same timeline. */
export function timelineOf(replay: Replay, wording: Wording): ReplayTimeline {
  const { t } = wording;
  const { moments, recorded, isCut } = replay;
  const first = firstOf(replay);
  const [drawn, all] = [numeral(moments.length - first, wording), numeral(moments.length, wording)];
  return {
    moments: moments.slice(first).map(moment => momentRow(moment, recorded, wording)),
    ...barsOf(replay, first, wording),
    notes: [
      ...(first === 0 ? [] : [t('Showing the last {0} of {1} moments.', drawn, all)]),
      ...(isCut
        ? [
            t(
              'Some events are no longer in the journal. Their moments come from the record of the tasks; pauses and resumptions may be missing.',
            ),
          ]
        : []),
    ],
  };
}

/** How everything stood at a moment of the timeline, by its id; the last one where there is none such. */
export function frameOf(replay: Replay, id: string, wording: Wording): ReplayFrame {
  const { moments, recorded, compactedAt } = replay;
  const first = firstOf(replay);
  const found = moments.findIndex((moment, index) => index >= first && moment.id === id);
  const index = found === -1 ? moments.length - 1 : found;
  const moment = moments[index];
  const frame = { state: replay.stateAfter(index + 1), recorded, at: moment?.at ?? 0 };
  const files = pastFiles(frame, wording);
  const row = moment && momentRow(moment, recorded, wording);
  const [action] = row?.actions ?? [];
  return {
    at: index - first,
    caption: joined(row?.figures, row?.label, row?.detail, filesSoFar(files.count, wording)),
    ...(action === undefined ? {} : { action }),
    tasks: pastTasks(frame, wording),
    files,
    trails: pastTrails(frame, compactedAt, wording),
    plans: pastPlans(frame, wording),
  };
}

/** What stays the same from moment to moment. */
export function headingOf(replay: Replay, wording: Wording): Heading {
  const { t, moment } = wording;
  const { workflow } = replay.recorded;
  const { name, description, status, createdAt, endedAt } = workflow;
  const state = workflowState(status, t);
  const count = replay.moments.length;
  const n = numeral(count, wording);
  return {
    crumbs: [],
    place: t('Work Replay'),
    icon: 'history',
    tone: status === 'in_progress' ? 'run' : 'off',
    state,
    title: shown(name),
    goal: shownWhole(description ?? ''),
    facts: [
      { label: t('Status'), text: state },
      { label: t('Started'), text: moment(createdAt) },
      ...(endedAt === null
        ? []
        : [{ label: t('Duration'), text: duration((endedAt - createdAt) / 1_000, wording) }]),
      { label: t('Moments'), text: plural(count, wording, n, n) },
    ],
    actions: [{ command: 'openWorkflow', title: t('Open Workflow') }],
    target: { workflow: workflow.id },
  };
}

/** A page of nothing but words: what is in the way, and what to do. */
export function replayNoticeOf(note: Note, wording: Wording): ReplayPicture {
  return { note, words: replayWords(wording) };
}

/** What is said of a workflow that was deleted. */
export function goneOf(wording: Wording): ReplayPicture {
  const { t } = wording;
  const actions = [{ command: 'showWorkflows', title: t('Show Workflows') }];
  return replayNoticeOf({ text: t('This workflow is no longer stored.'), actions }, wording);
}

/** What is meant by a wish of the page; undefined where nothing that it was shown offers that. */
export function replayOfferOf(
  { heading, note, timeline, frame }: ReplayPicture,
  command: string,
  item: string,
): Offer | undefined {
  if (item === '') {
    const offered = [...(heading?.actions ?? []), ...(note?.actions ?? [])];
    return offered.some(action => action.command === command)
      ? { command, target: heading?.target }
      : undefined;
  }
  const lists = frame === undefined ? [] : [frame.tasks, frame.files, frame.trails, frame.plans];
  const rows = [...(timeline?.moments ?? []), ...lists.flatMap(list => list.rows)];
  const row = rows.find(({ id }) => id === item);
  const isOffered =
    row?.enter === command || row?.actions?.some(action => action.command === command) === true;
  return row && isOffered ? { command, target: row.target } : undefined;
}

function firstOf({ moments }: { readonly moments: readonly Moment[] }): number {
  return Math.max(0, moments.length - MAX_MOMENTS);
}

function filesSoFar(count: number, wording: Wording): string | undefined {
  return count === 0 ? undefined : wording.t('{0} so far', fileCount(count, wording));
}

/** The words of the page itself. */
export function replayWords({ t }: Wording): ReplayWords {
  return {
    page: t('Work Replay'),
    breadcrumb: t('Kind of page'),
    actions: t('Actions'),
    progress: t('Progress'),
    scrubber: t('Moment'),
    moments: t('Moments'),
    previous: t('Previous Moment'),
    next: t('Next Moment'),
    play: t('Play'),
    pause: t('Pause'),
    speed: t('Speed'),
    keys: t(
      'Left and Right step · Home and End jump · Page Up and Page Down move by ten · Space plays and pauses',
    ),
  };
}
