/** How a language writes numbers and times. */
interface Formats {
  readonly plural: Intl.PluralRules;
  readonly number: Intl.NumberFormat;
  readonly percent: Intl.NumberFormat;
  readonly duration: Intl.DurationFormat;
  /** Says "0 s" where there is nothing else to say. */
  readonly seconds: Intl.DurationFormat;
  readonly time: Intl.DateTimeFormat;
}

/** Kept, since making one takes as long as hundreds of uses, and a picture has thousands of rows. */
const KEPT = new Map<string, Formats>();

/** The formats of a language, a BCP 47 tag. */
export function formatsOf(language: string): Formats {
  const formats = KEPT.get(language) ?? {
    plural: new Intl.PluralRules(language),
    number: new Intl.NumberFormat(language, { maximumFractionDigits: 1 }),
    percent: new Intl.NumberFormat(language, { style: 'percent' }),
    duration: new Intl.DurationFormat(language, { style: 'short' }),
    seconds: new Intl.DurationFormat(language, { style: 'short', secondsDisplay: 'always' }),
    time: new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' }),
  };
  KEPT.set(language, formats);
  return formats;
}
