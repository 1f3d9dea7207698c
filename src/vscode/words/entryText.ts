import type { KeyHistory } from '../../modules/blackboard/blackboard';
import { numeral } from './amounts';
import { joined, shown, shownWhole, type Wording } from './wording';

/** Longest value on the page of an entry, in characters: **Copy Value** has all of it. */
const MAX_VALUE = 20_000;
/** Longest line of it. */
const MAX_LINE = 4_000;

/** Who a session is for the person at the window; undefined where nobody knows. */
export type WhoIs = (session: string) => string | undefined;

/** An entry of the blackboard as text: its value, who set it, and what stood there before. */
export function entryText(key: string, history: KeyHistory, whoIs: WhoIs, wording: Wording): string {
  const { t, moment } = wording;
  const { entry, changes, isWhole } = history;
  const head = [
    shownWhole(key),
    entry === undefined
      ? t('Not on the blackboard any more.')
      : joined(
          t('version {0}', numeral(entry.version, wording)),
          t('updated {0}', moment(entry.updated_at)),
          entry.expires_at === null ? t('never expires') : t('expires {0}', moment(entry.expires_at)),
          entry.tags.length === 0 ? '' : t('tags: {0}', shownWhole(entry.tags.join(', '))),
        ),
  ];
  const past = changes.flatMap(change => [
    '',
    joined(
      t('version {0}', numeral(change.version, wording)),
      moment(change.timestamp),
      doneBy(change, whoIs, t),
    ),
    ...(change.entry === null ? [] : valueLines(change.entry, t)),
  ]);
  const older = isWhole ? [] : ['', t('Older changes are no longer kept.')];
  const now = entry === undefined ? [] : ['', ...valueLines(entry, t)];
  return `${[...head, ...now, '', t('Changes, newest first'), ...past, ...older].join('\n')}\n`;
}

type Change = KeyHistory['changes'][number];

function doneBy({ kind, session }: Change, whoIs: WhoIs, t: Wording['t']): string {
  if (kind === 'expire') return t('expired');
  const who = session === undefined ? undefined : (whoIs(session) ?? t('an earlier chat or another program'));
  if (kind === 'set') return who === undefined ? t('set') : t('set by {0}', who);
  return who === undefined ? t('deleted') : t('deleted by {0}', who);
}

/** Text as it is, anything else as JSON, set in. */
function valueLines(
  { value, erased }: { readonly value: unknown; readonly erased?: true },
  t: Wording['t'],
): readonly string[] {
  if (erased === true) return [`    ${t('The value is no longer kept.')}`];
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return text
    .slice(0, MAX_VALUE)
    .split('\n')
    .map(line => `    ${/^ */.exec(line)?.[0] ?? ''}${shown(line, MAX_LINE)}`);
}
