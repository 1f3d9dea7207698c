import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { AgentMessage } from '../../core/agents/agentLink';

/** Text that is told at once, in characters: an agent streams it in parts of a word or two. */
const MAX_TEXT = 4_096;

/** How long a text may wait for the rest of it, in milliseconds: who follows an agent wants to see it write (chosen here). */
const TELL_WITHIN_MS = 500;

/** Makes messages of the updates of an ACP session: parts of a text are put together, what nobody reads is left out. */
export class TurnMessages {
  readonly #tell: (message: AgentMessage) => void;
  #open: { readonly type: 'message' | 'thought'; text: string } | undefined;
  #answer = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(tell: (message: AgentMessage) => void) {
    this.#tell = tell;
  }

  take(update: SessionUpdate): void {
    if (update.sessionUpdate === 'agent_message_chunk') return this.#text('message', update.content);
    if (update.sessionUpdate === 'agent_thought_chunk') return this.#text('thought', update.content);
    this.flush();
    const message = messageOf(update);
    if (message !== undefined) this.#tell(message);
  }

  /** Tells the text that is not told yet. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const open = this.#open;
    this.#open = undefined;
    if (open !== undefined && open.text !== '') this.#tell({ ...open });
  }

  /** The text of the turn, from its beginning or the last time this was asked for. */
  takeAnswer(): string {
    this.flush();
    const answer = this.#answer;
    this.#answer = '';
    return answer;
  }

  #text(type: 'message' | 'thought', content: { readonly type: string; readonly text?: unknown }): void {
    const text = content.type === 'text' && typeof content.text === 'string' ? content.text : '';
    if (this.#open?.type !== type) this.flush();
    if (type === 'message') this.#answer = (this.#answer + text).slice(-MAX_ANSWER);
    this.#open ??= { type, text: '' };
    this.#open.text += text;
    if (this.#open.text.length >= MAX_TEXT) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), TELL_WITHIN_MS).unref();
  }
}

/** The end of an answer that is kept as its result, in characters. */
const MAX_ANSWER = 200_000;

function messageOf(update: SessionUpdate): AgentMessage | undefined {
  switch (update.sessionUpdate) {
    case 'tool_call':
    case 'tool_call_update':
      return {
        type: update.sessionUpdate,
        id: update.toolCallId,
        ...given({
          title: update.title,
          kind: update.kind,
          status: update.status,
          input: update.rawInput,
          paths: update.locations?.map(({ path }) => path),
        }),
      };
    case 'plan':
      return {
        type: 'plan',
        entries: update.entries.map(({ content, status }) => ({ content, status })),
      };
    case 'usage_update':
      return { type: 'usage', used: update.used, size: update.size };
    case 'current_mode_update':
      return { type: 'mode', mode: update.currentModeId };
    default:
      return undefined;
  }
}

/** Without what was not said. */
function given(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  );
}
