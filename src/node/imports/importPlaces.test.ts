import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
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
  return importPlaces(machine).map(({ tool, path }) => `${tool} ${path}`);
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

test('finds the profiles of VS Code that there are', async () => {
  const home = await mkdtemp(join(tmpdir(), 'places-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const user = join(home, '.config', 'Code', 'User');
  await mkdir(join(user, 'profiles', '-1a2b3c'), { recursive: true });
  const places = await findImportPlaces(machineOf('linux', home));
  expect(places.map(({ path }) => path)).toContain(join(user, 'profiles', '-1a2b3c', 'mcp.json'));
});
