import type { PlanPicture } from '../../src/shared/planPage/picture';
import { textOfBlock, textOfHeading, textOfRow } from './pictureText';

/** The page of a plan's run as text: what a person would read of it, and in brackets what they could do. */
export function textOfPlanPicture({ heading, blocks, nodes, note, chosen, detail }: PlanPicture): string {
  return [
    ...(heading ? textOfHeading(heading) : []),
    ...blocks.flatMap(textOfBlock),
    ...nodes
      .slice(0, 20)
      .map(row => `${row.id === chosen ? '>' : ' '}${textOfRow(row)} (${row.state ?? ''})`),
    ...(note === undefined ? [] : [note]),
    ...(detail === undefined ? [] : textOfDetail(detail)),
  ].join('\n');
}

function textOfDetail({ title, facts, texts, note }: NonNullable<PlanPicture['detail']>): readonly string[] {
  return [
    `# ${title}`,
    facts.map(({ label, text }) => `${label} ${text}`).join(' | '),
    ...texts.flatMap(each => [
      `## ${each.title}`,
      each.text,
      ...(each.note === undefined ? [] : [each.note]),
    ]),
    ...(note === undefined ? [] : [note]),
  ];
}
