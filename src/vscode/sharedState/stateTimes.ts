import type { Instant } from '../../core/support/clock';
import type { StateCell } from '../../shared/sharedState/picture';
import type { Wording } from '../explorer/wording';

/** From here on a time of day alone would mislead. */
const HALF_A_DAY_MS = 43_200_000;

/** A moment, short where it is near. */
export function timeCell(at: Instant, now: Instant, { time, moment }: Wording): StateCell {
  const isNear = Math.abs(at - now) < HALF_A_DAY_MS;
  return { text: isNear ? time(at) : moment(at), tooltip: moment(at) };
}
