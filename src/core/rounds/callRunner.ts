import { ProtocolError } from '../gateway/upstream/protocolError';
import type { CallOutcome, DueCall } from './dueCall';
import type { HostResult } from './hostTools';
import { resultText } from './resultText';
import type { RanCall } from './roundEvent';
import type { KeptCall } from './roundMemory';
import { imagesIn, ResultImages } from './roundImage';
import type { RoundAnswer, RoundCall } from './roundMessage';
import type { RoundTool } from './roundTool';
import type { RoundWork } from './roundWork';

const BROKEN_OFF = 'It was cancelled before it answered. It may have changed something.';

/** Runs the calls of one round, and remembers what came of them. */
export class CallRunner {
  readonly #work: RoundWork;
  readonly #ran: RanCall[] = [];
  readonly #images: ResultImages;
  readonly #begun: string[] = [];

  constructor(work: RoundWork) {
    this.#work = work;
    this.#images = new ResultImages(work.wish.resultImages);
  }

  get ran(): readonly RanCall[] {
    return this.#ran;
  }

  /** Names of tools whose calls have begun. */
  get begun(): readonly string[] {
    return this.#begun;
  }

  /** Images of results, for the model. */
  get images(): ResultImages['all'] {
    return this.#images.all;
  }

  /** Runs a call that a client sent with its history, unless it has begun before: then what is known of it is the answer. */
  async runOnce(due: DueCall, block: string, signal: AbortSignal): Promise<RoundAnswer> {
    const { keeper, wish } = this.#work;
    if (due.by === 'no') return await this.run(due, block, signal);
    const key = keeper.keyOf(wish.messages, due.call.id);
    const before = await keeper.begin(key);
    if (before !== undefined) return await this.run({ ...due, known: outcomeOf(before) }, block, signal);
    const answer = await this.run(due, block, signal);
    const ran = this.#ran.findLast(({ tool_call_id: id }) => id === due.call.id);
    await keeper.answer(key, answer.content, ran?.error !== undefined);
    return answer;
  }

  /** Runs a call, or says why it may not run. The model reads either. */
  async run(due: DueCall, block: string, signal: AbortSignal): Promise<RoundAnswer> {
    const { emit, clock } = this.#work;
    const { id, name, arguments: input } = due.call;
    const label = due.tool?.server.label ?? '';
    const event = { tool_call_id: id, name, arguments: input, block_id: block, mcp_server: label };
    emit({ type: 'internal_tool.start', ...event });
    const startedMs = clock.monotonicMs();
    const { isError, text } = await this.#outcome(due, signal);
    const ran = { tool_call_id: id, name, mcp_server: label, arguments: input, approval: due.approval };
    const duration_ms = Math.round(clock.monotonicMs() - startedMs);
    if (isError) {
      this.#ran.push({ ...ran, error: text, duration_ms });
      emit({ type: 'internal_tool.error', ...event, error: text });
    } else {
      this.#ran.push({ ...ran, result: text, duration_ms });
      emit({ type: 'internal_tool.done', ...event, result: text });
    }
    return { tool_call_id: id, tool_name: name, content: text };
  }

  async #outcome({ call, tool, by, why, known }: DueCall, signal: AbortSignal): Promise<CallOutcome> {
    if (tool === undefined || by === 'no') return { isError: true, text: why };
    if (known !== undefined) return known;
    const { maxToolCalls: most } = this.#work.wish;
    if (most !== undefined && this.#begun.length >= most)
      return { isError: true, text: `It was not run: the maximum of ${most} tool calls is reached.` };
    this.#begun.push(call.name);
    return await this.#call(tool, call, signal);
  }

  async #call(
    { at, original, host }: RoundTool,
    { id, arguments: input }: RoundCall,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const { toolbox, caller, operation, emit } = this.#work;
    if (host !== undefined) return this.#read(id, await host.run(original, input, signal));
    try {
      const result = await toolbox.answer(caller, { tool: original, server: at }, input, {
        signal,
        within: operation,
        onProgress: ({ progress, total, message }) =>
          emit({
            type: 'internal_tool.progress',
            tool_call_id: id,
            progress,
            ...(total === undefined ? {} : { total }),
            ...(message === undefined ? {} : { message }),
          }),
      });
      signal.throwIfAborted();
      return this.#read(id, result);
    } catch (error) {
      if (!(error instanceof ProtocolError) || signal.aborted) throw error;
      return { isError: true, text: error.message };
    }
  }

  #read(call: string, result: HostResult): CallOutcome {
    const { seesResultImages: sees = false } = this.#work.model;
    if (sees) this.#images.add(call, imagesIn(result));
    return { isError: result['isError'] === true, text: resultText(result, sees) };
  }
}

/** What is known of a call that has begun, until it has answered. */
export function brokenOff({ id, name }: RoundCall): RoundAnswer {
  return { tool_call_id: id, tool_name: name, content: BROKEN_OFF };
}

function outcomeOf({ content, isError }: KeptCall): CallOutcome {
  return content === null
    ? { isError: true, text: BROKEN_OFF }
    : { isError: isError === true, text: content };
}
