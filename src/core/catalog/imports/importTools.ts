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
  'copilot',
  'cline',
  'roo',
  'kilo',
  'opencode',
  'qwen',
  'zed',
  'kiro',
  'antigravity',
  'lmstudio',
  'amp',
  'crush',
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
  copilot: 'Copilot CLI',
  cline: 'Cline',
  roo: 'Roo Code',
  kilo: 'Kilo Code',
  opencode: 'opencode',
  qwen: 'Qwen Code',
  zed: 'Zed',
  kiro: 'Kiro',
  antigravity: 'Antigravity',
  lmstudio: 'LM Studio',
  amp: 'Amp',
  crush: 'Crush',
};
