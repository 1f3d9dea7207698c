import { readFileSync } from 'node:fs';
import type { ToolDefinition } from '../../src/core/registry/tool';
import { tokensOfAll } from '../../src/core/registry/tokens';
import { LISTED_TOOLS } from '../../src/mcp/builtInModules';
import { ALWAYS_ON } from '../../src/mcp/toolkit/moduleIds';
import { toolIndexFile } from '../../src/node/catalog/toolIndexFile';

/** What a model is told before anything is switched on, beside all tools of all servers in the index. */
export interface TokenFigures {
  readonly ours: { readonly tools: number; readonly tokens: number };
  readonly indexed: { readonly servers: number; readonly tools: number; readonly tokens: number };
  /** Share of the tokens that a model is spared, of 1. */
  readonly spared: number;
}

/** The figures of this build against the index in this file. */
export function tokenFigures(indexPath: string): TokenFigures {
  const shown: readonly ToolDefinition[] = LISTED_TOOLS.filter(({ module }) => ALWAYS_ON.has(module)).map(
    ({ definition }) => definition,
  );
  const ours = { tools: shown.length, tokens: tokensOfAll(shown) };
  const { servers } = toolIndexFile.parse(JSON.parse(readFileSync(indexPath, 'utf8')));
  const known = servers.flatMap(server => ('tools' in server ? [server.tools] : []));
  const tools = known.flat();
  const tokens = tools.reduce((sum, tool) => sum + tool.tokens, 0);
  return {
    ours,
    indexed: { servers: known.length, tools: tools.length, tokens },
    spared: 1 - ours.tokens / tokens,
  };
}
