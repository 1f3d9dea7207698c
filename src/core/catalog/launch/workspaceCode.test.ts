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

test.each([
  'npx -y tsx /work/app/server.ts',
  'npx -y --package=/work/app/tools mcp',
  'npx --prefix /work/app mcp',
  'uvx --from /work/app/server my-server',
  'uv --directory /work/app run server.py',
  'uv run --with-editable /work/app/server my-server',
  'pipx run --spec file:///work/app/server my-server',
  'npm --prefix=/work/app run mcp',
  'make -C /work/app serve',
  'env -i A=b node /work/app/server.js',
  'cmd /c node /work/app/server.js',
  'env /work/app/server.sh',
])('%s does, wherever it starts', line => {
  expect(judge(line, '')).toBe(true);
});

test.each([
  'npx -y @modelcontextprotocol/server-filesystem /work/app',
  'npx -y some-server --config=/work/app/data.json',
  'uvx mcp-server-git --repository /work/app',
  'docker run -i -v /work/app:/app image',
  'env A=b my-server /work/app',
])('%s is only told of the workspace', line => {
  expect(judge(line, '')).toBe(false);
});

function judgeScript(script: string, [command, ...args]: [string, ...string[]], cwd = '/work/app'): boolean {
  const launch = { type: 'stdio', command, args: [...args, script], env: {}, cwd } as const;
  return runsWorkspaceCode(launch, '/work/app');
}

test.each([
  'npm run mcp',
  'exec node server.js --stdio',
  'source ~/.nvm/nvm.sh && npx -y some-server',
  'API_MODE=x "./bin/server" --stdio',
  'cd sub; cat x | python3 tools/server.py',
])('a shell that is given %s runs what the workspace holds', script => {
  expect(judgeScript(script, ['bash', '-c'])).toBe(true);
  expect(judgeScript(script, ['cmd', '/d', '/c'])).toBe(true);
});

test.each([
  'my-server --root /work/app',
  'exec /opt/server',
  'node /opt/server/index.js',
  '',
  'cd /opt && my-server',
])('a shell that is given %j does not', script => {
  expect(judgeScript(script, ['bash', '-c'])).toBe(false);
});

test('a shell that goes into the workspace runs what lies there', () => {
  expect(judgeScript('cd /work/app && exec ./server', ['sh', '-c'], '/home/anna')).toBe(true);
});
