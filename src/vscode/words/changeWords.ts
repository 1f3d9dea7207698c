import type { ToolChange } from '../../core/trust/toolChange';
import { joined, type Wording } from './wording';
import { numeral, plural } from './amounts';

/** How a server changed since its tools were approved, in a few words: its versions where they are known, and how many tools. */
export function changeWords(
  { from, to, tools }: ToolChange,
  wording: Pick<Wording, 't' | 'language'>,
): string {
  const { t } = wording;
  const n = numeral(tools, wording);
  const counted = plural(tools, wording, t('{0} tool changed', n), t('{0} tools changed', n));
  return joined(from === undefined || from === to ? t('version {0}', to) : `${from} → ${to}`, counted);
}
