import { coordinationError } from '../../core/coordination/coordinationError';
import { onceOnly } from '../../core/coordination/once';
import { perWorkspace } from '../../core/coordination/perWorkspace';
import type { Domain } from '../../core/journal/domain';
import type { Instant } from '../../core/support/clock';
import { Board } from './board';
import { bytesOf, decideSet, decideSetAll, expiredFact, requireVersion } from './decideSet';
import { type Entry, isOver } from './entry';
import type { BlackboardFact, BlackboardWish, EntrySet } from './facts';
import { loadBoard, saveBoard } from './savedBoard';

/** Entries that one commit lets expire, so that others come in between (chosen here). */
const EXPIRED_AT_ONCE = 1_000;

const plain: Domain<Board, BlackboardWish, BlackboardFact> = {
  name: 'blackboard',
  version: 1,
  durability: 'normal',

  create: () => new Board(),

  decide(board, wish, at) {
    switch (wish.verb) {
      case 'set':
        return decideSet(board, wish.entry, at);
      case 'setAll':
        return decideSetAll(board, wish.entries, at);
      case 'delete':
        return decideDelete(board, wish, at);
      case 'expire':
        return board
          .dueAt(at, EXPIRED_AT_ONCE)
          .map(({ key, version }, i) => expiredFact(key, version, board.version + i + 1));
      case 'forget':
        return [{ type: 'bb_forget', before: wish.before }];
    }
  },

  evolve(board, fact, at) {
    if (fact.type === 'bb_forget') return board.history.erase(board.forgettable(fact.before));
    const { type, key, version } = fact;
    switch (type) {
      case 'bb_set':
        board.apply({ version, kind: 'set', key, timestamp: at, entry: entryOf(fact) });
        break;
      case 'bb_delete':
        board.apply({ version, kind: 'delete', key, timestamp: at, entry: null });
        break;
      case 'bb_expire':
        board.apply({ version, kind: 'expire', key, timestamp: at, entry: null });
        break;
    }
  },

  label: () => ({ cat: 'bb' }),

  erases({ type }) {
    return type === 'bb_delete' ? 'now' : type === 'bb_expire' ? 'later' : undefined;
  },

  save: saveBoard,
  load: loadBoard,
};

const once = onceOnly<Board, BlackboardWish, BlackboardFact>(plain, {
  wish: before => ({ verb: 'forget', before }),
  isDue: (board, before) => board.forgettable(before).size > 0,
  before: fact => (fact.type === 'bb_forget' ? fact.before : undefined),
  redacted(fact, before, board) {
    if (fact.type !== 'bb_set' || fact.isErased) return fact;
    const current = board.find(fact.key);
    const isOld = current === undefined || (current.version !== fact.version && fact.updatedAt <= before);
    return isOld ? withoutValue(fact) : fact;
  },
});

/** The shared board of all agents of a workspace. */
export const blackboardDomain = perWorkspace(once);

/** The entry that a fact set. */
export function entryOf(set: EntrySet): Entry {
  const { key, value, tags, version, createdAt, updatedAt, expiresAt, isErased } = set;
  const json = JSON.stringify(value);
  const bytes = bytesOf(key, tags, json);
  const entry = { key, json, tags, version, createdAt, updatedAt, expiresAt, bytes };
  return isErased === undefined ? entry : { ...entry, isErased };
}

function withoutValue(set: EntrySet): EntrySet {
  return { ...set, value: null, tags: [], isErased: true };
}

function decideDelete(
  board: Board,
  { key, expectedVersion }: Extract<BlackboardWish, { verb: 'delete' }>,
  at: Instant,
): readonly BlackboardFact[] {
  const entry = board.find(key);
  const current = entry === undefined || isOver(entry, at) ? undefined : entry;
  requireVersion(key, expectedVersion, current?.version ?? 0);
  if (current === undefined) throw notFound(key);
  const version = board.version + 1;
  return [{ type: 'bb_delete', key, version, previousVersion: current.version, deletedAt: at }];
}

/** That a key has no entry. */
export function notFound(key: string) {
  return coordinationError('E-BB-NOTFOUND', {
    message: 'The key has no entry.',
    hint: 'bb_query lists the existing keys',
    details: { key },
  });
}

/** That nobody can have been told of a version. */
export function ahead(version: number, last: number) {
  return coordinationError('E-BB-INVALID-INPUT', {
    message: `start_version ${version} is ahead of the board, which is at version ${last}.`,
    hint: `start with ${last} for the next changes, or with 0 for all stored ones`,
    details: { start_version: version, version: last },
  });
}
