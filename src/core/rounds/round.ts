import type { Caller } from '../gateway/sessions/sessions';
import { ProtocolError } from '../gateway/upstream/protocolError';
import type { Operation } from '../operations/operation';
import { oneLine } from '../catalog/entry/plainText';
import { untilAborted } from '../support/abort';
import type { Json } from '../support/json';
import { Refusal } from '../support/refusal';
import type { HostResult } from './hostTools';
import { ModelAnswer } from './modelAnswer';
import type { ModelRequest } from './modelPort';
import { resultText } from './resultText';
import type { FinishReason, PendingApproval, RanCall, RoundEvent, RoundReply } from './roundEvent';
import { openCalls, type RoundAnswer, type RoundCall, type RoundMessage } from './roundMessage';
import type { RoundParts } from './roundParts';
import type { RoundTool } from './roundTool';
import type { RoundTools } from './roundTools';
import type { RoundWish } from './roundWish';
import { UsageCount } from './usageCount';

/** What one round stands on. */
export interface RoundWork extends RoundParts {
  readonly id: string;
  readonly threadId: string;
  readonly wish: RoundWish;
  readonly tools: RoundTools;
  readonly caller: Caller;
  readonly operation: Operation;
  readonly emit: (event: RoundEvent) => void;
}

/** Approval request IDs are made of the call's, so that a client can answer in any later round, whichever process runs it. */
const APPROVAL = 'apr_';

const BROKEN_OFF = 'It was cancelled before it answered. It may have changed something.';

/** A call of a server's tool, and what lets it run. */
interface DueCall {
  readonly call: RoundCall;
  readonly tool: RoundTool | undefined;
  readonly by: 'run' | 'ask' | 'no';
  readonly approval: RanCall['approval'];
  readonly why: string;
  /** What it answered when it ran before. */
  readonly known?: string;
}

/** One round: the model is asked, its calls are answered, and so on, until it has said its last word. */
export class Round {
  readonly #work: RoundWork;
  readonly #messages: RoundMessage[];
  readonly #usage = new UsageCount();
  readonly #ran: RanCall[] = [];
  readonly #unreadable = new Set<string>();
  /** Tools that a person let run until the round ends. */
  readonly #allowed = new Set<RoundTool>();
  #pending: readonly PendingApproval[] = [];
  #last: RoundMessage | undefined;
  #blocks = 0;

  constructor(work: RoundWork) {
    this.#work = work;
    this.#messages = [...work.wish.messages];
  }

  /** @throws {Refusal} orphan-call, what the model throws, and why it was cancelled */
  async run(signal: AbortSignal): Promise<FinishReason> {
    this.#requireAnswered();
    for (let loop = 0; ; loop += 1) {
      const open = openCalls(this.#messages);
      const why = open.length === 0 ? undefined : await this.#answerCalls(open, signal, loop === 0);
      if (why !== undefined) return why;
      if (loop === this.#work.wish.maxLoops) return 'max_loops';
      const answer = await this.#ask(signal);
      if (answer.message?.role !== 'tool_request') return answer.cut ?? 'stop';
    }
  }

  reply(reason: FinishReason): RoundReply {
    const { id, threadId, wish, tools } = this.#work;
    return {
      id,
      thread_id: threadId,
      model: wish.model,
      message: this.#last ?? null,
      messages: [...this.#messages],
      usage: this.#usage.total,
      finish_reason: reason,
      complete: reason === 'stop' || reason === 'length' || reason === 'content_filter',
      mcp_servers: tools.servers,
      tool_calls: [...this.#ran],
      ...(this.#pending.length === 0 ? {} : { pending_approvals: this.#pending }),
    };
  }

  /** Calls of the client's own tools come with their answers, at the latest when nothing else is left to do. */
  #requireAnswered(): void {
    const { tools } = this.#work;
    const open = openCalls(this.#messages);
    const hasOurs = open.some(({ name }) => tools.find(name) !== undefined);
    const orphan = open.find(
      ({ name }) => tools.find(name) === undefined && !(hasOurs && tools.isCustom(name)),
    );
    if (orphan === undefined) return;
    throw new Refusal(
      'orphan-call',
      `messages: the tool call "${oneLine(orphan.id, 64)}" has no tool_response, and no server of this round has its tool.`,
    );
  }

  async #ask(signal: AbortSignal): Promise<ModelAnswer> {
    const { wish, model, tools, emit } = this.#work;
    const first: RoundMessage[] =
      wish.instructions === undefined ? [] : [{ role: 'system', content: wish.instructions }];
    const request: ModelRequest = {
      model: wish.model,
      messages: [...first, ...this.#messages],
      tools: tools.all,
      settings: wish.settings,
    };
    const known = new Set(
      this.#messages.flatMap(message =>
        message.role === 'tool_request' ? message.tool_calls.map(({ id }) => id) : [],
      ),
    );
    const answer = new ModelAnswer(emit);
    try {
      for await (const part of model.ask(request, signal)) {
        signal.throwIfAborted();
        answer.take(part, known);
        // Leaving the loop ends the model's answer, whoever gives it.
        if (answer.isFull) break;
      }
      signal.throwIfAborted();
    } finally {
      answer.close();
      this.#keep(answer, request, signal.aborted);
    }
    return answer;
  }

  /** Calls of an answer that was broken off are left out: nobody would answer them. */
  #keep(answer: ModelAnswer, request: ModelRequest, isBrokenOff: boolean): void {
    if (answer.usage === undefined) this.#usage.estimate(request, answer.characters);
    else this.#usage.add(answer.usage);
    const { message } = answer;
    if (message === undefined || (isBrokenOff && message.role === 'tool_request')) return;
    for (const id of answer.unreadable) this.#unreadable.add(id);
    this.#last = message;
    this.#messages.push(message);
  }

  /** Runs what may run. Gives why the round ends there, where the client is needed. */
  async #answerCalls(
    open: readonly RoundCall[],
    signal: AbortSignal,
    cameWithHistory: boolean,
  ): Promise<FinishReason | undefined> {
    const { tools, emit, wish } = this.#work;
    const block = `block_${(this.#blocks += 1)}`;
    const custom = open.filter(({ name }) => tools.isCustom(name));
    const judged = open.filter(({ name }) => !tools.isCustom(name)).map(call => this.#judge(call));
    emit({ type: 'tool_block.start', block_id: block });
    for (const each of judged) this.#tellApproval(each);
    const due = await this.#askPerson(judged, signal);
    const runnable = due.filter(({ by }) => by !== 'ask');
    const isParallel =
      wish.settings.parallelToolCalls === true && runnable.every(({ tool }) => tool?.onlyReads === true);
    const answers = new Map<string, RoundAnswer>();
    // Who sends a history may send it again, to another program after a crash: nothing runs twice.
    const runs = cameWithHistory ? this.#runOnce.bind(this) : this.#run.bind(this);
    const run = async (each: DueCall): Promise<void> => {
      signal.throwIfAborted();
      answers.set(each.call.id, brokenOff(each.call));
      answers.set(each.call.id, await runs(each, block, signal));
    };
    try {
      if (isParallel) await Promise.all(runnable.map(run));
      else for (const each of runnable) await run(each);
    } finally {
      // Also where the round ends there: what began is not to begin again.
      if (answers.size > 0) this.#messages.push({ role: 'tool_response', tool_calls: [...answers.values()] });
    }
    for (const { id, name, arguments: input } of custom)
      emit({ type: 'tool_call', call_id: id, name, arguments: input, block_id: block });
    emit({ type: 'tool_block.done', block_id: block });
    this.#pending = due.filter(({ by }) => by === 'ask').map(({ call, tool }) => pendingOf(call, tool));
    if (this.#pending.length > 0) return 'approval_required';
    return custom.length > 0 ? 'tool_calls' : undefined;
  }

  /** Asks about one call after the other, where somebody is there to answer. */
  async #askPerson(due: readonly DueCall[], signal: AbortSignal): Promise<readonly DueCall[]> {
    const { approver, wish, emit } = this.#work;
    if (approver === undefined || wish.returnsApprovals === true) return due;
    const answered: DueCall[] = [];
    for (const each of due) {
      const { call, tool } = each;
      if (each.by !== 'ask' || tool === undefined) {
        answered.push(each);
        continue;
      }
      const request = pendingOf(call, tool);
      const answer = this.#allowed.has(tool)
        ? 'round'
        : await untilAborted(approver.ask(request, signal), signal);
      if (answer === 'round') this.#allowed.add(tool);
      const { approval_request_id } = request;
      emit({ type: 'approval.resolved', approval_request_id, approve: answer !== 'no', by: 'person' });
      answered.push(
        answer === 'no'
          ? { ...each, by: 'no', why: 'Tool call rejected by the user' }
          : { ...each, by: 'run' },
      );
    }
    return answered;
  }

  #tellApproval({ call, tool, by, approval }: DueCall): void {
    const { emit } = this.#work;
    const request = pendingOf(call, tool);
    if (by === 'ask') emit({ type: 'approval.request', ...request });
    if (approval !== 'user' || by === 'ask') return;
    const { approval_request_id } = request;
    emit({ type: 'approval.resolved', approval_request_id, approve: by === 'run', by: 'client' });
  }

  #judge(call: RoundCall): DueCall {
    const { tools, wish } = this.#work;
    const tool = tools.find(call.name);
    const due = { call, tool } as const;
    if (tool === undefined)
      return { ...due, by: 'no', approval: 'never', why: `There is no tool "${oneLine(call.name, 64)}".` };
    if (this.#unreadable.has(call.id))
      return { ...due, by: 'no', approval: 'never', why: 'The arguments are not a JSON object.' };
    const rule = tool.server.requireApproval;
    if (rule === 'never') return { ...due, by: 'run', approval: 'never', why: '' };
    if (rule === 'auto' && tool.onlyReads) return { ...due, by: 'run', approval: 'auto', why: '' };
    const answer = wish.approvals.get(`${APPROVAL}${call.id}`);
    if (answer === undefined) return { ...due, by: 'ask', approval: 'user', why: '' };
    if (answer.approve) return { ...due, by: 'run', approval: 'user', why: '' };
    const reason = answer.reason === undefined ? '' : `: ${answer.reason}`;
    return { ...due, by: 'no', approval: 'user', why: `Tool call rejected by the user${reason}` };
  }

  /** Runs a call that a client sent with its history, unless it has begun before: then what is known of it is the answer. */
  async #runOnce(due: DueCall, block: string, signal: AbortSignal): Promise<RoundAnswer> {
    const { keeper, wish } = this.#work;
    if (due.by === 'no') return await this.#run(due, block, signal);
    const key = keeper.keyOf(wish.messages, due.call.id);
    const before = await keeper.begin(key);
    if (before?.content === null)
      return await this.#run({ ...due, by: 'no', why: BROKEN_OFF }, block, signal);
    if (before !== undefined) return await this.#run({ ...due, known: before.content }, block, signal);
    const answer = await this.#run(due, block, signal);
    await keeper.answer(key, answer.content);
    return answer;
  }

  /** Runs a call, or says why it may not run. The model reads either. */
  async #run(
    { call, tool, by, approval, why, known }: DueCall,
    block: string,
    signal: AbortSignal,
  ): Promise<RoundAnswer> {
    const { emit, clock } = this.#work;
    const { id, name, arguments: input } = call;
    const label = tool?.server.label ?? '';
    const event = { tool_call_id: id, name, arguments: input, block_id: block, mcp_server: label };
    emit({ type: 'internal_tool.start', ...event });
    const startedMs = clock.monotonicMs();
    const result =
      tool === undefined || by === 'no'
        ? { isError: true, text: why }
        : known !== undefined
          ? { isError: false, text: known }
          : await this.#call(tool, input, id, signal);
    const ran = { tool_call_id: id, name, mcp_server: label, arguments: input, approval };
    const duration_ms = Math.round(clock.monotonicMs() - startedMs);
    if (result.isError) {
      this.#ran.push({ ...ran, error: result.text, duration_ms });
      emit({ type: 'internal_tool.error', ...event, error: result.text });
    } else {
      this.#ran.push({ ...ran, result: result.text, duration_ms });
      emit({ type: 'internal_tool.done', ...event, result: result.text });
    }
    return { tool_call_id: id, tool_name: name, content: result.text };
  }

  async #call(
    { at, original, host }: RoundTool,
    input: Readonly<Record<string, Json>>,
    id: string,
    signal: AbortSignal,
  ): Promise<{ readonly isError: boolean; readonly text: string }> {
    const { toolbox, caller, operation, emit } = this.#work;
    if (host !== undefined) return textOf(await host.run(original, input, signal));
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
      return textOf(result);
    } catch (error) {
      if (!(error instanceof ProtocolError) || signal.aborted) throw error;
      return { isError: true, text: error.message };
    }
  }
}

function textOf(result: HostResult): { readonly isError: boolean; readonly text: string } {
  return { isError: result['isError'] === true, text: resultText(result) };
}

/** What is known of a call that has begun, until it has answered. */
function brokenOff({ id, name }: RoundCall): RoundAnswer {
  return { tool_call_id: id, tool_name: name, content: BROKEN_OFF };
}

function pendingOf({ id, name, arguments: input }: RoundCall, tool: RoundTool | undefined): PendingApproval {
  return {
    approval_request_id: `${APPROVAL}${id}`,
    server_label: tool?.server.label ?? '',
    name,
    arguments: input,
  };
}
