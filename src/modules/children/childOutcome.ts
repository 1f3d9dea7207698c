import type { Json } from '../../core/support/json';
import { type Child, hasEnded } from './model/childTypes';

/** How far a child has come with all that it was sent. */
export interface ChildOutcome {
  readonly isOver: boolean;
  readonly hasSucceeded: boolean;
  /** Epoch milliseconds; null while it is not over. */
  readonly finishedAt: number | null;
  /** The text of its last answer, or the whole of it where it has none; null before there is one. */
  readonly output: Json | null;
}

/** A child is over with its work when it has answered all that it was sent, or has ended. */
export function outcomeOf(child: Child): ChildOutcome {
  const { state, pending, final, endedAt, lastHeardAt } = child;
  const hasAnswered = pending === 0 && final !== null;
  const isOver = hasAnswered || hasEnded(child);
  const hasSucceeded = hasAnswered ? !final.isError : state === 'terminated';
  return {
    isOver,
    hasSucceeded: isOver && hasSucceeded,
    finishedAt: isOver ? (endedAt ?? lastHeardAt) : null,
    output: final === null ? null : answerIn(final.text),
  };
}

function answerIn(line: string): Json {
  try {
    const message = JSON.parse(line) as Readonly<Record<string, Json>>;
    return typeof message['text'] === 'string' ? message['text'] : message;
  } catch {
    return line; // It was cut.
  }
}
