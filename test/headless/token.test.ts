import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { overHttp, start } from './clients';
import { script, TINY, world } from './world';

const TOKEN = 'own-token_'.repeat(4);

test('keeps the token of --token-file over restarts, in a file that it makes for its owner alone', async () => {
  const of = world({});
  const file = join(of.folder, 'token');
  const first = await overHttp(of, ['--token-file', file]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toBe(`${first.token}\n`);
  first.started.child.kill('SIGTERM');
  await first.started.exit;

  const second = await overHttp(of, ['--token-file', file]);
  expect(second.token).toBe(first.token);
  await second.agent();
  expect(second.started.stderr()).not.toContain(first.token);
});

test('takes the token of SWITCHYARD_TOKEN, lets no one in without it, and hands it to no server', async () => {
  const code = `require('node:fs').writeFileSync(process.env.SEEN, JSON.stringify(process.env));${TINY}`;
  const seen = join(world({}).folder, 'seen');
  const of = world({ spy: script(code, { SEEN: seen, GIVEN: '${env:SWITCHYARD_TOKEN:-none}' }) });
  const http = await overHttp(of, ['--approve', 'all'], { SWITCHYARD_TOKEN: TOKEN });
  expect(http.token).toBe(TOKEN);
  const { agent } = await http.agent();
  await agent.call('mcp_activate', { name: 'spy' });
  expect(readFileSync(seen, 'utf8')).not.toContain(TOKEN);
  const wrong = await fetch(http.url, { method: 'POST', headers: { authorization: `Bearer ${TOKEN}x` } });
  expect(wrong.status).toBe(404);
});

test('a file is named for one program: it counts before the variable', async () => {
  const of = world({});
  const file = join(of.folder, 'token');
  const http = await overHttp(of, ['--token-file', file], { SWITCHYARD_TOKEN: TOKEN });
  expect(http.token).not.toBe(TOKEN);
});

const TOO_SHORT = 'A token has 32 to 512 letters, digits and -._~+/ characters';

test('refuses a token that is none, one that others can read, and one that a repository can bring along', async () => {
  const of = world({});
  const put = (name: string, text: string, mode = 0o600): string => {
    const file = join(of.folder, name);
    writeFileSync(file, text);
    chmodSync(file, mode);
    return file;
  };
  const inside = join(of.folder, 'workspace', 'token');
  const linked = join(of.folder, 'linked');
  writeFileSync(inside, TOKEN, { mode: 0o600 });
  symlinkSync(inside, linked);
  mkdirSync(join(of.folder, 'folder'));
  const cases: readonly (readonly [options: readonly string[], env: Record<string, string>, why: string])[] =
    [
      [['--http', '--token-file', put('short', 'secret')], {}, TOO_SHORT],
      [['--http', '--token-file', put('empty', '')], {}, TOO_SHORT],
      [['--http', '--token-file', put('spaced', `${TOKEN} ${TOKEN}`)], {}, TOO_SHORT],
      [['--http', '--token-file', put('long', TOKEN.repeat(100))], {}, TOO_SHORT],
      [['--http'], { SWITCHYARD_TOKEN: 'secret' }, `SWITCHYARD_TOKEN contains no token. ${TOO_SHORT}`],
      [['--http'], { SWITCHYARD_TOKEN: '' }, TOO_SHORT],
      [
        ['--http', '--token-file', put('open', TOKEN, 0o644)],
        {},
        'others may read the file. Run: chmod 600 ',
      ],
      [['--http', '--token-file', put('group', TOKEN, 0o620)], {}, 'others may read the file'],
      [['--http', '--token-file', join(of.folder, 'folder')], {}, 'it is not a file'],
      [['--http', '--token-file', '/dev/null'], {}, 'it is not a file'],
      [['--http', '--token-file', join(of.folder, 'no', 'token')], {}, 'there is no folder'],
      [['--http', '--token-file', inside], {}, 'lies in the workspace'],
      [['--http', '--token-file', linked], {}, 'lies in the workspace'],
      [['--token-file', join(of.folder, 'new')], {}, '--token-file requires --http.'],
    ];
  for (const [options, env, why] of cases) {
    const { exit, stderr } = start([...of.options, ...options], env);
    expect(await exit, why).toBe(2);
    expect(stderr()).toContain(why);
    expect(stderr().trimEnd().split('\n')).toHaveLength(1);
    expect(stderr()).not.toContain(TOKEN);
  }
  expect(existsSync(join(of.folder, 'new'))).toBe(false);
});

test('two programs that begin at the same time with one new file have one token', async () => {
  const of = world({});
  const file = join(of.folder, 'token');
  const programs = await Promise.all(
    ['a', 'b', 'c'].map(name =>
      overHttp(
        { ...of, options: ['--workspace', join(of.folder, 'workspace'), '--state', join(of.folder, name)] },
        ['--token-file', file],
      ),
    ),
  );
  expect(new Set(programs.map(({ token }) => token)).size).toBe(1);
});
