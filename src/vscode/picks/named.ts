import { isRecord } from '../../core/support/json';
import { targetOf, targetsOf } from '../../shared/explorer/messages';

/** Of documents that show an LLM round. */
export const ROUND_SCHEME = 'switchyard-round';

/** Of files as a task's snapshots have them. */
export const SNAPSHOT_SCHEME = 'switchyard-snapshot';

/** Of documents that show a child agent. */
export const CHILD_SCHEME = 'switchyard-child';

/**
 * What a caller named instead of leaving it to a pick, by its id: other commands hand the id itself, the explorer's rows and
 * their context menus a record of ids. Undefined when it named none.
 */
export function named(argument: unknown, kind: 'workflow' | 'task' | 'server'): string | undefined {
  if (kind === 'task' && isSnapshot(argument))
    return new URLSearchParams(argument.query).get('task') ?? undefined;
  return typeof argument === 'string' ? argument : targetOf(argument)?.[kind];
}

/** The servers whose rows a command was run on, each once. */
export function namedServers(argument: unknown): readonly string[] {
  return [...new Set(targetsOf(argument).flatMap(({ server }) => server ?? []))];
}

/** The session whose row a command was run on: a bare id is a server's, a task's or a workflow's. */
export function namedSession(argument: unknown): string | undefined {
  return typeof argument === 'string' ? undefined : targetOf(argument)?.session;
}

/** The task whose row or page a command was run on: a bare id is a workflow's there. */
export function namedTask(argument: unknown): string | undefined {
  return typeof argument === 'string' ? undefined : targetOf(argument)?.task;
}

/** What happened in a task, whose row a command was run on. */
export function namedEvent(argument: unknown): string | undefined {
  return typeof argument === 'string' ? undefined : targetOf(argument)?.event;
}

/** The run of a plan whose row a command was run on. */
export function namedRun(argument: unknown): string | undefined {
  return targetOf(argument)?.run;
}

/** The child agent whose row a command was run on, or whose page it was run from. */
export function namedChild(argument: unknown): string | undefined {
  if (isRecord(argument) && argument['scheme'] === CHILD_SCHEME && typeof argument['query'] === 'string')
    return argument['query'];
  return targetOf(argument)?.child;
}

/** The LLM round whose row a command was run on, or whose document it was run from. */
export function namedRound(argument: unknown): string | undefined {
  if (isRecord(argument) && argument['scheme'] === ROUND_SCHEME && typeof argument['query'] === 'string')
    return argument['query'];
  return targetOf(argument)?.round;
}

/** The call whose areas' row a command was run on. */
export function namedLease(argument: unknown): string | undefined {
  return targetOf(argument)?.lease;
}

/** The file whose row a command was run on, or whose diff it was run from. */
export function namedPath(argument: unknown): string | undefined {
  if (isSnapshot(argument)) return new URLSearchParams(argument.query).get('path') ?? argument.path.slice(1);
  return typeof argument === 'string' ? undefined : targetOf(argument)?.path;
}

function isSnapshot(argument: unknown): argument is { readonly path: string; readonly query: string } {
  return (
    isRecord(argument) &&
    argument['scheme'] === SNAPSHOT_SCHEME &&
    typeof argument['path'] === 'string' &&
    typeof argument['query'] === 'string'
  );
}
