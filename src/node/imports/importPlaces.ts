import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { ImportTool } from '../../core/catalog/imports/importTools';

/** What the places of configurations depend on, as the machine says it. */
export interface ImportMachine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** A variable of the process's environment. */
  readonly variable: (name: string) => string | undefined;
  /** The open folder, absolute. */
  readonly workspaceFolder: string | undefined;
  /** VS Code's own folder of user settings, where the host is VS Code; else its usual places are looked at. */
  readonly vscodeUserFolder?: string;
}

/** A file in which a tool keeps servers. */
export interface ImportPlace {
  readonly tool: ImportTool;
  /** Absolute, as this platform writes it. */
  readonly path: string;
  /** Whose word it is: everybody's who opens the workspace, or the user's own. */
  readonly scope: 'workspace' | 'user';
}

/** Files of one folder that are read (chosen here). */
const MOST_BLOCKS = 50;

/** Every file to look at, those of the workspace first: there, too, they count before the user's. */
export async function findImportPlaces(machine: ImportMachine): Promise<readonly ImportPlace[]> {
  const folders = vscodeUserFolders(machine);
  const profiles = await Promise.all(folders.map(folder => profilesIn(path.join(folder, 'profiles'))));
  const places = [
    ...importPlaces(machine),
    ...(await continueBlocks(machine)),
    ...profiles.flat().map(file => ({ tool: 'vscode', path: file, scope: 'user' }) as const),
  ];
  const of = (wanted: ImportPlace['scope']) => places.filter(({ scope }) => scope === wanted);
  return [...of('workspace'), ...of('user')];
}

/** The files that are known by their place alone. */
export function importPlaces(machine: ImportMachine): readonly ImportPlace[] {
  const { workspaceFolder } = machine;
  const places = workspaceFolder === undefined ? [] : workspacePlaces(machine, workspaceFolder);
  return [...places, ...userPlaces(machine)];
}

function workspacePlaces({ platform }: ImportMachine, folder: string): readonly ImportPlace[] {
  const join = joinFor(platform);
  const place = (tool: ImportTool, ...parts: readonly string[]): ImportPlace => ({
    tool,
    path: join(folder, ...parts),
    scope: 'workspace',
  });
  return [
    place('vscode', '.vscode', 'mcp.json'),
    place('mcp-json', '.mcp.json'),
    place('cursor', '.cursor', 'mcp.json'),
    place('gemini', '.gemini', 'settings.json'),
    place('codex', '.codex', 'config.toml'),
    place('roo', '.roo', 'mcp.json'),
    place('kilo', '.kilocode', 'mcp.json'),
    ...bothJson('kilo').map(name => place('kilo', name)),
    ...bothJson('opencode').map(name => place('opencode', name)),
    place('qwen', '.qwen', 'settings.json'),
    place('zed', '.zed', 'settings.json'),
    place('kiro', '.kiro', 'settings', 'mcp.json'),
    place('amp', '.amp', 'settings.json'),
    ...['crush.json', '.crush.json'].map(name => place('crush', name)),
  ];
}

function userPlaces(machine: ImportMachine): readonly ImportPlace[] {
  const { home, variable } = machine;
  const join = joinFor(machine.platform);
  const place = (tool: ImportTool, file: string): ImportPlace => ({ tool, path: file, scope: 'user' });
  return [
    ...vscodeUserFolders(machine).map(folder => place('vscode', join(folder, 'mcp.json'))),
    // For all solutions of Visual Studio.
    ...(machine.platform === 'win32' ? [place('mcp-json', join(home, '.mcp.json'))] : []),
    place('claude-code', join(variable('CLAUDE_CONFIG_DIR') ?? home, '.claude.json')),
    place('cursor', join(home, '.cursor', 'mcp.json')),
    place('windsurf', join(home, '.codeium', 'windsurf', 'mcp_config.json')),
    // Where its plug-ins for other editors keep theirs.
    place('windsurf', join(home, '.codeium', 'mcp_config.json')),
    place('gemini', join(home, '.gemini', 'settings.json')),
    place('codex', join(variable('CODEX_HOME') ?? join(home, '.codex'), 'config.toml')),
    ...claudeDesktopFolders(machine).map(folder =>
      place('claude-desktop', join(folder, 'claude_desktop_config.json')),
    ),
    ...otherPlaces(machine).map(([tool, file]) => place(tool, file)),
  ];
}

/** The files of tools that keep them in a folder of the home, or in the one that VS Code gives an extension. */
function otherPlaces(machine: ImportMachine): readonly (readonly [ImportTool, string])[] {
  const { home, platform, variable } = machine;
  const join = joinFor(platform);
  // Tools that were made for Linux use this folder on every platform.
  const config = variable('XDG_CONFIG_HOME') ?? join(home, '.config');
  const zed = platform === 'win32' ? join(settingsFolder(machine), 'Zed') : join(config, 'zed');
  return [
    ['copilot', join(variable('COPILOT_HOME') ?? join(home, '.copilot'), 'mcp-config.json')],
    ['cline', join(home, '.cline', 'data', 'settings', 'cline_mcp_settings.json')],
    ...vscodeUserFolders(machine).flatMap(folder =>
      EXTENSIONS.map(
        ([tool, id, file]) => [tool, join(folder, 'globalStorage', id, 'settings', file)] as const,
      ),
    ),
    ...bothJson('kilo').map(name => ['kilo', join(config, 'kilo', name)] as const),
    ...bothJson('opencode').map(name => ['opencode', join(config, 'opencode', name)] as const),
    ['qwen', join(home, '.qwen', 'settings.json')],
    ['zed', join(zed, 'settings.json')],
    ['kiro', join(home, '.kiro', 'settings', 'mcp.json')],
    ['antigravity', join(home, '.gemini', 'config', 'mcp_config.json')],
    // Where its editor had them first.
    ['antigravity', join(home, '.gemini', 'antigravity', 'mcp_config.json')],
    ['lmstudio', join(home, '.lmstudio', 'mcp.json')],
    ['amp', join(config, 'amp', 'settings.json')],
    ['crush', join(config, 'crush', 'crush.json')],
    [
      'goose',
      platform === 'win32'
        ? join(settingsFolder(machine), 'Block', 'goose', 'config', 'config.yaml')
        : join(config, 'goose', 'config.yaml'),
    ],
    ['continue', join(continueFolder(machine), 'config.yaml')],
  ];
}

function continueFolder({ home, platform, variable }: ImportMachine): string {
  return variable('CONTINUE_GLOBAL_DIR') ?? joinFor(platform)(home, '.continue');
}

/** The files of the folders in which Continue has a server each, of the workspace and of the user. */
async function continueBlocks(machine: ImportMachine): Promise<readonly ImportPlace[]> {
  const { platform, workspaceFolder } = machine;
  const join = joinFor(platform);
  const folders = [
    ...(workspaceFolder === undefined
      ? []
      : [['workspace', join(workspaceFolder, '.continue', 'mcpServers')] as const]),
    ['user', join(continueFolder(machine), 'mcpServers')] as const,
  ];
  const places = folders.map(async ([scope, folder]) => {
    const names = await readdir(folder).catch((): string[] => []);
    const files = names.filter(name => /\.(?:ya?ml|json)$/.test(name)).toSorted();
    return files
      .slice(0, MOST_BLOCKS)
      .map(name => ({ tool: 'continue' as const, path: join(folder, name), scope }));
  });
  return (await Promise.all(places)).flat();
}

/** Extensions of VS Code that keep servers of their own: tool, ID, and file. */
const EXTENSIONS = [
  ['cline', 'saoudrizwan.claude-dev', 'cline_mcp_settings.json'],
  ['roo', 'rooveterinaryinc.roo-cline', 'mcp_settings.json'],
  ['kilo', 'kilocode.kilo-code', 'mcp_settings.json'],
] as const;

/** A file that may have comments, and says so, or not. */
function bothJson(name: string): readonly string[] {
  return [`${name}.json`, `${name}.jsonc`];
}

function vscodeUserFolders(machine: ImportMachine): readonly string[] {
  const join = joinFor(machine.platform);
  if (machine.vscodeUserFolder !== undefined) return [machine.vscodeUserFolder];
  return ['Code', 'Code - Insiders'].map(name => join(settingsFolder(machine), name, 'User'));
}

function claudeDesktopFolders(machine: ImportMachine): readonly string[] {
  const join = joinFor(machine.platform);
  const folder = join(settingsFolder(machine), 'Claude');
  if (machine.platform !== 'win32') return [folder];
  // As a Windows package it sees a folder of its own in the place of %APPDATA% (anthropics/claude-code#26073).
  const local = machine.variable('LOCALAPPDATA') ?? join(machine.home, 'AppData', 'Local');
  const packaged = join(local, 'Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming', 'Claude');
  return [packaged, folder];
}

/** Where programs of this platform keep settings. */
function settingsFolder({ platform, home, variable }: ImportMachine): string {
  const join = joinFor(platform);
  if (platform === 'win32') return variable('APPDATA') ?? join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return variable('XDG_CONFIG_HOME') ?? join(home, '.config');
}

/** Joins as this platform does, which need not be ours. */
function joinFor(platform: NodeJS.Platform): (...parts: readonly string[]) => string {
  const { win32, posix } = path;
  return (...parts) => (platform === 'win32' ? win32 : posix).join(...parts);
}

async function profilesIn(folder: string): Promise<readonly string[]> {
  try {
    const names = await readdir(folder);
    return names.sort().map(name => path.join(folder, name, 'mcp.json'));
  } catch {
    return []; // Most people have no profiles, so the folder is not there.
  }
}
