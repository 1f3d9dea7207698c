import type { ServerId } from '../../shared/ids';

/** Our own ids, known to be well formed. */
export const ORCHESTRATOR = 'orchestrator' as ServerId;
export const WORKFLOW = 'workflow' as ServerId;
export const WORKFLOW_HISTORY = 'workflow-history' as ServerId;
export const BLACKBOARD = 'blackboard' as ServerId;
export const CONSENSUS = 'consensus' as ServerId;
export const KNOWLEDGE = 'knowledge' as ServerId;
export const ASSIST = 'assist' as ServerId;
export const STIGMERGY = 'stigmergy' as ServerId;
export const RESOURCES = 'resources' as ServerId;
export const INTROSPECTION = 'introspection' as ServerId;

/** Modules that every session has. */
export const ALWAYS_ON: ReadonlySet<ServerId> = new Set([ORCHESTRATOR, WORKFLOW, INTROSPECTION]);
