import { bracedVariables, changeTextsIn, compact, type Dialect, listsText, recordOf } from './dialect';

/** `settings.json` of Gemini CLI: addresses as `httpUrl` or `url`, variables also as `$NAME`. */
export const geminiDialect: Dialect = {
  syntax: { comments: true, trailingCommas: false },
  lists: () => [['mcpServers']],
  translate(server) {
    const { httpUrl, includeTools, excludeTools, trust, ...rest } = server;
    return changeTextsIn(
      {
        ...rest,
        ...compact({
          url: httpUrl,
          allowed_tools: toolNames(includeTools),
          excluded_tools: toolNames(excludeTools),
          // Whoever says that a server is not trusted wants to be asked.
          require_approval: trust === false ? 'auto' : undefined,
        }),
      },
      text => bracedVariables(text.replaceAll(/\$([A-Za-z_]\w*)/g, '${$1}')),
    );
  },
  isSwitchedOff(root, name) {
    const { allowed, excluded } = recordOf(root['mcp']);
    return listsText(excluded, name) || (Array.isArray(allowed) && !allowed.includes(name));
  },
};

/** Names alone: Gemini lets arguments follow in brackets, which we can't hold apart. */
function toolNames(tools: unknown): unknown {
  if (!Array.isArray(tools)) return tools;
  return tools.map((tool: unknown) => (typeof tool === 'string' ? tool.replace(/\(.*$/s, '') : tool));
}
