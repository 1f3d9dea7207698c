import { coordinationError } from '../../core/coordination/coordinationError';
import { onceOnly } from '../../core/coordination/once';
import { perWorkspace } from '../../core/coordination/perWorkspace';
import type { Domain } from '../../core/journal/domain';
import { isRecord } from '../../core/support/json';
import { NO_VALUES, type ValueSystem } from './valueSystem';

/** Says what matters; what mattered until now does no longer. */
export interface ValuesWish {
  readonly verb: 'set';
  readonly system: Omit<ValueSystem, 'version'>;
}

export interface ValuesFact {
  readonly type: 'values_config_updated';
  readonly system: ValueSystem;
}

/** What the domain keeps. */
export interface KeptValues {
  system: ValueSystem;
}

const bare: Domain<KeptValues, ValuesWish, ValuesFact> = {
  name: 'values',
  version: 1,
  durability: 'normal',

  create: () => ({ system: NO_VALUES }),

  decide({ system: before }, { system }) {
    requireSound(system);
    return [{ type: 'values_config_updated', system: { ...system, version: before.version + 1 } }];
  },

  evolve(state, { system }) {
    state.system = system;
  },

  label: () => ({ cat: 'values' }),

  save: state => state,

  load: saved =>
    // What this domain saved itself, in this version: only the outline is checked.
    isRecord(saved) && isRecord(saved['system']) ? (saved as unknown as KeptValues) : { system: NO_VALUES },
};

/** What matters in this workspace. */
export const valuesDomain = perWorkspace(onceOnly<KeptValues, ValuesWish, ValuesFact>(bare));

function requireSound({ values, relationships }: ValuesWish['system']): void {
  const ids = values.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) throw invalid(`"${twice}" is there more than once`, { value: twice });
  const known = new Set(ids);
  for (const { from, to } of relationships) {
    const missing = [from, to].find(id => !known.has(id));
    if (missing !== undefined) throw invalid(`a relationship names "${missing}"`, { value: missing });
    if (from === to) throw invalid(`"${from}" is related to itself`, { value: from });
  }
}

function invalid(what: string, details: Readonly<Record<string, string>>) {
  return coordinationError('E-VALUES-INVALID-INPUT', {
    message: `The values were not set: ${what}.`,
    hint: 'invalid_input',
    details,
  });
}
