import type { ServerId } from '../../shared/ids';

/** The ids of our core servers, known to be well formed. */
export const ORCHESTRATOR = 'orchestrator' as ServerId;
export const WORKFLOW = 'workflow' as ServerId;
export const WORKFLOW_HISTORY = 'workflow-history' as ServerId;
export const INTROSPECTION = 'introspection' as ServerId;

/** Modules that every session has. */
export const ALWAYS_ON: ReadonlySet<ServerId> = new Set([ORCHESTRATOR, WORKFLOW, INTROSPECTION]);
