import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A key that was made just now, so that whoever searches for it finds no other. */
export function plantedKey(): string {
  return ['gh', 'p_', ...Array.from({ length: 36 }, () => Math.floor(Math.random() * 36).toString(36))].join(
    '',
  );
}

/** The eight tools' files with one or more servers each, in their real places on this Linux home and workspace. */
export interface OtherTools {
  readonly home: string;
  readonly workspace: string;
  /** Every key that stands in one of the files. */
  readonly keys: readonly string[];
  /** Replaces one of the files; `path` is relative to home, or to the workspace where it begins with "./". */
  write(path: string, text: string): string;
  /** Absolute, of a path as `write` takes it. */
  path(path: string): string;
}

/** Makes a home and a workspace with a configuration of every tool. Gone after the test. */
export function otherTools(): OtherTools {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'other-tools-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const home = join(folder, 'home');
  const workspace = join(folder, 'shop');
  const keys: string[] = [];
  const key = (): string => keys[keys.push(plantedKey()) - 1] ?? '';
  const path = (name: string): string => (name.startsWith('./') ? join(workspace, name) : join(home, name));
  const write = (name: string, text: string): string => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
    return path(name);
  };
  const shared = { command: 'npx', args: ['-y', 'shared-server'], env: { SHARED_TOKEN: key() } };
  write(
    '.config/Code/User/mcp.json',
    `{
  // As people write it.
  "inputs": [{ "id": "db", "type": "promptString", "description": "Database", "password": true }],
  "servers": {
    "from-vscode": { "type": "stdio", "command": "db-server", "args": ["--dsn", "\${input:db}"], },
  },
}`,
  );
  write(
    './.vscode/mcp.json',
    JSON.stringify({ servers: { 'from-vscode-ws': { url: 'https://ws.example/mcp' } } }),
  );
  write(
    './.mcp.json',
    JSON.stringify({
      mcpServers: {
        'from-project': {
          type: 'http',
          url: '${BASE:-https://api.example}/mcp',
          headers: { Authorization: 'Bearer ${PROJECT_TOKEN}' },
        },
      },
    }),
  );
  write(
    '.claude.json',
    JSON.stringify({
      numStartups: 7,
      history: ['{{{[[['],
      mcpServers: {
        'from-claude-code': { type: 'stdio', command: 'cc', args: [], env: { CC_KEY: key() } },
        shared,
      },
      projects: {
        [workspace]: { mcpServers: { 'from-cc-project': { type: 'sse', url: 'https://cc.example/sse' } } },
        '/elsewhere': { mcpServers: { 'not-here': { command: 'x' } } },
      },
    }),
  );
  write(
    '.config/Claude/claude_desktop_config.json',
    JSON.stringify({
      mcpServers: { 'From Claude Desktop': { command: 'cd', args: ['--api-key', key()] }, shared },
    }),
  );
  write(
    '.cursor/mcp.json',
    JSON.stringify({
      mcpServers: { 'from-cursor': { url: `https://c.example/mcp?api_key=${key()}` }, shared },
    }),
  );
  write(
    './.cursor/mcp.json',
    JSON.stringify({ mcpServers: { 'from-cursor-ws': { command: '${workspaceFolder}/s' } } }),
  );
  write(
    '.codeium/windsurf/mcp_config.json',
    JSON.stringify({
      mcpServers: {
        'from-windsurf': {
          serverUrl: 'https://w.example/mcp',
          headers: { 'X-Api-Key': key() },
          disabled: true,
        },
      },
    }),
  );
  write(
    '.gemini/settings.json',
    `{ "theme": "x", // a comment
  "mcpServers": { "from-gemini": { "httpUrl": "https://g.example/mcp", "headers": { "X-Goog-Api-Key": "$GOOGLE_KEY" },
    "timeout": 5000, "trust": false, "includeTools": ["read(x)"], "excludeTools": ["wipe"] } } }`,
  );
  write(
    '.codex/config.toml',
    `model = "o"

[mcp_servers.from-codex]
command = "cx"
args = ["serve"]
env_vars = ["CODEX_REGION"]
startup_timeout_sec = 20
enabled_tools = ["look"]
disabled_tools = ["drop"]

[mcp_servers.from-codex.env]
CODEX_KEY = "${key()}"

[mcp_servers.codex-remote]
url = "https://x.example/mcp"
bearer_token_env_var = "REMOTE_TOKEN"
http_headers = { "X-Team" = "a" }
env_http_headers = { "X-Trace" = "TRACE_ID" }
`,
  );
  return { home, workspace, keys, write, path };
}
