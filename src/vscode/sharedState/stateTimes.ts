import type { Instant } from '../../core/support/clock';
import type { StateCell } from '../../shared/sharedState/picture';
import type { Wording } from '../words/wording';

/** A moment, short where it is near. */
export function timeCell(at: Instant, { time, moment }: Wording): StateCell {
  return { text: time(at), tooltip: moment(at), rank: at };
}
