import * as vscode from 'vscode';
import type { EnvironmentRow, ServerStatus } from '../../core/catalog/environment';
import type { ServerId } from '../../shared/ids';
import { notify } from '../questions/notify';
import { named } from './named';
import { type ServerItem, serverItems } from './serverItems';

interface ServerPick {
  readonly title: string;
  readonly placeholder: string;
  readonly statuses: readonly ServerStatus[];
  /** Said instead of an empty list. */
  readonly empty: string;
}

/** Asks for one server; undefined when the person leaves or there is none to pick. */
export async function pickServer(
  rows: readonly EnvironmentRow[],
  pick: ServerPick,
): Promise<ServerId | undefined> {
  const items = serverItems(rows, pick.statuses).filter(({ row }) => !(row?.isCore ?? false));
  if (!items.some(({ server }) => server !== undefined)) {
    notify('info', pick.empty);
    return undefined;
  }
  const picked = await vscode.window.showQuickPick<ServerItem>(items, {
    title: pick.title,
    placeHolder: pick.placeholder,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.server;
}

/** The server a caller named instead of leaving it to a pick; undefined when it named none. */
export function namedServer(argument: unknown): string | undefined {
  return named(argument, 'server');
}
