import type { UpstreamTool } from '../../registry/tool';
import { changeText } from '../../trust/toolChange';
import type { PendingTool, ToolReviews } from './toolReviews';
import type { Session } from '../sessions/sessions';
import type { CallerClient } from '../upstream/upstream';

/** Asks the person at a client whether agents may use a tool as it is now; false where nobody said yes. */
export type ToolQuestion = (message: string, client: CallerClient, signal: AbortSignal) => Promise<boolean>;

/** Characters that are shown of what a tool said and says: a client shows a question whole, or not at all. */
const MAX_SHOWN = 1_500;

/** Lets the person at the client say yes to a changed tool when an agent calls it. */
export class WithheldTools {
  readonly #reviews: ToolReviews;
  readonly #ask: ToolQuestion | undefined;
  /** Forms that were asked about in a session: an agent does not get to ask twice. */
  readonly #asked = new WeakMap<Session, Set<string>>();

  /** Without a question, nobody is asked. */
  constructor(reviews: ToolReviews, ask: ToolQuestion | undefined) {
    this.#reviews = reviews;
    this.#ask = ask;
  }

  /** Asks about a tool that changed, and keeps a yes. What looks made to mislead is for a longer look than a question gives. */
  async review(
    tool: UpstreamTool,
    session: Session,
    client: CallerClient | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const pending = this.#reviews.find(tool.exposedName);
    const asked = this.#asked.get(session) ?? new Set();
    if (!this.#ask || !client || pending?.standing !== 'changed' || asked.has(tool.schemaHash)) return;
    this.#asked.set(session, asked.add(tool.schemaHash));
    if (await this.#ask(questionOf(pending), client, signal)) await this.#reviews.accept(pending);
  }
}

function questionOf({ tool, change, approved, now }: PendingTool): string {
  const how = change === undefined ? '' : changeText(change);
  return [
    `The tool "${tool.exposedName}" changed since you approved it${how}. May agents use it as it is now?`,
    ...(approved === '' ? [] : ['It said of itself:', cut(approved)]),
    'It says now:',
    cut(now),
  ].join('\n\n');
}

/** Every line of it set in, so that none can pass for a word of ours. */
function cut(text: string): string {
  const more = text.length - MAX_SHOWN;
  const shown = text.slice(0, MAX_SHOWN).trimEnd().replaceAll(/^/gm, '> ');
  return more <= 0
    ? shown
    : `${shown}\n(${more} more characters; "switchyard accept" in a terminal shows all.)`;
}
