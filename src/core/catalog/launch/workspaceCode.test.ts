import { expect, test } from 'vitest';
import { runsWorkspaceCode } from './workspaceCode';

function judge(line: string, cwd: string | undefined = '/work/app'): boolean {
  const [command = '', ...args] = line.split(' ');
  const folder = cwd === '' ? {} : { cwd };
  return runsWorkspaceCode({ type: 'stdio', command, args, env: {}, ...folder }, '/work/app');
}

test.each([
  './server.sh',
  '/work/app/bin/tool',
  'bin/tool --stdio',
  'node server.js',
  'node --enable-source-maps ./dist/server.mjs --stdio',
  'node --require=./hook.js /usr/lib/x.js',
  'node -r ./hook.cjs -e 1',
  'python3 -u tools/server.py',
  'bash scripts/start.sh',
  'deno run -A main.ts',
  'npm run mcp',
  'uv run server.py',
  'make serve',
  '/usr/bin/node /work/app/../app/server.js',
])('%s runs what the workspace holds', line => {
  expect(judge(line)).toBe(true);
});

test.each([
  'my-server',
  '/usr/local/bin/my-server /work/app',
  'node /opt/server/index.js /work/app',
  'node -e console.log(1)',
  'python3 -m my_server',
  'python3 -c print(1)',
  'npx-like --config ./data.json',
  '../other/tool',
  'node ../other/server.js',
])('%s does not', line => {
  expect(judge(line)).toBe(false);
});

test('where a server does not start in the workspace, only full paths lead there', () => {
  expect([judge('npx -y x', ''), judge('node server.js', ''), judge('npm run x', '/elsewhere')]).toEqual([
    false,
    false,
    false,
  ]);
  expect(judge('node /work/app/server.js', '')).toBe(true);
  const launch = { type: 'stdio', command: './x', args: [], env: {}, cwd: '/work' } as const;
  expect(runsWorkspaceCode(launch, undefined)).toBe(false);
  const windows = { type: 'stdio', command: 'node.exe', args: ['C:\\w\\s.js'], env: {} } as const;
  expect(runsWorkspaceCode(windows, 'C:\\w')).toBe(true);
});
