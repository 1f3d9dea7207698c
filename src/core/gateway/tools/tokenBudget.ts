import type { ServerId } from '../../../shared/ids';
import type { GatewaySettings } from '../sessions/settings';

/** A server that is on in a session, and what its definitions cost the model with every request. */
export interface ActiveCost {
  readonly server: ServerId;
  /** It can't be switched off, so it is never proposed. */
  readonly isCore: boolean;
  readonly tools: number;
  readonly tokens: number;
  /** Milliseconds since the session used it last. */
  readonly unusedMs: number;
}

/** What a session's tools cost, and what to do where that is too much. */
export interface TokenBudget {
  readonly tools: number;
  readonly tokens: number;
  /** Servers to switch off, best first; empty while the budget is kept, or where nothing can be switched off. */
  readonly switchOff: readonly ServerId[];
  /** What is exceeded and what to do; undefined while the budget is kept. */
  readonly warning: string | undefined;
}

/** A server with no more tools is not worth narrowing (as many as a purpose lists, `toolChoice.ts`). */
const FEW_TOOLS = 8;

type Limits = Pick<GatewaySettings, 'warnAboveTokens' | 'warnAboveTools'>;

/** Adds up what a session's servers cost. A limit of 0 never warns. */
export function tokenBudget(active: readonly ActiveCost[], limits: Limits): TokenBudget {
  const total = sumOf(active);
  if (!isExceeded(total, limits)) return { ...total, switchOff: [], warning: undefined };
  const proposed = proposal(active, limits);
  return {
    ...total,
    switchOff: proposed.map(({ server }) => server),
    warning: `${excess(total, limits)} ${advice(proposed)}`,
  };
}

interface Total {
  readonly tools: number;
  readonly tokens: number;
}

function sumOf(costs: readonly ActiveCost[]): Total {
  return {
    tools: costs.reduce((sum, { tools }) => sum + tools, 0),
    tokens: costs.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

/** Whether the tools or the tokens are above what is allowed without a warning. */
export function isExceeded({ tools, tokens }: Total, { warnAboveTokens, warnAboveTools }: Limits): boolean {
  return isAbove(tokens, warnAboveTokens) || isAbove(tools, warnAboveTools);
}

function isAbove(count: number, limit: number): boolean {
  return limit > 0 && count > limit;
}

/** The fewest that bring the session back: largest and longest unused first, so that what was just switched on stays. */
function proposal(active: readonly ActiveCost[], limits: Limits): readonly ActiveCost[] {
  const candidates = active
    .filter(({ isCore, tools, tokens }) => !isCore && tools + tokens > 0)
    .toSorted((a, b) => weight(b) - weight(a));
  let rest = active;
  const proposed: ActiveCost[] = [];
  for (const candidate of candidates) {
    if (!isExceeded(sumOf(rest), limits)) break;
    proposed.push(candidate);
    rest = rest.filter(cost => cost !== candidate);
  }
  return proposed;
}

/** Tokens times minutes: half the size weighs as much after twice the time. */
function weight({ tokens, unusedMs }: ActiveCost): number {
  return tokens * (1 + unusedMs / 60_000);
}

function excess({ tools, tokens }: Total, { warnAboveTokens, warnAboveTools }: Limits): string {
  const parts = [
    isAbove(tokens, warnAboveTokens) ? `about ${tokens} tokens (warned above ${warnAboveTokens})` : '',
    isAbove(tools, warnAboveTools) ? `${tools} tools (warned above ${warnAboveTools})` : '',
  ];
  return `The active servers of this session add ${parts.filter(part => part !== '').join(' and ')} to every request.`;
}

function advice(proposed: readonly ActiveCost[]): string {
  if (proposed.length === 0)
    return 'Only core servers are on: the user can leave out some of --core and --enable-… where Switchyard runs headless, or remove them from the setting switchyard.catalog.coreServers.';
  const names = proposed.map(({ server, tokens }) => `"${server}" (about ${tokens})`).join(', ');
  const largest = proposed.reduce((most, cost) => (cost.tools > most.tools ? cost : most));
  const fewer =
    largest.tools <= FEW_TOOLS
      ? ''
      : ` To list fewer of its ${largest.tools} tools: mcp_activate {"name":"${largest.server}","for":"what you want to do"}.`;
  return `Call mcp_deactivate for servers you no longer need, starting with ${names}.${fewer}`;
}
