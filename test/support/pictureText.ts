import french from '../../l10n/bundle.l10n.fr.json' with { type: 'json' };
import type { Action, Picture, Row } from '../../src/shared/explorer/picture';
import type { Block, Heading, TaskPicture } from '../../src/shared/taskPage/picture';
import type { Wording } from '../../src/vscode/words/wording';

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
    moment: at => new Date(at).toISOString().slice(0, 16).replace('T', ' '),
    sessionName: ({ id }) => `Chat ${id}`,
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

/** A row as text. */
export function textOfRow(row: Row): string {
  const twistie = row.isOpen === undefined ? ' ' : row.isOpen ? 'v' : '>';
  const parts = [
    `${'  '.repeat(row.level - 1)}${twistie} ${row.icon} ${row.label}`,
    row.detail === undefined || row.detail === '' ? undefined : `· ${row.detail}`,
    row.figures === undefined ? undefined : `| ${row.figures}`,
    row.badge === undefined ? undefined : `(${row.badge})`,
    row.progress === undefined ? undefined : `${row.progress}%`,
    row.mark === undefined ? undefined : `<${row.mark.icon}>`,
    row.change?.letter,
    row.actions === undefined ? undefined : `[${row.actions.map(({ command }) => command).join(', ')}]`,
  ];
  return parts.filter(part => part !== undefined).join(' ');
}

/** The page of a task as text. */
export function textOfTaskPicture({
  heading,
  blocks,
  review,
  timeline,
  files,
  subtasks,
}: TaskPicture): string {
  return [
    ...(heading ? textOfHeading(heading) : []),
    ...blocks.flatMap(textOfBlock),
    ...(review === undefined ? [] : [`Review: ${[review.approve, ...review.lines].join(' | ')}`]),
    ...timeline.flatMap(({ icon, title, badge, time, strong, text, lines, action }) => [
      `${time?.short ?? '  -  '} ${icon} ${title}${badge === undefined ? '' : ` (${badge})`}${offered(action ? [action] : [])}`,
      ...[strong, text, ...lines]
        .filter(line => line !== undefined && line !== '')
        .map(line => `    ${line}`),
    ]),
    ...[files, subtasks].flatMap(({ title, count, rows, note }) => [
      `${title}: ${count}${note === undefined ? '' : ` · ${note}`}`,
      ...rows.map(textOfRow),
    ]),
  ].join('\n');
}

/** What is to be read first, as text. */
export function textOfBlock({ icon, text, links, lines, actions }: Block): readonly string[] {
  return [
    `! ${icon} ${[text, ...links.map(({ label }) => `<${label}>`)].join(' ')}${offered(actions)}`,
    ...lines.map(line => `    ${line}`),
  ];
}

/** A heading as text. */
export function textOfHeading(heading: Heading): readonly string[] {
  const { crumbs, place, icon, state, title, goal, facts, progress, actions } = heading;
  return [
    [...crumbs.map(({ label }) => label), place].join(' > '),
    `${icon} ${title} (${state}): ${goal}`,
    facts.map(({ label, text }) => `${label} ${text}`).join(' | '),
    ...(progress ? [progress.text] : []),
    offered(actions).trim(),
  ];
}

function offered(actions: readonly Action[]): string {
  return actions.length === 0 ? '' : ` [${actions.map(({ command }) => command).join(', ')}]`;
}
