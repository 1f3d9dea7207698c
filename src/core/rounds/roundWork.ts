import type { Caller } from '../gateway/sessions/sessions';
import type { Operation } from '../operations/operation';
import type { RoundEvent } from './roundEvent';
import type { RoundParts } from './roundParts';
import type { RoundTime } from './roundTime';
import type { RoundTools } from './roundTools';
import type { RoundWish } from './roundWish';

/** What one round stands on. */
export interface RoundWork extends RoundParts {
  readonly id: string;
  readonly threadId: string;
  readonly wish: RoundWish;
  readonly tools: RoundTools;
  readonly caller: Caller;
  readonly operation: Operation;
  readonly time: RoundTime;
  /** Hears that the model has begun to answer. */
  readonly onSpoken: () => void;
  readonly emit: (event: RoundEvent) => void;
}
