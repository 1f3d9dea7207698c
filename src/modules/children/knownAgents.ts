import type { AgentProtocol } from '../../core/agents/agentLink';

/** How an agent that people use is started as a child. */
export interface KnownAgent {
  readonly command: string;
  readonly args: readonly string[];
  readonly protocol: AgentProtocol;
}

const acp = (command: string, ...args: readonly string[]): KnownAgent => ({ command, args, protocol: 'acp' });

/** Seen to open a session here with these versions (docs/dev/children.md). Adapters are pinned: they are fetched by npx. */
export const KNOWN_AGENTS = {
  claude: acp('npx', '-y', '@agentclientprotocol/claude-agent-acp@0.101.0'),
  codex: acp('npx', '-y', '@agentclientprotocol/codex-acp@2.6.0'),
  copilot: acp('copilot', '--acp'),
  gemini: acp('gemini', '--acp'),
  kilo: acp('kilo', 'acp'),
  opencode: acp('opencode', 'acp'),
} as const satisfies Readonly<Record<string, KnownAgent>>;

/** Their names. */
export type KnownAgentName = keyof typeof KNOWN_AGENTS;
