import type { ImportTool } from '../../core/catalog/imports/importTools';
import { claudeCodeDialect } from './claudeCodeDialect';
import { claudeDesktopDialect } from './claudeDesktopDialect';
import { codexDialect } from './codexDialect';
import { continueDialect } from './continueDialect';
import { cursorDialect } from './cursorDialect';
import type { Dialect } from './dialect';
import { geminiDialect } from './geminiDialect';
import { gooseDialect } from './gooseDialect';
import { mcpJsonDialect } from './mcpJsonDialect';
import { crushDialect, plainDialect, settingsDialect } from './otherDialects';
import { vscodeDialect } from './vscodeDialect';
import { windsurfDialect } from './windsurfDialect';

/** How each tool writes. */
export const DIALECTS: Readonly<Record<ImportTool, Dialect>> = {
  vscode: vscodeDialect,
  'mcp-json': mcpJsonDialect,
  'claude-code': claudeCodeDialect,
  cursor: cursorDialect,
  windsurf: windsurfDialect,
  gemini: geminiDialect,
  codex: codexDialect,
  'claude-desktop': claudeDesktopDialect,
  copilot: plainDialect('mcpServers'),
  cline: plainDialect('mcpServers'),
  roo: plainDialect('mcpServers'),
  // It was a fork of Roo Code, and is one of opencode now.
  kilo: settingsDialect('mcp', 'mcpServers'),
  opencode: settingsDialect('mcp'),
  qwen: geminiDialect,
  zed: settingsDialect('context_servers'),
  kiro: plainDialect('mcpServers'),
  antigravity: windsurfDialect,
  lmstudio: plainDialect('mcpServers'),
  amp: plainDialect('amp.mcpServers'),
  crush: crushDialect,
  goose: gooseDialect,
  continue: continueDialect,
};
