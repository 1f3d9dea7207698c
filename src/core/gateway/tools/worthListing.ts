import type { RankedTool } from '../../catalog/search/toolRanker';

/** What it costs a model to miss the tool that it needs, in tokens: a tool is worth its definition from so much chance on. */
const MISS_TOKENS = 21_000;
/** Whatever it costs, nobody is shown what is as good as never needed. */
const LEAST_CHANCE = 0.015;
/** No more are listed than VS Code shows of a server beside others. */
const MOST_TOOLS = 24;

/**
 * Those of a server's tools that are worth listing for a purpose, best first. What is counted is tokens, not tools: a small definition is
 * listed for a small chance, so that small servers stay nearly whole, a large one only where it is likely to be needed. The best one always.
 */
export function worthListing<Tool>(
  ranked: readonly RankedTool<Tool>[],
  tokensOf: (tool: Tool) => number,
  missTokens = MISS_TOKENS,
): readonly Tool[] {
  return ranked
    .filter(
      ({ tool, chance }, place) =>
        place === 0 || (chance >= LEAST_CHANCE && chance * missTokens >= tokensOf(tool)),
    )
    .slice(0, MOST_TOOLS)
    .map(({ tool }) => tool);
}
