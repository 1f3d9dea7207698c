import {
  EventEmitter,
  type CancellationToken,
  type LanguageModelChatInformation,
  type LanguageModelChatProvider,
  type LanguageModelChatRequestMessage,
  LanguageModelError,
  LanguageModelTextPart,
  type LanguageModelResponsePart,
  LanguageModelToolCallPart,
  type Progress,
  type ProvideLanguageModelChatResponseOptions,
} from 'vscode';
import {
  MODEL_ID,
  type ModelRequest,
  type Script,
  type Step,
  type ToolCall,
  type ToolResult,
} from '../vscode/script';
import { messageTexts, resultsOf } from './messages';

interface Playing {
  readonly id: string;
  readonly script: Script;
  readonly requests: ModelRequest[];
  hasFinished: boolean;
}

const MODEL: LanguageModelChatInformation = {
  id: MODEL_ID,
  name: 'Scripted',
  family: 'scripted',
  version: '1',
  maxInputTokens: 200_000,
  maxOutputTokens: 8_000,
  capabilities: { toolCalling: true, imageInput: false },
};

/**
 * A language model that plays scripts. A script belongs to a prompt: the model plays the one whose prompt is last in
 * the messages, so that two chats, a chat and its subagents, or the turns of one chat each have their own. How far a
 * script has come is read from the messages (call ids name script and step), as with a real model, which has no memory.
 */
export class ScriptPlayer implements LanguageModelChatProvider {
  readonly #playing = new Map<string, Playing>();
  readonly #said = new EventEmitter<string>();
  /** A script's prompt, each time the model has answered with its last text. */
  readonly onDidFinish = this.#said.event;

  /** Has the model play these steps whenever the prompt is the latest one. Replaces an earlier script for it. */
  load(script: Script): void {
    this.#playing.set(script.prompt, {
      id: `s${this.#playing.size}x${Date.now()}`,
      script,
      requests: [],
      hasFinished: false,
    });
  }

  /** Every request that reached the model for this prompt, oldest first. */
  requestsFor(prompt: string): readonly ModelRequest[] {
    return this.#playing.get(prompt)?.requests ?? [];
  }

  /** Whether the model has answered with the last text of the prompt's script since that was loaded. */
  hasFinished(prompt: string): boolean {
    return this.#playing.get(prompt)?.hasFinished ?? false;
  }

  provideLanguageModelChatInformation(): LanguageModelChatInformation[] {
    return [MODEL];
  }

  async provideTokenCount(
    _model: LanguageModelChatInformation,
    text: string | LanguageModelChatRequestMessage,
  ): Promise<number> {
    const length = typeof text === 'string' ? text.length : JSON.stringify(text.content).length;
    return Math.ceil(length / 4);
  }

  async provideLanguageModelChatResponse(
    _model: LanguageModelChatInformation,
    messages: readonly LanguageModelChatRequestMessage[],
    options: ProvideLanguageModelChatResponseOptions,
    progress: Progress<LanguageModelResponsePart>,
    _token: CancellationToken,
  ): Promise<void> {
    const tools = (options.tools ?? []).map(tool => tool.name);
    const playing = this.#latest(messages);
    // The chat also asks its model for titles and summaries: those requests offer no tools.
    if (playing === undefined || tools.length === 0) {
      progress.report(new LanguageModelTextPart('Fine.'));
      return;
    }
    const results = resultsOf(messages, playing.id);
    const stepIndex = results.reduce((next, result) => Math.max(next, result.step + 1), 0);
    const step = playing.script.steps[stepIndex] ?? { says: 'The script is over.' };
    const calls = 'calls' in step ? planCalls(step, results, tools) : [];
    const missing = calls.flatMap(call => (call.tool === undefined ? [call.wanted] : []));
    playing.requests.push({
      atMs: Date.now(),
      step: stepIndex,
      tools,
      messages: messageTexts(messages),
      results,
      missing,
      toolDefinitions: options.tools ?? [],
      modelOptions: options.modelOptions ?? {},
    });
    if ('fails' in step) throw failureNamed(step.fails);
    this.#answer(playing, stepIndex, step, calls, missing, progress);
  }

  dispose(): void {
    this.#said.dispose();
  }

  #answer(
    playing: Playing,
    stepIndex: number,
    step: Exclude<Step, { fails: unknown }>,
    calls: readonly PlannedCall[],
    missing: readonly string[],
    progress: Progress<LanguageModelResponsePart>,
  ): void {
    if ('calls' in step && missing.length === 0) {
      for (const [index, call] of calls.entries()) {
        const callId = `${playing.id}.${stepIndex}.${index}`;
        progress.report(new LanguageModelToolCallPart(callId, call.tool ?? call.wanted, call.input));
      }
      return;
    }
    const text =
      'says' in step ? step.says : `No tool is offered whose name ends with ${missing.join(' or ')}.`;
    progress.report(new LanguageModelTextPart(text));
    playing.hasFinished = true;
    this.#said.fire(playing.script.prompt);
  }

  #latest(messages: readonly LanguageModelChatRequestMessage[]): Playing | undefined {
    for (const { role, text } of messageTexts(messages).toReversed()) {
      if (role !== 'user') continue;
      const here = [...this.#playing.values()]
        .map(playing => ({ playing, at: text.lastIndexOf(playing.script.prompt) }))
        .filter(({ at }) => at >= 0)
        .toSorted((a, b) => b.at - a.at);
      if (here[0] !== undefined) return here[0].playing;
    }
    return undefined;
  }
}

function failureNamed(name: string): Error {
  switch (name) {
    case 'NoPermissions':
      return LanguageModelError.NoPermissions('MODEL-SECRET');
    case 'Blocked':
      return LanguageModelError.Blocked('MODEL-SECRET');
    case 'NotFound':
      return LanguageModelError.NotFound('MODEL-SECRET');
    default:
      return Object.assign(new Error('MODEL-SECRET'), { name });
  }
}

interface PlannedCall {
  readonly wanted: string;
  /** The offered tool of that name, or whose name ends with it. */
  readonly tool: string | undefined;
  readonly input: object;
}

function planCalls(
  step: Extract<Step, { calls: unknown }>,
  results: readonly ToolResult[],
  tools: readonly string[],
): PlannedCall[] {
  return step.calls.map(call => planCall(call, results, tools));
}

function planCall(
  { tool, input, otherwise }: ToolCall,
  results: readonly ToolResult[],
  tools: readonly string[],
): PlannedCall {
  const offered = tools.find(name => name === tool) ?? tools.find(name => name.endsWith(tool));
  if (offered === undefined && otherwise !== undefined) return planCall(otherwise, results, tools);
  return { wanted: tool, tool: offered, input: typeof input === 'function' ? input(results) : input };
}
