import type { Rounds } from '../../../core/rounds/rounds';

/** A leaf that asks a model, with tools of servers: what runs it is `roundLeaf.ts`, loaded when a plan has one. */
export const ROUND_LEAF = 'llm_round';

/** What runs rounds of a model, where this program has one: loaded when it is asked for. */
export type OpenRounds = () => Promise<Pick<Rounds, 'run' | 'check'>>;
