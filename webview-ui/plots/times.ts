import type { Stretch } from '../../src/shared/plots/plots';
import { DAY, type OffsetAt } from '../../src/shared/plots/timeScale';

const MINUTE = 60_000;
// The page's language is the editor's.
const language = document.documentElement.lang || undefined;
const formats = {
  seconds: new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', second: '2-digit' }),
  time: new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' }),
  day: new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' }),
  whole: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
};

/** How far this machine's time is ahead of UTC. */
export const localOffset: OffsetAt = at => -MINUTE * new Date(at).getTimezoneOffset();

/** A mark on an axis whose marks are `step` apart: a day where a day begins, else a time. */
export function tickText(at: number, step: number): string {
  const isMidnight = (at + localOffset(at)) % DAY === 0;
  if (step >= DAY || isMidnight) return formats.day.format(at);
  return (step < MINUTE ? formats.seconds : formats.time).format(at);
}

/** A moment, with its day where it is not today. */
export function momentText(at: number, now: number): string {
  const isToday = formats.day.format(at) === formats.day.format(now) && Math.abs(now - at) < 2 * DAY;
  return (isToday ? formats.time : formats.whole).format(at);
}

/** From when until when, as people write it. */
export function rangeText({ from, to }: Required<Stretch>, now: number): string {
  const isToday = formats.day.format(from) === formats.day.format(now) && now - from < 2 * DAY;
  return (isToday ? formats.time : formats.whole).formatRange(from, to);
}
