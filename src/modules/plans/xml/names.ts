import type { PlanNode } from '../tree/planNode';
import type { Element } from './element';

/** Elements of nodes that have only children, beside our names of them. */
export const PLAIN_ELEMENTS = {
  Sequence: 'sequence',
  Fallback: 'selector',
  SequenceWithMemory: 'sequence_with_memory',
  ReactiveSequence: 'reactive_sequence',
  ReactiveFallback: 'reactive_selector',
  Inverter: 'inverter',
  ForceSuccess: 'force_success',
  ForceFailure: 'force_failure',
  Cancellable: 'cancellable',
} as const satisfies Readonly<Record<string, PlanNode['type']>>;

/** Elements of nodes with settings. */
export const SET_ELEMENTS = {
  Parallel: 'parallel',
  RetryUntilSuccessful: 'retry',
  Repeat: 'repeat',
  Timeout: 'timeout',
  Guard: 'guard',
  Condition: 'condition',
} as const satisfies Readonly<Record<string, PlanNode['type']>>;

/** Attributes of nodes, beside a name and what programs note for themselves (`_…`). Those that are not here have none. */
export const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  Parallel: ['success_count', 'failure_count'],
  RetryUntilSuccessful: ['num_attempts', 'backoff_ms', 'backoff_jitter_ms'],
  Repeat: ['num_cycles'],
  Timeout: ['msec', 'timeout_category', 'complexity_score'],
  Guard: ['condition_key', 'expected'],
  Condition: ['condition_key', 'expected'],
  Sleep: ['msec'],
};

/** Leaves that have an element of their own in BehaviorTree.CPP, beside our built-in ones. */
export const LEAF_ELEMENTS = { AlwaysSuccess: 'noop', AlwaysFailure: 'abort', Sleep: 'wait' } as const;

const GUARD = 'Use a Guard or a Condition.';
const CASES = 'Use a Fallback of Guards, one for each case.';
const VALUE = `Use <noop input='"value"' output_key="name"/>: input is JSON.`;
const EACH = 'Call plan_fanout: it runs a plan for each item.';

/** Nodes of BehaviorTree.CPP, and of its version 3, that plans do not have, each with what comes nearest. */
export const UNSUPPORTED: Readonly<Record<string, string>> = {
  AsyncSequence: 'Use a Sequence.',
  AsyncFallback: 'Use a Fallback.',
  SequenceStar: 'Use a SequenceWithMemory.',
  FallbackStar: 'Use a Fallback.',
  SubTreePlus: 'Use a SubTree with _autoremap="true".',
  RetryUntilSuccesful: 'It is called RetryUntilSuccessful.',
  IfThenElse: CASES,
  WhileDoElse: 'Use a ReactiveFallback of ReactiveSequences that begin with a Condition.',
  Switch2: CASES,
  Switch3: CASES,
  Switch4: CASES,
  Switch5: CASES,
  Switch6: CASES,
  ManualSelector: 'Ask in the chat, and run a plan for each answer.',
  ParallelAll: 'Use a Parallel with success_count and failure_count.',
  Delay: 'Use a Sequence with a Sleep before the node.',
  RunOnce: 'Put the node before the one that repeats.',
  KeepRunningUntilFailure: 'Use a Repeat with num_cycles="-1".',
  Precondition: GUARD,
  Script: VALUE,
  ScriptCondition: GUARD,
  SetBlackboard: VALUE,
  UnsetBlackboard: VALUE,
  TestNode: 'Use AlwaysSuccess or AlwaysFailure, and Sleep.',
  SkipUnlessUpdated: GUARD,
  WaitValueUpdate: GUARD,
  EntryUpdated: GUARD,
  WasEntryUpdated: GUARD,
  ConsumeQueue: EACH,
  LoopInt: EACH,
  LoopBool: EACH,
  LoopDouble: EACH,
  LoopString: EACH,
};

/** Attributes that attach scripts to a node: they change what it does. */
export const SCRIPTS: ReadonlySet<string> = new Set([
  '_skipIf',
  '_failureIf',
  '_successIf',
  '_while',
  '_onSuccess',
  '_onFailure',
  '_onHalted',
  '_post',
]);

/** Attributes of a leaf that are no part of its input. */
export const LEAF_ATTRIBUTES: ReadonlySet<string> = new Set([
  'name',
  'ID',
  'node_id',
  'input',
  'input_key',
  'output_key',
]);

/** Elements that say what kind of node they are; which one it is, their ID says. */
export const KINDS: ReadonlySet<string> = new Set(['Action', 'Condition', 'Control', 'Decorator']);

/** What a condition is called in models for Groot2, which may write it as an element of that name. */
export const CHECK = 'Check';

/** Whether an element of this name is something else than the tool of that name. */
export function isReserved(name: string): boolean {
  return (
    ['root', 'BehaviorTree', 'SubTree', 'TreeNodesModel', 'include', CHECK].includes(name) ||
    name in { ...PLAIN_ELEMENTS, ...SET_ELEMENTS, ...LEAF_ELEMENTS, ...UNSUPPORTED } ||
    KINDS.has(name)
  );
}

/** Whether a tool's name can be that of its element. */
export function isFreeElement(name: string): boolean {
  return /^[A-Za-z_][\w.-]*$/.test(name) && !/^xml/i.test(name) && !isReserved(name);
}

/** What an attribute says that stands for a variable: `{name}`; `{=}` is that of the attribute's own name. */
const POINTER = /^\s*\{\s*(=|@?[A-Za-z_][\w.-]*)\s*\}\s*$/;

/** Whether an attribute's text is no text. */
export function isPointer(text: string): boolean {
  return POINTER.test(text);
}

/** The variable that an attribute stands for, if it does. @throws {Refusal} E-PLAN-INVALID-INPUT, with line and column */
export function variableIn(element: Element, attribute: string, text: string): string | undefined {
  const [, name] = POINTER.exec(text) ?? [];
  if (name?.startsWith('@'))
    element.fail(`${text} is not supported: give it to the SubTree as a port, and write {${name.slice(1)}}.`);
  return name === '=' ? attribute : name;
}

/** The variable that an attribute names, with braces or without. @throws {Refusal} as `variableIn` */
export function nameIn(element: Element, attribute: string): string | undefined {
  const text = element.attributes[attribute];
  return text === undefined ? undefined : (variableIn(element, attribute, text) ?? text);
}
