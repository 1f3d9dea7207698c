import { coordinationError } from '../../../core/coordination/coordinationError';
import type { Refusal } from '../../../core/support/refusal';
import type { Budget, ChildState } from '../model/childTypes';

/** A part of its budget is used up. */
export function overLimit(id: string, name: keyof Budget, most: number): Refusal {
  return coordinationError('E-CHILD-LIMIT', {
    message: `Child ${id} has used its budget: ${name} ${most}.`,
    hint: 'raise it with child_set_limits',
    details: { child_id: id, limit: name, value: most },
  });
}

/** It can't be spoken to any more. */
export function notAlive(id: string, state: ChildState, reason: string | null): Refusal {
  return coordinationError('E-CHILD-STATE', {
    message: `Child ${id} is ${state}. ${reason ?? ''}`.trim(),
    hint: 'start another one with child_create',
    details: { child_id: id, state },
  });
}

/** It was not ready in time. */
export function tooLate(id: string, readyMs: number): Refusal {
  return coordinationError('E-CHILD-TIMEOUT', {
    message: `Child ${id} was not ready within ${readyMs} ms and was stopped.`,
    hint: 'raise timeouts.ready_ms, or check the command',
    details: { child_id: id },
  });
}

/** It ended while it was started. `words`: what it wrote last, for people. */
export function endedEarly(how: string, words: string): Refusal {
  return coordinationError('E-CHILD-START', {
    message: `It ended before it was ready. ${how}`,
    hint: 'correct command or args',
    ...(words === '' ? {} : { details: { last_words: words } }),
  });
}

/** A message names a tool that it may not use. */
export function toolNotAllowed(id: string, tool: string): Refusal {
  return coordinationError('E-CHILD-TOOL', {
    message: `Child ${id} may not use tool ${tool}. Nothing was sent.`,
    hint: 'use a tool of tools_allow',
  });
}
