import { serverId } from '../../shared/ids';

/** What an address of ours shows. */
export interface DeepLink {
  readonly kind: 'task' | 'server';
  readonly id: string;
}

/** A task's id as Switchyard makes them: nothing else is looked up. */
const TASK_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Reads the path of `vscode://switchyard.switchyard/task/<id>` or `/server/<id>`; undefined where it is neither. */
export function deepLinkOf(path: string): DeepLink | undefined {
  const [, kind, id] = /^\/(task|server)\/([^/]{1,64})$/.exec(path) ?? [];
  if (id === undefined) return undefined;
  if (kind === 'server') return serverId(id) === undefined ? undefined : { kind, id };
  return TASK_ID.test(id) ? { kind: 'task', id } : undefined;
}
