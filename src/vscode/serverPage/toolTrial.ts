import type { Core } from '../../core/core';
import type { ToolResult } from '../../core/gateway/upstream/upstream';
import { isRecord } from '../../core/support/json';
import { Refusal } from '../../core/support/refusal';
import { MAX_BODY } from '../../shared/serverPage/messages';
import type { ToolOutcome } from '../../shared/serverPage/picture';
import type { ServerId } from '../../shared/ids';
import { sessionId } from '../../shared/ids';
import { span } from '../words/amounts';
import { refusalWords } from '../words/refusalWords';
import type { Wording } from '../words/wording';

/** Program of the session of a trial. It is no chat. */
export const TRIAL_HOST = 'Try Tool';

/**
 * Calls a tool as a person who wants to see what it does: in a session of its own, through the same door, with the same questions,
 * and nothing is left on afterwards.
 */
export async function tryTool(
  { gateway, toolbox, ids, clock }: Pick<Core, 'gateway' | 'toolbox' | 'ids' | 'clock'>,
  server: ServerId,
  tool: string,
  input: unknown,
  wording: Wording,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { t } = wording;
  const session = sessionId(`try-${ids.next()}`);
  const caller = { session, isConversation: false, connection: session, host: TRIAL_HOST };
  try {
    if (!gateway.core.isCore(server)) await gateway.activate(caller, server, 'person', signal);
    const startedMs = clock.monotonicMs();
    const result = await toolbox.call(caller, { tool, server }, input, { signal });
    const took = span(clock.monotonicMs() - startedMs, wording);
    const hasFailed = result['isError'] === true;
    return {
      tone: hasFailed ? 'bad' : 'ok',
      title: hasFailed ? t('The tool reported an error after {0}', took) : t('Result after {0}', took),
      text: resultText(result, t),
    };
  } catch (error) {
    if (signal.aborted) return { tone: 'off', title: t('Canceled'), text: '' };
    if (!Refusal.is(error)) throw error;
    return { tone: 'bad', title: t('The tool was not called'), text: refusalWords(error, wording) };
  } finally {
    const left = gateway.session(session);
    if (left) await gateway.endSession(left, 'the trial is over');
  }
}

/** What a person reads of a result: its texts as they are, the rest by what it is. */
function resultText({ content, structuredContent }: ToolResult, t: Wording['t']): string {
  const blocks = (Array.isArray(content) ? content : []).filter(block => isRecord(block));
  const texts = blocks.map(block => blockText(block));
  const whole =
    texts.length === 0 && structuredContent !== undefined
      ? JSON.stringify(structuredContent, undefined, 2)
      : texts.join('\n\n');
  if (whole.length <= MAX_BODY) return whole;
  return `${whole.slice(0, MAX_BODY)}\n\n${t('The rest of {0} characters is not shown.', whole.length)}`;
}

function blockText(block: Readonly<Record<string, unknown>>): string {
  if (typeof block['text'] === 'string') return block['text'];
  const { type, mimeType, data, uri, resource } = block;
  const [kind, ...facts] = [type, mimeType, uri].filter(each => typeof each === 'string');
  if (isRecord(resource)) return blockText({ type: kind, ...resource });
  const size = typeof data === 'string' ? [`${Math.ceil((data.length * 3) / 4)} B`] : [];
  return `[${[kind, ...facts, ...size].join(', ')}]`;
}
