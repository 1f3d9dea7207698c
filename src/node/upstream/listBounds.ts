import { McpError } from '@modelcontextprotocol/sdk/types.js';
import type { PassedList } from '../../core/gateway/upstream/upstream';
import { Refusal } from '../../core/support/refusal';
import type { ServerId } from '../../shared/ids';
import { OutgoingFailure } from '../net/outgoingFailure';
import { ANSWER_TOO_LARGE } from '../lines/messageLine';

/** Bytes that a server may list of one kind, all pages together, and so of each answer with a page (chosen here). */
export const MAX_LIST_BYTES = 4 * 1_048_576;

/** Bytes of one tool's definition; a longer one is left out: a model would pay 64,000 tokens for it (chosen here). */
export const MAX_TOOL_BYTES = 262_144;

/** Requests whose honest answers are short. */
const SHORT_ANSWERS: ReadonlySet<string> = new Set([
  'initialize',
  'server/discover',
  'ping',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
]);

/** Whether an answer to this request that is longer than a list may be is not even parsed. */
export function hasShortAnswer(method: string): boolean {
  return SHORT_ANSWERS.has(method);
}

/** A list went on beyond its bound. */
export class ListTooLong extends Error {
  override readonly name = 'ListTooLong';
}

const LIST_WORDS: Readonly<Record<PassedList | 'tools', string>> = {
  tools: 'tools',
  resources: 'resources',
  resourceTemplates: 'templates of resources',
  prompts: 'prompts',
};

/** The refusal of a list that is too long, whichever way that was seen; undefined where the error is another one. */
export function tooLongList(
  server: ServerId,
  list: PassedList | 'tools',
  cause: unknown,
): Refusal | undefined {
  if (!isTooLong(cause)) return undefined;
  const why =
    `"${server}" lists more than ${MAX_LIST_BYTES / 1_048_576} MiB of ${LIST_WORDS[list]}, which is more than is taken. Nothing of it was ` +
    'taken. Configure it to offer less.';
  // Without its tools a server is of no use; without another list it is.
  return new Refusal(list === 'tools' ? 'start-failed' : 'list-too-long', why, { server, why }, { cause });
}

function isTooLong(cause: unknown): boolean {
  return (
    cause instanceof ListTooLong ||
    (cause instanceof McpError && cause.code === ANSWER_TOO_LARGE) ||
    (cause instanceof OutgoingFailure && cause.kind === 'too-large')
  );
}
