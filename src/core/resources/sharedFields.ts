import type { Json } from '../support/json';
import { isRecord } from '../support/json';

/** The fields that events tell, apart by spaces, by kind. */
export type ToldFields = Readonly<Record<string, string>>;

/**
 * What events tell to whoever reads them, by kind. Everything else in a payload stays here: descriptions, texts, contents,
 * launches, schemas. What the events of a module tell is in its manifest.
 * A kind that is not named tells that it happened, and nothing more.
 */
const SHARED: ToldFields = {
  serverActivated: 'server by',
  serverDeactivated: 'server reason',
  serverSwitched: 'server isOn',
  serverHealthChanged: 'server state',
  toolsChanged: 'server added removed changed',
  toolsWithheld: 'server tools',
  toolAccepted: 'server tools',
  toolsListed: 'server serverVersion',
  toolsTrusted: 'server',
  toolsAppeared: 'server',
  launchApproved: 'server',
  becameReadOnly: 'reason',
  workflowStarted: 'workflow name',
  workflowEnded: 'workflow status by',
  workflowReopened: 'workflow',
  workflowArchived: 'workflow isArchived',
  workflowDeleted: 'workflow',
  taskStarted: 'task workflow parent name isBlocked',
  taskTakenUp: 'task isFirst',
  taskCompleted: 'task status outcomeStatus',
  taskReviewed: 'task review verdict status',
  taskWoken: 'task',
  taskWentStale: 'task reason',
  taskPlanned: 'task workflow',
  taskReworded: 'task',
  taskMoved: 'task',
  taskPlaced: 'task parent',
  taskAbandoned: 'task',
  taskCancelled: 'task',
  taskReverted: 'task isWhole',
  decisionLogged: 'task decision.id decision.category',
  issueLogged: 'task issue.id issue.issueType issue.needsReview',
  reviewDelivered: 'task review',
  restoreBegun: 'task',
  restoreAbandoned: 'task',
  restoreUndone: 'task',
  milestoneLogged: 'task progress message',
  tasksSeen: 'tasks',
  activityForgotten: 'tasks',
  heartbeat: 'task status',
};

/** Longest text, and most entries of a list, that an event tells (chosen here: an event is a hint, not a document). */
const MAX_TEXT = 300;
const MAX_ENTRIES = 50;

/** The part of a payload that may be told: what is told of it is the same as of all of it. */
export function sharedPart(
  kind: string,
  payload: unknown,
  modules: ToldFields,
): Readonly<Record<string, unknown>> {
  const part: Record<string, unknown> = { type: kind };
  if (!isRecord(payload)) return part;
  for (const path of (namesOf(kind, modules) ?? '').split(' ')) {
    const [outer = '', inner] = path.split('.');
    const value = payload[outer];
    if (inner === undefined) {
      if (value !== undefined) part[outer] = plain(value);
    } else if (isRecord(value) && value[inner] !== undefined) {
      const before = part[outer];
      part[outer] = { ...(isRecord(before) ? before : {}), [inner]: plain(value[inner]) };
    }
  }
  return part;
}

/** What may be told of a payload; null where that is nothing. */
export function sharedFields(kind: string, payload: unknown, modules: ToldFields): Json {
  const names = namesOf(kind, modules);
  if (names === undefined || !isRecord(payload)) return null;
  const found = names.split(' ').flatMap(path => {
    const [outer = '', inner] = path.split('.');
    const part = payload[outer];
    const value = inner === undefined ? part : isRecord(part) ? part[inner] : undefined;
    return value === undefined ? [] : [[snakeCase(inner ?? outer), plain(value)] as const];
  });
  return Object.fromEntries(found);
}

function namesOf(kind: string, modules: ToldFields): string | undefined {
  const names = Object.hasOwn(SHARED, kind)
    ? SHARED[kind]
    : Object.hasOwn(modules, kind)
      ? modules[kind]
      : '';
  return names === '' ? undefined : names;
}

/** `serverActivated` as agents read it: `server_activated`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}

/** Simple values only, and not too much of them. */
function plain(value: unknown): Json {
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map(simple);
  if (!isRecord(value)) return simple(value);
  const entries = Object.entries(value).slice(0, MAX_ENTRIES);
  return Object.fromEntries(entries.map(([key, part]) => [key.slice(0, MAX_TEXT), simple(part)]));
}

function simple(value: unknown): Json {
  if (typeof value === 'string') return value.slice(0, MAX_TEXT).toWellFormed();
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
