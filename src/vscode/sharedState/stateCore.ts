import type { Core } from '../../core/core';

/** What the page is drawn from. */
export type StateCore = Pick<Core, 'blackboard' | 'knowledge' | 'stigmergy' | 'clock'>;
