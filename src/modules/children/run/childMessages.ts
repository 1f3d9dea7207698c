import type { AgentMessage } from '../../../core/agents/agentLink';
import { oneLine } from '../../../core/catalog/entry/plainText';
import type { CallAnswer } from '../../../core/gateway/calls/callApproval';
import { isRecord } from '../../../core/support/json';
import type { PermissionOption } from '../../../core/agents/agentLink';

/** Types of messages that end what was asked for (coordination tools). */
export const FINAL: ReadonlySet<string> = new Set([
  'response',
  'result',
  'final',
  'completion',
  'done',
  'error',
]);

type Fields = Readonly<Record<string, unknown>>;

/** Tokens that a message tells of: `usage.total_tokens` or `tokens`, and of an ACP agent what fills its context. */
export function tokensIn(message: AgentMessage): number | undefined {
  const { usage, tokens, used, type } = message as Fields;
  const total = isRecord(usage) ? usage['total_tokens'] : type === 'usage' ? used : tokens;
  return typeof total === 'number' && Number.isFinite(total) && total >= 0 ? total : undefined;
}

/** The step of a plan that is in progress. */
export function stepIn(message: AgentMessage): string | undefined {
  const { entries } = message as Fields;
  if (!Array.isArray(entries)) return undefined;
  const step: unknown = entries.find(entry => isRecord(entry) && entry['status'] === 'in_progress');
  return isRecord(step) && typeof step['content'] === 'string' ? oneLine(step['content'], 100) : undefined;
}

/** The tool that a message tells of, by the name that its agent has for it. */
export function toolIn(message: AgentMessage): { readonly name: string; readonly input: unknown } {
  const { title, tool, name, input } = message as Fields;
  const said = [title, tool, name].find(each => typeof each === 'string');
  return { name: typeof said === 'string' ? oneLine(said, 100) : 'tool', input };
}

/** What an answer says to people. */
export function answerIn(message: AgentMessage, line: string): string {
  const { text, message: words, result } = message as Fields;
  for (const each of [text, words, result]) if (typeof each === 'string' && each !== '') return each;
  return line;
}

/** The tool that a message to a child names. */
export function namedTool(payload: unknown): string | undefined {
  const tool = isRecord(payload) ? (payload['tool'] ?? payload['tool_name']) : undefined;
  return typeof tool === 'string' ? tool : undefined;
}

/** The option that stands for a person's answer; undefined where nobody gave one. */
export function chosenOption(answer: CallAnswer, options: readonly PermissionOption[]): string | undefined {
  return ANSWERS[answer].flatMap(kind => options.filter(option => option.kind === kind))[0]?.id;
}

/** The kinds of options that stand for an answer, the best one first (Agent Client Protocol, `PermissionOptionKind`). */
const ANSWERS: Readonly<Record<CallAnswer, readonly string[]>> = {
  once: ['allow_once', 'allow_always'],
  chat: ['allow_always', 'allow_once'],
  no: ['reject_once', 'reject_always'],
  closed: [],
  unasked: [],
};

/** The length of a value as JSON in UTF-8, as it is sent. */
export function bytesOf(payload: unknown): number {
  return new TextEncoder().encode(JSON.stringify(payload)).length;
}
