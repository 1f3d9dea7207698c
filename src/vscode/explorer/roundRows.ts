import type { BookedRound } from '../../core/rounds/roundBook';
import type { Row } from '../../shared/explorer/picture';
import { numeral } from '../words/amounts';
import { callCount, roundLook, roundStateText, roundTokens } from '../words/roundState';
import { joined, shown, shownWhole, type Wording } from '../words/wording';

/** Rounds that ended and are shown still; all that run are. */
const MAX_ENDED = 5;

/** LLM rounds, the newest first, below one row; none where there was none. */
export function roundRows(rounds: readonly BookedRound[], wording: Wording): readonly Row[] {
  if (rounds.length === 0) return [];
  const { t } = wording;
  const running = rounds.filter(({ endedAt }) => endedAt === undefined).length;
  const ended = rounds.filter(({ endedAt }) => endedAt !== undefined).slice(0, MAX_ENDED);
  const drawn = rounds.filter(round => round.endedAt === undefined || ended.includes(round));
  const head: Row = {
    id: 'rounds',
    level: 1,
    icon: 'layers',
    label: t('LLM Rounds'),
    ...(running === 0 ? {} : { detail: t('Running: {0}', numeral(running, wording)) }),
    isOpen: true,
    kind: 'rounds',
    target: {},
  };
  return [head, ...drawn.map(round => rowOf(round, wording))];
}

function rowOf(round: BookedRound, wording: Wording): Row {
  const { id, model, servers, failure, startedAt, endedAt, task } = round;
  const state = roundStateText(round, wording);
  const tooltip = joined(servers.map(name => shown(name)).join(', '), shownWhole(failure ?? ''));
  const isRunning = endedAt === undefined;
  return {
    id: `round:${id}`,
    level: 2,
    ...roundLook(round),
    state,
    label: shown(model),
    detail: joined(
      state,
      round.calls.length === 0 ? '' : callCount(round, wording),
      roundTokens(round, wording),
      wording.time(endedAt ?? startedAt),
    ),
    ...(tooltip === '' ? {} : { tooltip }),
    enter: 'openRound',
    kind: isRunning ? 'round running' : 'round',
    target: { round: id, ...(task === undefined ? {} : { task }) },
    ...(task === undefined
      ? {}
      : { actions: [{ command: 'openTask', title: wording.t('Open Task'), icon: 'diff' as const }] }),
    ...(isRunning
      ? { actions: [{ command: 'stopRound', title: wording.t('Stop'), icon: 'circle-slash' as const }] }
      : {}),
  };
}
