import { expect, test } from 'vitest';
import { FEATURES, flagOf } from '../mcp/featureToggles';
import { HELP, readArguments } from './arguments';

test('speaks stdio and lets nothing start when nothing is said', () => {
  expect(readArguments([])).toEqual({
    type: 'serve',
    transport: 'stdio',
    port: 0,
    workspace: undefined,
    stateFolder: undefined,
    serversFile: undefined,
    imports: [],
    approvals: 'none',
    trustsWorkspace: false,
    callApprovals: 'none',
    toolAcceptances: 'none',
    mayRestore: false,
    settleRestores: undefined,
    coreServers: [],
    heartbeatIntervalMs: 2_000,
    retentionDays: 90,
  });
});

test('reads every option', () => {
  const line =
    '--http --port 7000 --workspace a --state b --servers c.json --import codex,vscode --approve x,,y, --approve-calls x,y__run --accept-tools all --core z --allow-restore --settle-restores undo --heartbeat-interval-ms 250 --retention-days 30 --enable-mcp-introspection';
  expect(readArguments(line.split(' '))).toEqual({
    type: 'serve',
    transport: 'http',
    port: 7000,
    workspace: 'a',
    stateFolder: 'b',
    serversFile: 'c.json',
    imports: ['vscode', 'codex'],
    approvals: ['x', 'y'],
    trustsWorkspace: false,
    callApprovals: ['x', 'y__run'],
    toolAcceptances: 'all',
    mayRestore: true,
    settleRestores: 'undo',
    coreServers: ['z'],
    heartbeatIntervalMs: 250,
    retentionDays: 30,
  });
  expect(readArguments(['--approve', 'all'])).toMatchObject({ approvals: 'all' });
  expect(readArguments(['--approve', 'none'])).toMatchObject({ approvals: 'none' });
  expect([readArguments(['--help']).type, readArguments(['-v']).type]).toEqual(['help', 'version']);
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
  expect(modules('--enable-bulk')).toEqual(['blackboard', 'stigmergy']);
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
  ['--sign-in a --sign-out a', 'Give --sign-in or --sign-out, not both.'],
  ['--stdio --http', 'Give --stdio or --http, not both.'],
  [
    '--import cursr',
    '--import knows no "cursr": it takes all, vscode, mcp-json, claude-code, cursor, windsurf, gemini, codex, claude-desktop.',
  ],
  ['--port 80', '--port goes with --http.'],
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
    `${sentence} Run switchyard --help to see what there is.`,
  );
});
