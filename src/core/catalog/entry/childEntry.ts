import type { ServerId } from '../../../shared/ids';
import type { CatalogEntry } from './entry';
import { ORIGINS } from './origins';

const CATEGORY = 'children';

/** Whether an entry stands for a child agent. */
export function isChild({ category, source }: Pick<CatalogEntry, 'category' | 'source'>): boolean {
  return source === 'built-in' && category === CATEGORY;
}

/** A child agent's command as what a person is asked about. It is in no catalog. `isKnown`: an agent that we name, as we start it. */
export function childEntry(id: ServerId, isKnown: boolean): CatalogEntry {
  return {
    id,
    displayName: id,
    description: 'A child agent',
    category: CATEGORY,
    tags: [],
    source: 'built-in',
    owner: isKnown ? 'shipped' : 'agent',
    origin: isKnown ? 'Switchyard' : ORIGINS.chatAgent,
    launch: { type: 'native' },
    needs: [],
    requires: [],
    isolation: 'session',
    disabledBy: null,
    isVerified: isKnown,
    allowedTools: [],
    requireApproval: 'auto',
  };
}
