import type { Target } from '../../shared/explorer/picture';
import { plotItem, type TaskPicture } from '../../shared/taskPage/picture';

/** A command that a picture offers, and what it is given. */
export interface Offer {
  readonly command: string;
  readonly target: Target | undefined;
}

/** What is meant by a wish of the page; undefined where the picture does not offer that. */
export function offerOf(picture: TaskPicture, command: string, item: string): Offer | undefined {
  const { heading, blocks, timeline, files, subtasks, plots } = picture;
  if (item === '') {
    const actions = [...(heading?.actions ?? []), ...blocks.flatMap(block => block.actions)];
    return actions.some(action => action.command === command)
      ? { command, target: heading?.target }
      : undefined;
  }
  const links = [...(heading?.crumbs ?? []), ...blocks.flatMap(block => block.links)];
  const link = links.find(({ id, enter }) => id === item && enter === command);
  if (link) return { command, target: link.target };
  const happening = timeline.find(({ id, action }) => id === item && action?.command === command);
  if (happening) return { command, target: happening.target };
  const plotted = [...(plots?.gantt?.rows ?? []), ...(plots?.graph?.nodes ?? [])];
  const task = plotted.find(({ id }) => plotItem(id) === item);
  if (task && command === 'openTask') return { command, target: { task: task.id } };
  const row = [...files.rows, ...subtasks.rows].find(({ id }) => id === item);
  const isOffered =
    row?.enter === command || row?.actions?.some(action => action.command === command) === true;
  return row && isOffered ? { command, target: row.target } : undefined;
}
