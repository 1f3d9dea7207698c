import type { Wording } from './wording';
import { formatsOf } from './formats';

/** Whoever speaks of amounts: the words, and the language whose numbers and plurals count. */
type Speaker = Pick<Wording, 't' | 'language'>;
type Tongue = Pick<Wording, 'language'>;

/** The form that a number takes, both given whole: English says "0 tools", French "0 outil". */
export function plural(count: number, { language }: Tongue, one: string, other: string): string {
  return formatsOf(language).plural.select(count) === 'one' ? one : other;
}

/** A number as people of the language write it. */
export function numeral(count: number, { language }: Tongue): string {
  return formatsOf(language).number.format(count);
}

/** How far something is, of 100. */
export function percent(progress: number, { language }: Tongue): string {
  return formatsOf(language).percent.format(progress / 100);
}

export function serverCount(count: number, speaker: Speaker): string {
  const n = numeral(count, speaker);
  return plural(count, speaker, speaker.t('{0} server', n), speaker.t('{0} servers', n));
}

/** Of the files and settings that servers stand in. */
export function problemCount(count: number, speaker: Speaker): string {
  const n = numeral(count, speaker);
  return plural(
    count,
    speaker,
    speaker.t('{0} problem in the catalog', n),
    speaker.t('{0} problems in the catalog', n),
  );
}

export function toolCount(count: number, speaker: Speaker): string {
  const n = numeral(count, speaker);
  return plural(count, speaker, speaker.t('{0} tool', n), speaker.t('{0} tools', n));
}

/** Of the tools of a server: how many lists show, where that is not all. */
export function listedCount(
  { tools = 0, listed = tools }: { readonly tools?: number; readonly listed?: number | undefined },
  speaker: Speaker,
): string {
  if (listed === tools) return toolCount(tools, speaker);
  return speaker.t('{0} of {1} tools', numeral(listed, speaker), numeral(tools, speaker));
}

export function fileCount(count: number, speaker: Speaker): string {
  const n = numeral(count, speaker);
  return plural(count, speaker, speaker.t('{0} file', n), speaker.t('{0} files', n));
}

/** As in `4 files changed`. */
export function filesChanged(count: number, speaker: Speaker): string {
  const n = numeral(count, speaker);
  return plural(count, speaker, speaker.t('{0} file changed', n), speaker.t('{0} files changed', n));
}

/** As in `+34 −19`. */
export function linesOf(insertions: number, deletions: number): string {
  return [insertions === 0 ? '' : `+${insertions}`, deletions === 0 ? '' : `−${deletions}`].join(' ').trim();
}

export function eventCount(count: number, speaker: Speaker): string {
  const n = numeral(count, speaker);
  return plural(count, speaker, speaker.t('{0} event', n), speaker.t('{0} events', n));
}

export function dayCount(count: number, { language }: Tongue): string {
  return formatsOf(language).days.format(count);
}

/** What a file takes, in a unit that fits. */
export function byteCount(bytes: number, { language }: Tongue): string {
  const { kilobytes, megabytes } = formatsOf(language);
  return bytes < 1_000_000 ? kilobytes.format(bytes / 1_000) : megabytes.format(bytes / 1_000_000);
}

/** Tokens are an estimate, so `~`; `shown`: the number, where not to the last one. */
export function tokenCount(count: number, speaker: Speaker, shown = `~${numeral(count, speaker)}`): string {
  return plural(count, speaker, speaker.t('{0} token', shown), speaker.t('{0} tokens', shown));
}

/** A count of tokens in a narrow place, with `~`. */
export function about(tokens: number, speaker: Speaker): string {
  return `~${inThousands(tokens, speaker)}`;
}

/** A large number in a narrow place, e.g. `7.2k`. */
export function inThousands(count: number, speaker: Speaker): string {
  return count < 1_000 ? numeral(count, speaker) : speaker.t('{0}k', numeral(count / 1_000, speaker));
}

/** A stretch of time in its two largest units at most. */
export function duration(seconds: number, { language }: Tongue): string {
  const format = formatsOf(language);
  if (seconds < 60) return format.seconds.format(seconds);
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return format.minutes.format(minutes);
  const hours = format.hours.format(Math.floor(minutes / 60));
  return minutes % 60 === 0 ? hours : `${hours} ${format.minutes.format(minutes % 60)}`;
}

/** A stretch of time to a tenth of a second, below a second to the millisecond. */
export function span(ms: number, tongue: Tongue): string {
  if (ms < 1_000) return `${numeral(Math.max(0, Math.round(ms)), tongue)} ms`;
  return ms < 60_000 ? `${numeral(ms / 1_000, tongue)} s` : duration(ms / 1_000, tongue);
}
