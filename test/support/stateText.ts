import type { StatePicture } from '../../src/shared/sharedState/picture';
import { textOfTrails } from './plotsText';

/** The page of what agents share as text: what a person would read of it, and in brackets what they could do. */
export function textOfStatePicture({ tabs, tab, count, table, map, note }: StatePicture): string {
  return [
    tabs.map(each => `${each.id === tab ? '> ' : ''}${each.name} ${each.count}`).join(' | '),
    ...(count === '' ? [] : [count]),
    ...(table ? [table.columns.map(({ name }) => name).join(' | ')] : []),
    ...(table?.rows ?? []).map(({ cells }) =>
      cells.map(({ text, badges }) => badges?.map(badge => `(${badge})`).join('') ?? text).join(' | '),
    ),
    ...(map ? textOfTrails(map) : []),
    ...(note ? [`! ${note.text} [${note.actions.map(({ title }) => title).join(', ')}]`] : []),
  ].join('\n');
}
