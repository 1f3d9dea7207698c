import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ImportTool } from '../../core/catalog/imports/importTools';
import { findImportPlaces, type ImportMachine, importPlaces } from './importPlaces';

function machineOf(
  platform: NodeJS.Platform,
  home: string,
  variables: Readonly<Record<string, string>> = {},
  more: Partial<ImportMachine> = {},
): ImportMachine {
  const known = new Map(Object.entries(variables));
  return { platform, home, workspaceFolder: undefined, variable: name => known.get(name), ...more };
}

/** The places as text: tool, and path. */
function shown(machine: ImportMachine): readonly string[] {
  return importPlaces(machine)
    .filter(({ tool }) => !OTHERS.has(tool))
    .map(({ tool, path }) => `${tool} ${path}`);
}

/** The places of tools that have them in a test of their own. */
const OTHERS = new Set<ImportTool>([
  ...(['copilot', 'cline', 'roo', 'kilo', 'opencode', 'qwen'] as const),
  ...(['zed', 'kiro', 'antigravity', 'lmstudio', 'amp', 'crush', 'goose', 'continue'] as const),
]);

function others(machine: ImportMachine): readonly string[] {
  return importPlaces(machine)
    .filter(({ tool }) => OTHERS.has(tool))
    .map(({ tool, path }) => `${tool} ${path}`);
}

test('knows every place on Linux, those of the workspace first', () => {
  expect(shown(machineOf('linux', '/home/ann', {}, { workspaceFolder: '/srv/shop' }))).toEqual([
    'vscode /srv/shop/.vscode/mcp.json',
    'mcp-json /srv/shop/.mcp.json',
    'cursor /srv/shop/.cursor/mcp.json',
    'gemini /srv/shop/.gemini/settings.json',
    'codex /srv/shop/.codex/config.toml',
    'vscode /home/ann/.config/Code/User/mcp.json',
    'vscode /home/ann/.config/Code - Insiders/User/mcp.json',
    'claude-code /home/ann/.claude.json',
    'cursor /home/ann/.cursor/mcp.json',
    'windsurf /home/ann/.codeium/windsurf/mcp_config.json',
    'windsurf /home/ann/.codeium/mcp_config.json',
    'gemini /home/ann/.gemini/settings.json',
    'codex /home/ann/.codex/config.toml',
    'claude-desktop /home/ann/.config/Claude/claude_desktop_config.json',
  ]);
});

test('knows where macOS and Windows keep settings', () => {
  expect(shown(machineOf('darwin', '/Users/ann'))).toEqual([
    'vscode /Users/ann/Library/Application Support/Code/User/mcp.json',
    'vscode /Users/ann/Library/Application Support/Code - Insiders/User/mcp.json',
    'claude-code /Users/ann/.claude.json',
    'cursor /Users/ann/.cursor/mcp.json',
    'windsurf /Users/ann/.codeium/windsurf/mcp_config.json',
    'windsurf /Users/ann/.codeium/mcp_config.json',
    'gemini /Users/ann/.gemini/settings.json',
    'codex /Users/ann/.codex/config.toml',
    'claude-desktop /Users/ann/Library/Application Support/Claude/claude_desktop_config.json',
  ]);
  const windows = { APPDATA: 'D:\\Roaming', LOCALAPPDATA: 'D:\\Local' };
  expect(shown(machineOf('win32', 'C:\\Users\\ann', windows, { workspaceFolder: 'C:\\shop' }))).toEqual([
    'vscode C:\\shop\\.vscode\\mcp.json',
    'mcp-json C:\\shop\\.mcp.json',
    'cursor C:\\shop\\.cursor\\mcp.json',
    'gemini C:\\shop\\.gemini\\settings.json',
    'codex C:\\shop\\.codex\\config.toml',
    'vscode D:\\Roaming\\Code\\User\\mcp.json',
    'vscode D:\\Roaming\\Code - Insiders\\User\\mcp.json',
    'mcp-json C:\\Users\\ann\\.mcp.json',
    'claude-code C:\\Users\\ann\\.claude.json',
    'cursor C:\\Users\\ann\\.cursor\\mcp.json',
    'windsurf C:\\Users\\ann\\.codeium\\windsurf\\mcp_config.json',
    'windsurf C:\\Users\\ann\\.codeium\\mcp_config.json',
    'gemini C:\\Users\\ann\\.gemini\\settings.json',
    'codex C:\\Users\\ann\\.codex\\config.toml',
    'claude-desktop D:\\Local\\Packages\\Claude_pzs8sxrjxfjjc\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json',
    'claude-desktop D:\\Roaming\\Claude\\claude_desktop_config.json',
  ]);
});

test('follows the variables that move a place, and the host that knows its own', () => {
  const moved = { XDG_CONFIG_HOME: '/cfg', CODEX_HOME: '/codex', CLAUDE_CONFIG_DIR: '/claude' };
  const places = shown(machineOf('linux', '/home/ann', moved, { vscodeUserFolder: '/data/User' }));
  expect(places).toContain('vscode /data/User/mcp.json');
  expect(places.filter(place => place.startsWith('vscode '))).toHaveLength(1);
  expect(places).toContain('codex /codex/config.toml');
  expect(places).toContain('claude-code /claude/.claude.json');
  expect(places).toContain('claude-desktop /cfg/Claude/claude_desktop_config.json');
});

test('knows the places of further tools, also of extensions of VS Code', () => {
  const linux = machineOf(
    'linux',
    '/home/ann',
    {},
    { workspaceFolder: '/srv/shop', vscodeUserFolder: '/data/User' },
  );
  expect(others(linux)).toEqual([
    'roo /srv/shop/.roo/mcp.json',
    'kilo /srv/shop/.kilocode/mcp.json',
    'kilo /srv/shop/kilo.json',
    'kilo /srv/shop/kilo.jsonc',
    'opencode /srv/shop/opencode.json',
    'opencode /srv/shop/opencode.jsonc',
    'qwen /srv/shop/.qwen/settings.json',
    'zed /srv/shop/.zed/settings.json',
    'kiro /srv/shop/.kiro/settings/mcp.json',
    'amp /srv/shop/.amp/settings.json',
    'crush /srv/shop/crush.json',
    'crush /srv/shop/.crush.json',
    'copilot /home/ann/.copilot/mcp-config.json',
    'cline /home/ann/.cline/data/settings/cline_mcp_settings.json',
    'cline /data/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
    'roo /data/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json',
    'kilo /data/User/globalStorage/kilocode.kilo-code/settings/mcp_settings.json',
    'kilo /home/ann/.config/kilo/kilo.json',
    'kilo /home/ann/.config/kilo/kilo.jsonc',
    'opencode /home/ann/.config/opencode/opencode.json',
    'opencode /home/ann/.config/opencode/opencode.jsonc',
    'qwen /home/ann/.qwen/settings.json',
    'zed /home/ann/.config/zed/settings.json',
    'kiro /home/ann/.kiro/settings/mcp.json',
    'antigravity /home/ann/.gemini/config/mcp_config.json',
    'antigravity /home/ann/.gemini/antigravity/mcp_config.json',
    'lmstudio /home/ann/.lmstudio/mcp.json',
    'amp /home/ann/.config/amp/settings.json',
    'crush /home/ann/.config/crush/crush.json',
    'goose /home/ann/.config/goose/config.yaml',
    'continue /home/ann/.continue/config.yaml',
  ]);
  const windows = others(machineOf('win32', 'C:\\Users\\ann', { APPDATA: 'D:\\Roaming' }));
  expect(windows).toContain('opencode C:\\Users\\ann\\.config\\opencode\\opencode.json');
  expect(windows).toContain('zed D:\\Roaming\\Zed\\settings.json');
  expect(windows).toContain(
    'roo D:\\Roaming\\Code\\User\\globalStorage\\rooveterinaryinc.roo-cline\\settings\\mcp_settings.json',
  );
});

test('finds the profiles of VS Code that there are', async () => {
  const home = await mkdtemp(join(tmpdir(), 'places-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const user = join(home, '.config', 'Code', 'User');
  await mkdir(join(user, 'profiles', '-1a2b3c'), { recursive: true });
  const places = await findImportPlaces(machineOf('linux', home));
  expect(places.map(({ path }) => path)).toContain(join(user, 'profiles', '-1a2b3c', 'mcp.json'));
});
