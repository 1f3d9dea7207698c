import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_GATEWAY_SETTINGS } from '../../core/gateway/sessions/settings';
import { FEATURES, flagOf } from '../../modules/featureToggles';
import { HELP, readArguments } from './arguments';

const { coreServers: _ids, mayAgentActivate: _may, ...DEFAULT_LIMITS } = DEFAULT_GATEWAY_SETTINGS;

test('speaks stdio and lets nothing start when nothing is said', () => {
  expect(readArguments([])).toEqual({
    type: 'serve',
    transport: 'stdio',
    port: 0,
    tokenFile: undefined,
    workspace: undefined,
    stateFolder: undefined,
    serversFile: undefined,
    imports: [],
    approvals: 'none',
    asksAboutLaunches: true,
    trustsWorkspace: false,
    callApprovals: 'none',
    asksAboutCalls: true,
    toolAcceptances: 'none',
    mayRestore: false,
    settleRestores: undefined,
    coreServers: [],
    retentionDays: 90,
    registryPort: 0,
    limits: DEFAULT_LIMITS,
  });
});

test('the page of the program names each option of --help, and --help each of the page', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/headless.md'), 'utf8');
  const features = new Set(FEATURES.map(feature => `--${flagOf(feature)}`));
  const namedIn = (text: string) =>
    [...new Set(text.match(/--[a-z][a-z-]+/g))].filter(option => !features.has(option)).toSorted();
  expect(namedIn(page)).toEqual(namedIn(HELP));
});

test.each([
  ['approve', ['switchyard approve NAME...', '--servers FILE'], '--registry'],
  ['revoke', ['switchyard revoke NAME...', '--state DIR'], 'approve'],
  ['accept', ['switchyard accept [NAME...]', '--import WHAT'], '--http'],
  ['registry sync', ['switchyard registry sync', 'switchyard registry clear', '--registry URL'], 'revoke'],
])('%s --help is about that command and its options', (command, about, other) => {
  const help = readArguments([...command.split(' '), '--help']);
  const text = help.type === 'help' ? help.text : '';
  for (const line of about) expect(text).toContain(line);
  expect(text).not.toContain(other);
  expect(text.split('\n').length).toBeLessThan(25);
});

test('--help says all that another address than this machine requires', () => {
  const [, host = ''] = /(--host ADDRESS[^]*?)\n {2}--/.exec(HELP) ?? [];
  expect(host).toContain('--oauth-issuer');
  expect(host).toContain('--public-url');
});

test('a list may be given in parts: no part of it is lost', () => {
  const lists = ['approve', 'approve-calls', 'accept-tools', 'core'].flatMap(list => [
    `--${list}`,
    'a,b',
    `--${list}=c`,
  ]);
  const all = ['a', 'b', 'c'];
  expect(readArguments([...lists, '--import', 'codex', '--import', 'cursor'])).toMatchObject({
    approvals: all,
    callApprovals: all,
    toolAcceptances: all,
    coreServers: all,
    imports: ['cursor', 'codex'],
  });
  // Of what is no list, the last counts, so that a command line can end with another value.
  expect(readArguments(['--workspace', 'a', '--workspace', 'b'])).toMatchObject({ workspace: 'b' });
});

test.each([
  ['--approve none,memory', '--approve: "none" stands alone.'],
  ['--approve memory --approve all', '--approve: "all" stands alone.'],
  ['--approve-calls none --approve-calls x__run', '--approve-calls: "none" stands alone.'],
  ['--accept-tools x,all', '--accept-tools: "all" stands alone.'],
  ['--import none,codex', '--import: "none" stands alone.'],
  ['--import all --import codex', '--import: "all" stands alone.'],
  ['--model-key-file x', '--model-key-file requires --model-endpoint.'],
])('refuses what contradicts itself: %s', (line, why) => {
  expect(() => readArguments(line.split(' '))).toThrow(why);
});

test.each(['workspace', 'state', 'servers', 'token-file', 'model-key-file', 'journal-password-file'])(
  'an empty --%s, as of a variable that is not set, is not the current folder',
  option => {
    expect(() => readArguments(['--http', `--${option}`, ''])).toThrow(`--${option} is empty. Name a `);
    expect(() => readArguments(['--http', `--${option}= `])).toThrow(`--${option} is empty. Name a `);
  },
);

test('takes names to accept, or none', () => {
  const place = { workspace: undefined, stateFolder: 'b', serversFile: undefined, imports: [] };
  expect(readArguments(['accept', 'x', 'y__run', '--state', 'b'])).toEqual({
    type: 'accept',
    tools: ['x', 'y__run'],
    ...place,
  });
  expect(readArguments(['accept', '--state', 'b'])).toEqual({ type: 'accept', tools: [], ...place });
  expect(() => readArguments(['accept', 'x', '--approve', 'all'])).toThrow('takes no --approve');
});

test('reads every option', () => {
  const line =
    '--http --port 7000 --token-file t --workspace a --state b --servers c.json --import codex,vscode --approve x,,y, --approve-calls x,y__run --accept-tools all --core z --allow-restore --settle-restores undo --heartbeat-interval-ms 250 --retention-days 30 --registry-port 7001 --enable-mcp-introspection --max-per-minute 1 --max-active 2 --idle-minutes 0 --max-text-kib 4 --warn-tokens 5 --warn-tools 6';
  expect(readArguments(line.split(' '))).toEqual({
    type: 'serve',
    transport: 'http',
    port: 7000,
    tokenFile: 't',
    workspace: 'a',
    stateFolder: 'b',
    serversFile: 'c.json',
    imports: ['vscode', 'codex'],
    approvals: ['x', 'y'],
    asksAboutLaunches: true,
    trustsWorkspace: false,
    callApprovals: ['x', 'y__run'],
    asksAboutCalls: true,
    toolAcceptances: 'all',
    mayRestore: true,
    settleRestores: 'undo',
    coreServers: ['z'],
    retentionDays: 30,
    registryPort: 7001,
    limits: {
      maxPerMinute: 1,
      maxActive: 2,
      idleMinutes: 0,
      maxResultBytes: 4_096,
      warnAboveTokens: 5,
      warnAboveTools: 6,
      heartbeatIntervalMs: 250,
    },
  });
  expect(readArguments(['--approve', 'all'])).toMatchObject({ approvals: 'all' });
  expect(readArguments(['--approve', 'none'])).toMatchObject({ approvals: 'none', asksAboutLaunches: false });
  expect(readArguments(['--approve-calls', 'none'])).toMatchObject({ asksAboutCalls: false });
  expect([readArguments(['--help']).type, readArguments(['-v']).type]).toEqual(['help', 'version']);
});

test('takes what to read of a registry', () => {
  const place = { workspace: undefined, stateFolder: 'b', serversFile: undefined, imports: [] };
  const all = { type: 'registry', verb: 'sync', what: '', registry: undefined };
  expect(readArguments(['registry', 'sync', '--state', 'b'])).toEqual({ ...all, ...place });
  const one = ['registry', 'sync', 'a.b/c@1', '--registry', 'https://r', '--state', 'b'];
  expect(readArguments(one)).toEqual({ ...all, what: 'a.b/c@1', registry: 'https://r', ...place });
  expect(() => readArguments(['registry', 'clear', 'x'])).toThrow('takes one name at most');
  expect(() => readArguments(['registry', 'sync', '--approve', 'all'])).toThrow('takes no --approve');
});

test('switches features of ours on in every session, and says which there are', () => {
  const line = ['--core', 'z', '--enable-consensus', '--enable-idempotency'];
  expect(readArguments(line)).toMatchObject({ coreServers: ['z', 'consensus'] });
  const modules = (text: string) => {
    const read = readArguments(text.split(' '));
    return read.type === 'serve' ? read.coreServers : [];
  };
  expect(modules('--enable-knowledge')).toEqual(['knowledge']);
  expect(modules('--enable-assist')).toEqual(['assist']);
  // Operations on many are part of their modules: asked for with one of these, they bring no other.
  expect(modules('--enable-blackboard --enable-bulk')).toEqual(['blackboard']);
  expect(modules('--enable-bulk')).toEqual(['blackboard', 'stigmergy', 'graph']);
  for (const feature of FEATURES) expect(HELP).toContain(flagOf(feature).replace('enable-', ''));
  expect(HELP.split('\n').filter(each => each.length > 125)).toEqual([]);
});

test('reads whom to sign in to, and where that is kept', () => {
  expect(readArguments('--sign-in linear --state b'.split(' '))).toEqual({
    type: 'sign-in',
    server: 'linear',
    workspace: undefined,
    stateFolder: 'b',
    serversFile: undefined,
    imports: [],
  });
  expect(readArguments(['--sign-out', 'linear'])).toMatchObject({ type: 'sign-out', server: 'linear' });
});

test.each([
  ['--server-url https://a.example', '--server-url requires --sign-in or --sign-out.'],
  ['--sign-in a --sign-out a', 'Use --sign-in or --sign-out, not both.'],
  ['--stdio --http', 'Use --stdio or --http, not both.'],
  [
    '--import cursr',
    '--import doesn\'t support "cursr": use all, vscode, mcp-json, claude-code, cursor, windsurf, gemini, codex, claude-desktop, copilot, cline, roo, kilo, opencode, qwen, zed, kiro, antigravity, lmstudio, amp, crush, goose, continue.',
  ],
  ['--port 80', '--port requires --http.'],
  ['--token-file t', '--token-file requires --http.'],
  ['--http --port 0', '--port takes a number from 1 to 65535.'],
  ['--http --port 8e1x', '--port takes a number from 1 to 65535.'],
  ['--http --port 65536', '--port takes a number from 1 to 65535.'],
  ['--what', "Unknown option '--what'."],
  ['--__proto__ x', "Unknown option '--__proto__'."],
  ['file.json', "Unexpected argument 'file.json'."],
  ['--state', "Option '--state <value>' argument missing."],
  ['--state --http', "Option '--state' argument is ambiguous."],
  ['--http=yes', "Option '--http' does not take an argument."],
])('refuses "%s" in one sentence and names --help', (line, sentence) => {
  expect(() => readArguments(line.split(' '))).toThrow(
    `${sentence} Run switchyard --help to see the options.`,
  );
});
