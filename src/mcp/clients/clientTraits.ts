/** What differs between clients, where watching a connection can't tell. */
export interface ClientTraits {
  /** How long the client takes to offer a new list to its model, after it got it, in milliseconds. */
  readonly settleMs: number;
  /**
   * Whether our own answers go out as text alone. Agents show their model the text, the structured content, or both; the
   * text is complete and the shortest of the three.
   */
  readonly isTextAlone: boolean;
  /** Whether its model gets text and structured content of every answer, and pays twice for what stands in both. */
  readonly showsBoth: boolean;
  /** Whether it hides tools from its model that do not ask to be loaded (`anthropic/alwaysLoad`). */
  readonly defersTools: boolean;
}

/** A client that nobody measured: a program, maybe, which reads structured content. */
const UNKNOWN: ClientTraits = { settleMs: 10, isTextAlone: false, showsBoth: false, defersTools: false };
const AGENT: ClientTraits = { ...UNKNOWN, isTextAlone: true };
const SHOWS_BOTH: ClientTraits = { ...AGENT, showsBoth: true };

/** By the start of `clientInfo.name`, as measured (docs/clients.md). Everything else is learnt by watching. */
const KNOWN: readonly (readonly [string, ClientTraits])[] = [
  ['claude-code', { ...AGENT, defersTools: true }],
  ['codex-mcp-client', AGENT],
  // Its new tools reach the model's next request some 300 ms after the list.
  ['gemini-cli-mcp-client', { ...AGENT, settleMs: 400 }],
  ['qwen-cli-mcp-client', SHOWS_BOTH],
  ['opencode', AGENT],
  ['copilot-cli', SHOWS_BOTH],
  ['continue-cli-client', AGENT],
  ['kilo', AGENT],
  // Its command line, and its extension as it names itself: the model gets the whole result as JSON.
  ['@cline/core', SHOWS_BOTH],
  ['cline', SHOWS_BOTH],
];

/** The traits of a client by the name it gave itself. */
export function clientTraits(name: string): ClientTraits {
  const plain = name.toLowerCase();
  return KNOWN.find(([start]) => plain.startsWith(start))?.[1] ?? UNKNOWN;
}
