/** The programs whose configurations are read, in the order in which one of them counts before the next. */
export const IMPORT_TOOLS = [
  'vscode',
  'mcp-json',
  'claude-code',
  'cursor',
  'windsurf',
  'gemini',
  'codex',
  'claude-desktop',
] as const;

export type ImportTool = (typeof IMPORT_TOOLS)[number];

/** What people call it. */
export const IMPORT_TOOL_NAMES: Readonly<Record<ImportTool, string>> = {
  vscode: 'VS Code',
  'mcp-json': '.mcp.json',
  'claude-code': 'Claude Code',
  cursor: 'Cursor',
  windsurf: 'Windsurf',
  gemini: 'Gemini CLI',
  codex: 'Codex',
  'claude-desktop': 'Claude Desktop',
};
