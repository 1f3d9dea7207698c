import type { Event } from '../../src/core/journal/event';
import { toolCaller } from './callTool';
import type { MemoryLog } from './memoryEventStore';
import { testCore } from './testCore';

type Answer = Readonly<Record<string, unknown>>;

/** Programs on one log: a change of one reaches the others as it would through the file. */
export async function board(log?: MemoryLog) {
  const core = await testCore(log === undefined ? {} : { log });
  const call = toolCaller(core);
  return {
    core,
    call,
    /** What a call that goes well gives. */
    async ok(tool: string, input: Answer = {}): Promise<Answer> {
      const { isError, result } = await call(tool, input);
      if (isError) throw new Error(JSON.stringify(result));
      return result;
    },
    set: async (key: string, more: Answer = {}): Promise<Answer> =>
      (await call('bb_set', { key, value: key, ...more })).result,
    /** The code of a call that is refused. */
    async code(tool: string, input: Answer): Promise<unknown> {
      const { isError, result } = await call(tool, input);
      return isError ? result['error'] : 'fine';
    },
    /** What everybody is told of the board. */
    told: (): Event[] => core.events.filter(({ stream }) => stream === 'blackboard'),
  };
}

/** A row of a list in an answer. */
export function rows(answer: Answer, field: string): readonly Answer[] {
  return answer[field] as Answer[];
}
