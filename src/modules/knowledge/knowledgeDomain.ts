import { coordinationError } from '../../core/coordination/coordinationError';
import { onceOnly } from '../../core/coordination/once';
import { perWorkspace } from '../../core/coordination/perWorkspace';
import type { Domain } from '../../core/journal/domain';
import type { Instant } from '../../core/support/clock';
import { isRecord } from '../../core/support/json';
import { type SavedTriples, TripleStore } from './tripleStore';
import { type Statement, tripleKey, type TripleName } from './triple';

/** Triples kept at most: what is not wanted any more has to go first. */
export const MAX_TRIPLES = 100_000;
/** Bytes of their texts (chosen here, as for the blackboard). */
export const MAX_TRIPLE_BYTES = 64 * 1_024 * 1_024;

export type KnowledgeWish =
  | { readonly verb: 'insert'; readonly statements: readonly Statement[] }
  | { readonly verb: 'delete'; readonly names: readonly TripleName[] }
  | { readonly verb: 'forget'; readonly before: Instant };

export type KnowledgeFact =
  | {
      readonly type: 'kg_insert';
      readonly statements: readonly Statement[];
      /** How many of them were new. */
      readonly created: number;
      /** Triples afterwards. */
      readonly total: number;
    }
  | {
      readonly type: 'kg_delete';
      /** Those of the asked for that were there. */
      readonly names: readonly TripleName[];
      readonly total: number;
    }
  | {
      /** What was deleted is no longer in what earlier requests did. */
      readonly type: 'kg_forget';
      readonly before: Instant;
      readonly total: number;
    };

/** In the place of a name that was deleted: how many there were is what a repeated request is told. */
const NO_NAME: TripleName = { subject: '', predicate: '', object: '' };

/** What agents know together. Kept, so that the next chat knows it too. */
const bare: Domain<{ store: TripleStore }, KnowledgeWish, KnowledgeFact> = {
  name: 'knowledge',
  version: 1,
  durability: 'normal',

  create: () => ({ store: new TripleStore() }),

  decide({ store }, wish) {
    switch (wish.verb) {
      case 'insert':
        return [inserted(store, wish.statements)];
      case 'delete':
        return [deleted(store, wish.names)];
      case 'forget':
        return [{ type: 'kg_forget', before: wish.before, total: store.size }];
    }
  },

  evolve({ store }, fact, at) {
    if (fact.type === 'kg_insert') for (const statement of fact.statements) store.put(statement, at);
    else if (fact.type === 'kg_delete') for (const name of fact.names) store.remove(name);
  },

  label: () => ({ cat: 'kg' }),

  erases: fact => (fact.type === 'kg_delete' && fact.names.length > 0 ? 'now' : undefined),

  save: ({ store }) => store.save(),

  load(saved) {
    // What this domain saved itself, in this version: only the outline is checked.
    const isWhole = isRecord(saved) && Array.isArray(saved['triples']);
    return { store: isWhole ? TripleStore.load(saved as unknown as SavedTriples) : new TripleStore() };
  },
};

const once = onceOnly<{ store: TripleStore }, KnowledgeWish, KnowledgeFact>(bare, {
  wish: before => ({ verb: 'forget', before }),
  isDue: () => false,
  before: fact => (fact.type === 'kg_forget' ? fact.before : undefined),
  redacted(fact, _before, { store }) {
    switch (fact.type) {
      case 'kg_insert':
        return fact.statements.every(statement => store.has(statement))
          ? fact
          : { ...fact, statements: fact.statements.filter(statement => store.has(statement)) };
      case 'kg_delete':
        return fact.names.every(name => name.subject === '')
          ? fact
          : { ...fact, names: fact.names.map(() => NO_NAME) };
      case 'kg_forget':
        return fact;
    }
  },
});

/** The domain as the journal keeps it. */
export const knowledgeDomain = perWorkspace(once);

/** @throws {Refusal} E-KG-BAD-TRIPLE, E-KG-FULL */
function inserted(store: TripleStore, given: readonly Statement[]): KnowledgeFact {
  const statements = given.map((statement, index) => ({
    ...statement,
    ...trimmed(statement, index),
    source: statement.source?.trim() || null,
  }));
  const fresh = new Set(statements.filter(statement => !store.has(statement)).map(tripleKey));
  const total = store.size + fresh.size;
  if (total > MAX_TRIPLES) throw full('triples', store.size, MAX_TRIPLES);
  const told = new Map(statements.map(statement => [tripleKey(statement), statement] as const));
  const growth = [...told.values()].reduce((sum, statement) => sum + store.growth(statement), 0);
  if (growth > 0 && store.bytes + growth > MAX_TRIPLE_BYTES) {
    throw full('bytes', store.bytes, MAX_TRIPLE_BYTES);
  }
  return { type: 'kg_insert', statements, created: fresh.size, total };
}

function full(what: string, total: number, limit: number) {
  return coordinationError('E-KG-FULL', {
    message: `At most ${limit} ${what} can be stored; this would make ${total}. Nothing was inserted.`,
    hint: 'delete some with kg_delete',
    details: { total, limit },
  });
}

function deleted(store: TripleStore, given: readonly TripleName[]): KnowledgeFact {
  const names = new Map(
    given.map((name, index) => trimmed(name, index)).map(name => [tripleKey(name), name] as const),
  );
  const there = [...names.values()].filter(name => store.has(name));
  return { type: 'kg_delete', names: there, total: store.size - there.length };
}

function trimmed({ subject, predicate, object }: TripleName, index: number): TripleName {
  const name = { subject: subject.trim(), predicate: predicate.trim(), object: object.trim() };
  const blank = Object.entries(name).find(([, text]) => text === '');
  if (blank === undefined) return name;
  throw coordinationError('E-KG-BAD-TRIPLE', {
    message: `Triple ${index} has a blank ${blank[0]}. Nothing was changed.`,
    hint: 'fill in subject, predicate and object',
    details: { index, field: blank[0] },
  });
}
