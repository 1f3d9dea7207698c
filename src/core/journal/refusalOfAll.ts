import { Refusal } from '../support/refusal';

/**
 * A refusal that has nothing to do with what was to be recorded: the log is out of reach, or was lost while something was recorded, and
 * whether it was shows when it is back. Whoever waited together hears it together, and nothing of theirs is tried again.
 */
export class RefusalOfAll extends Refusal {}
