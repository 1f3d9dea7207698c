import type { Target } from '../../shared/explorer/picture';
import type { ServerPicture } from '../../shared/serverPage/picture';

/** A command that something on the page offers; `item`: whose it is, empty: the page's own. */
export interface ServerOffer {
  readonly item: string;
  readonly command: string;
  readonly target: Target | undefined;
}

/** All that a picture offers. */
export function offersOf(picture: ServerPicture | undefined): readonly ServerOffer[] {
  const { heading, blocks = [], setup = [], chats } = picture ?? {};
  const target = heading?.target;
  const own = [
    ...(heading?.actions ?? []),
    ...blocks.flatMap(({ actions }) => actions),
    ...setup.flatMap(({ actions }) => actions),
  ];
  const rows = (chats?.rows ?? []).flatMap(row =>
    (row.actions ?? []).map(({ command }) => ({ item: row.id, command, target: row.target })),
  );
  return [...own.map(({ command }) => ({ item: '', command, target })), ...rows];
}
