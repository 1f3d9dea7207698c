import { formatsOf } from './formats';

/** From here on a time of day alone would mislead, in milliseconds. */
const HALF_A_DAY_MS = 43_200_000;

/** Hour and minute of a moment, and the day where that is not near `now`; both in epoch milliseconds. */
export function shortTime(at: number, now: number, language: string): string {
  const { time, dayTime } = formatsOf(language);
  return (Math.abs(at - now) < HALF_A_DAY_MS ? time : dayTime).format(at);
}
