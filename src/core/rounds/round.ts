import { oneLine } from '../catalog/entry/plainText';
import { untilAborted } from '../support/abort';
import { Refusal } from '../support/refusal';
import { brokenOff, CallRunner } from './callRunner';
import { type DueCall, judged as judgedCall, pendingOf } from './dueCall';
import { ModelAnswer } from './modelAnswer';
import type { ModelRequest } from './modelPort';
import type { FinishReason, PendingApproval, RoundReply } from './roundEvent';
import { openCalls, type RoundAnswer, type RoundCall, type RoundMessage } from './roundMessage';
import type { RoundTool } from './roundTool';
import type { RoundWork } from './roundWork';
import { UsageCount } from './usageCount';

const HAS_ENDED = 'The child agent that this round ran for has ended.';

/** One round: the model is asked, its calls are answered, and so on, until it has said its last word. */
export class Round {
  readonly #work: RoundWork;
  readonly #messages: RoundMessage[];
  readonly #usage = new UsageCount();
  readonly #runner: CallRunner;
  readonly #unreadable = new Set<string>();
  /** Tools that a person let run until the round ends. */
  readonly #allowed = new Set<RoundTool>();
  #pending: readonly PendingApproval[] = [];
  #last: RoundMessage | undefined;
  #blocks = 0;

  constructor(work: RoundWork) {
    this.#work = work;
    this.#runner = new CallRunner(work);
    this.#messages = [...work.wish.messages];
  }

  /** @throws {Refusal} orphan-call, what the model throws, and why it was cancelled */
  async run(signal: AbortSignal): Promise<FinishReason> {
    this.#requireAnswered();
    try {
      return await this.#untilSaid(signal);
    } catch (error) {
      throw signal.aborted ? error : this.#withWhatRan(error);
    }
  }

  /** Whoever is told to try again has to know what that would repeat. */
  #withWhatRan(error: unknown): unknown {
    const names = [...new Set(this.#runner.begun)].map(name => oneLine(name, 64)).join(', ');
    if (!Refusal.is(error) || names === '') return error;
    const { code, message, details } = error;
    const told = `${message} Tools ran before that (${names}): the same request may run them again.`;
    return new Refusal(code, told, details, { cause: error });
  }

  async #untilSaid(signal: AbortSignal): Promise<FinishReason> {
    for (let loop = 0; ; loop += 1) {
      const open = openCalls(this.#messages);
      const why = open.length === 0 ? undefined : await this.#answerCalls(open, signal, loop === 0);
      if (why !== undefined) return why;
      if (loop === this.#work.wish.maxLoops) return 'max_loops';
      const answer = await this.#ask(signal);
      if (answer.message?.role !== 'tool_request') return answer.cut ?? 'stop';
    }
  }

  /** The whole history so far. */
  get messages(): readonly RoundMessage[] {
    return [...this.#messages];
  }

  reply(reason: FinishReason): RoundReply {
    const { id, threadId, wish, tools } = this.#work;
    return {
      id,
      thread_id: threadId,
      model: wish.model,
      message: this.#last ?? null,
      messages: this.messages,
      usage: this.#usage.total,
      finish_reason: reason,
      complete: reason === 'stop' || reason === 'length' || reason === 'content_filter',
      mcp_servers: tools.servers,
      tool_calls: [...this.#runner.ran],
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
    const { wish, model, tools, emit, onSpoken, toolbox, caller } = this.#work;
    // A child agent that used up its budget by this round has ended meanwhile.
    if (!toolbox.allows(caller.session, 'llm_round')) throw new Refusal('cancelled', HAS_ENDED);
    const first: RoundMessage[] =
      wish.instructions === undefined ? [] : [{ role: 'system', content: wish.instructions }];
    const request: ModelRequest = {
      model: wish.model,
      messages: [...first, ...this.#messages],
      tools: tools.all,
      settings: wish.settings,
      resultImages: this.#runner.images,
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
        onSpoken();
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
    const before = this.#usage.total.total_tokens;
    if (answer.usage === undefined) this.#usage.estimate(request, answer.characters);
    else this.#usage.add(answer.usage);
    const { toolbox, caller } = this.#work;
    toolbox.spent(caller.session, this.#usage.total.total_tokens - before);
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
    const { approvals } = wish;
    const block = `block_${(this.#blocks += 1)}`;
    const isTheirs = ({ id, name }: RoundCall): boolean => tools.isCustom(name) && !this.#unreadable.has(id);
    const custom = open.filter(isTheirs);
    const judged = open
      .filter(call => !isTheirs(call))
      .map(call => judgedCall(call, tools.find(call.name), !this.#unreadable.has(call.id), approvals));
    emit({ type: 'tool_block.start', block_id: block });
    for (const each of judged) this.#tellApproval(each);
    const due = await this.#askPerson(judged, signal);
    const runnable = due.filter(({ by }) => by !== 'ask');
    const isParallel =
      wish.settings.parallelToolCalls === true && runnable.every(({ tool }) => tool?.onlyReads === true);
    const answers = new Map<string, RoundAnswer>();
    // Who sends a history may send it again, to another program after a crash: nothing runs twice.
    const runner = this.#runner;
    const runs = cameWithHistory ? runner.runOnce.bind(runner) : runner.run.bind(runner);
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
    const { approver, wish, emit, time } = this.#work;
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
        : await time.without(() => untilAborted(approver.ask(request, signal), signal));
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
}
