import type { BookedCall, BookedRound } from '../../core/rounds/roundBook';
import type { Row } from '../../shared/explorer/picture';
import { about, numeral, plural, tokenCount } from './amounts';
import type { Wording } from './wording';

/** The state of a round, in a word or two. */
export function roundStateText({ state, calls }: BookedRound, { t }: Pick<Wording, 't'>): string {
  switch (state) {
    case 'running':
      return calls.some(call => call.state === 'waiting') ? t('waiting for approval') : t('running');
    case 'stop':
      return t('done');
    case 'length':
      return t('answer cut off');
    case 'content_filter':
      return t('stopped by a content filter');
    case 'tool_calls':
      return t("waiting for the client's tools");
    case 'approval_required':
      return t('waiting for approval');
    case 'max_loops':
      return t('maximum number of requests');
    case 'timeout':
      return t('timed out');
    case 'cancelled':
      return t('stopped');
    case 'failed':
      return t('failed');
  }
}

/** The sign of a round's state. */
export function roundLook({ state }: BookedRound): Pick<Row, 'icon' | 'tone'> {
  switch (state) {
    case 'running':
      return { icon: 'loading', tone: 'run' };
    case 'stop':
      return { icon: 'pass', tone: 'ok' };
    case 'failed':
      return { icon: 'error', tone: 'bad' };
    case 'cancelled':
      return { icon: 'circle-slash', tone: 'off' };
    default:
      return { icon: 'warning', tone: 'warn' };
  }
}

/** How many tools were called. */
export function callCount({ calls }: BookedRound, wording: Wording): string {
  const n = numeral(calls.length, wording);
  return plural(calls.length, wording, wording.t('{0} tool call', n), wording.t('{0} tool calls', n));
}

/** What a round took; VS Code's models don't count, so it is an estimate there. */
export function roundTokens({ usage }: BookedRound, wording: Wording): string {
  if (usage === undefined) return '';
  const { total_tokens: total, estimated } = usage;
  return tokenCount(total, wording, estimated === true ? about(total, wording) : numeral(total, wording));
}

/** What became of a call. */
export function callStateText({ state }: BookedCall, { t }: Pick<Wording, 't'>): string {
  switch (state) {
    case 'waiting':
      return t('waiting for approval');
    case 'running':
      return t('running');
    case 'done':
      return t('done');
    case 'failed':
      return t('failed');
  }
}
