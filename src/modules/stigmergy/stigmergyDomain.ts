import { onceOnly } from '../../core/coordination/once';
import { perWorkspace } from '../../core/coordination/perWorkspace';
import type { Domain } from '../../core/journal/domain';
import { evaporated, takeEvaporation } from './evaporation';
import { emptyField, type Field, loadField, saveField } from './field';
import { marked, takeMark } from './marking';
import type { StigmergyFact, StigmergyWish } from './stigmergyFacts';

const field: Domain<Field, StigmergyWish, StigmergyFact> = {
  name: 'stigmergy',
  version: 1,
  durability: 'normal',

  create: emptyField,

  decide(state, wish, at) {
    switch (wish.verb) {
      case 'mark':
        return marked(state, wish, at);
      case 'evaporate':
        return [evaporated(state, wish, at)];
    }
  },

  evolve(state, fact, at) {
    state.changes += 1;
    switch (fact.change) {
      case 'mark':
        return takeMark(state, fact);
      case 'evaporation':
        return takeEvaporation(state, fact, at);
    }
  },

  label: () => ({ cat: 'stig' }),

  save: saveField,
  // What this domain saved itself, in this version.
  load: saved => loadField(saved as Parameters<typeof loadField>[0]),
};

/** The trails of all agents in this workspace. */
export const stigmergyDomain = perWorkspace(onceOnly(field));
