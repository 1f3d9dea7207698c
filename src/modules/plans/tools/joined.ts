import type { Child } from '../../children/model/childTypes';
import { hasEnded as childHasEnded } from '../../children/model/childTypes';
import type { Children } from '../../children/children';
import '../../children/module';
import type { Json } from '../../../core/support/json';
import type { Plans } from '../plans';
import { hasEnded } from '../run/planRun';
import { lastOutputOf, valueIn } from './runAnswer';

/** What is waited for: a run of a plan, or what a child agent works on. */
export interface Joined {
  readonly id: string;
  /** `done` and `failed` say that it is over. */
  readonly state: string;
  readonly isOver: boolean;
  readonly hasSucceeded: boolean;
  /** Epoch milliseconds; null while it is not over. */
  readonly finishedAt: number | null;
  /** What came of it, or the part of it that a JSON Pointer names; null or undefined where there is none. */
  readonly output: (pointer: string | undefined) => Json | null | undefined;
}

/** A run or a child by its ID. @throws {Refusal} E-PLAN-NOT-FOUND */
export function joinedOf(
  id: string,
  { plans, children }: { readonly plans: Plans; readonly children: Children },
): Joined {
  const child = children.all().find(({ spec }) => spec.id === id);
  if (child !== undefined) return joinedChild(child);
  const run = plans.find(id);
  return {
    id,
    state: run.state,
    isOver: hasEnded(run),
    hasSucceeded: run.state === 'done',
    finishedAt: run.finishedAt,
    output: pointer => (pointer === undefined ? lastOutputOf(run) : valueIn(run, pointer)) as Json,
  };
}

/** A child is over with its work when it has answered all that it was sent, or has ended. */
function joinedChild(child: Child): Joined {
  const { spec, state, pending, final, endedAt, lastHeardAt } = child;
  const hasAnswered = pending === 0 && final !== null;
  const isOver = hasAnswered || childHasEnded(child);
  const hasSucceeded = hasAnswered ? !final.isError : state === 'terminated';
  return {
    id: spec.id,
    state: isOver ? (hasSucceeded ? 'done' : 'failed') : 'running',
    isOver,
    hasSucceeded: isOver && hasSucceeded,
    finishedAt: isOver ? (endedAt ?? lastHeardAt) : null,
    output: () => (final === null ? null : answerOf(final.text)),
  };
}

/** The text of an ACP agent, or all of a message. */
function answerOf(line: string): Json {
  try {
    const message = JSON.parse(line) as Readonly<Record<string, Json>>;
    return typeof message['text'] === 'string' ? message['text'] : message;
  } catch {
    return line; // It was cut.
  }
}
