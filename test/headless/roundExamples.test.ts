import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { calls, says, scriptedEndpoint } from '../support/scriptedEndpoint';
import { overHttp } from './clients';
import { realServer, world } from './world';

const run = promisify(execFile);
const PAGE = readFileSync(new URL('../../docs/rounds.md', import.meta.url), 'utf8');

/** The example of this name, as it stands in the guide. */
function example(name: string): string {
  const [, code] = new RegExp(`<!-- example: ${name} -->\\n\\n\`\`\`\\w+\\n([^]*?)\`\`\``).exec(PAGE) ?? [];
  if (code === undefined) throw new Error(`docs/rounds.md has no example "${name}".`);
  return code;
}

test.each([
  ['curl', 'bash', ['-c'], '"finish_reason":"stop"'],
  ['TypeScript', process.execPath, ['--input-type=module-typescript', '-e'], 'stop There is hello.txt.'],
  ['Python', 'python3', ['-c'], 'There is hello.txt.'],
  ['openai', process.execPath, ['--input-type=module-typescript', '-e'], 'There is hello.txt.'],
])('the example in %s runs as it stands', async (name, program, flags, said) => {
  if (spawnSync(program, ['--version']).error !== undefined) return; // Not every machine has Python.
  const servers = world({ filesystem: realServer('filesystem', '.') });
  const folder = join(servers.folder, 'workspace');
  const model = await scriptedEndpoint(
    calls(['list_directory', JSON.stringify({ path: folder })]),
    says('There is hello.txt.'),
  );
  const { url, token } = await overHttp(servers, ['--approve', 'all', '--model-endpoint', model.url]);
  const env = { ...process.env, URL: url.replace(/\/mcp$/, ''), TOKEN: token };
  const { stdout } = await run(program, [...flags, example(name)], { env });
  expect(stdout).toContain(said);
  expect(model.asked[1]?.messages.at(-1)).toMatchObject({ role: 'tool', content: '[FILE] hello.txt' });
});
