import french from '../../l10n/bundle.l10n.fr.json' with { type: 'json' };
import type { Picture, Row } from '../../src/shared/explorer/picture';
import type { Wording } from '../../src/vscode/explorer/wording';

/** Plain English, and times of day in UTC. */
export const plainWording = wordingIn('en', {});

/** The French of the bundle that ships. */
export const frenchWording = wordingIn('fr', french);

function wordingIn(language: string, texts: Readonly<Record<string, string>>): Wording {
  return {
    t: (message, ...args) =>
      (texts[message] ?? message).replaceAll(/\{(\d)\}/g, (_, at: string) => String(args[Number(at)])),
    language,
    time: at => new Date(at).toISOString().slice(11, 16),
    sessionName: ({ id }, workflow) => (workflow === undefined ? `Chat ${id}` : `Chat ${id}: ${workflow}`),
  };
}

/** A picture as text: what a person would read of it, and in brackets what they could do. */
export function textOfPicture({ notes, rows, meters }: Picture): string {
  return [
    ...notes.map(({ text, actions }) => `! ${text} [${actions.map(({ title }) => title).join(', ')}]`),
    ...rows.map(textOfRow),
    ...meters.map(({ label, text }) => `${label}: ${text}`),
  ].join('\n');
}

function textOfRow(row: Row): string {
  const twistie = row.isOpen === undefined ? ' ' : row.isOpen ? 'v' : '>';
  const parts = [
    `${'  '.repeat(row.level - 1)}${twistie} ${row.icon} ${row.label}`,
    row.detail === undefined || row.detail === '' ? undefined : `· ${row.detail}`,
    row.badge === undefined ? undefined : `(${row.badge})`,
    row.progress === undefined ? undefined : `${row.progress}%`,
    row.mark === undefined ? undefined : `<${row.mark.icon}>`,
    row.change?.letter,
    row.actions === undefined ? undefined : `[${row.actions.map(({ command }) => command).join(', ')}]`,
  ];
  return parts.filter(part => part !== undefined).join(' ');
}
