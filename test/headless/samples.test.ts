import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { planOf, planOfXml } from '../../src/modules/plans/files/savedPlan';
import { Agent, overStdio } from './clients';
import type { World } from './world';

const ROOT = join(import.meta.dirname, '../..');
const SAMPLES = join(ROOT, 'samples');

/** A copy of a sample, and the variables under which `npx` starts the servers that are installed here instead of fetching them. */
function sample(name: string): { readonly of: World; readonly env: Readonly<Record<string, string>> } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-sample-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const workspace = join(folder, 'workspace');
  cpSync(join(SAMPLES, name), workspace, { recursive: true });
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const servers = join(ROOT, 'node_modules/@modelcontextprotocol');
  const npx = `#!/bin/sh\nserver="\${2#@modelcontextprotocol/}"\nshift 2\nexec '${process.execPath}' "${servers}/$server/dist/index.js" "$@"\n`;
  writeFileSync(join(bin, 'npx'), npx);
  chmodSync(join(bin, 'npx'), 0o755);
  const options = ['--workspace', workspace, '--state', join(folder, 'state'), '--trust-workspace'];
  const of = { folder, serversFile: join(workspace, '.switchyard/servers.json'), options };
  return { of, env: { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` } };
}

test('there are three samples, each with a README that says what to do, and a catalog without a problem', async () => {
  expect(readdirSync(SAMPLES).toSorted()).toEqual(['plans', 'solo', 'team']);
  for (const name of readdirSync(SAMPLES)) {
    expect(readFileSync(join(SAMPLES, name, 'README.md'), 'utf8')).toMatch(/^# .+\n[^]*\n1\. /);
    const { of, env } = sample(name);
    const { agent, stderr } = await overStdio(of, [], env);
    const { structured } = await agent.call('mcp_environment');
    const servers = structured['servers'] as readonly { readonly name: string; readonly status: string }[];
    expect(servers).toContainEqual(expect.objectContaining({ name: 'filesystem', status: 'available' }));
    expect(stderr()).not.toMatch(/\b(?:warn|error)\b/);
  }
});

test('solo: an agent reads the note and remembers something', async () => {
  const { of, env } = sample('solo');
  const { agent } = await overStdio(of, [], env);
  await agent.call('mcp_activate', { name: 'filesystem' });
  const read = await agent.call('filesystem__read_text_file', { path: 'notes/haiku.txt' });
  expect(read.text).toBe(readFileSync(join(SAMPLES, 'solo/notes/haiku.txt'), 'utf8'));
  await agent.call('mcp_activate', { name: 'memory' });
  await agent.call('memory__create_entities', {
    entities: [{ name: 'user', entityType: 'person', observations: ['likes short poems'] }],
  });
  expect(readFileSync(join(of.folder, 'workspace/.switchyard/memory.jsonl'), 'utf8')).toContain(
    'short poems',
  );
});

test('team: two agents share a board, and the toolset offers the tools that it names', async () => {
  const { of, env } = sample('team');
  const features = ['--enable-blackboard'];
  const { agent: lead } = await overStdio(of, features, env);
  const { agent: worker } = await overStdio(of, features, env, new Agent({}, 'worker'));
  await lead.call('bb_set', { key: 'team:plan', value: 'Mend the greeting', tags: ['team'] });
  expect((await worker.call('bb_query', { tags: ['team'] })).text).toContain('Mend the greeting');
  const offered = await worker.call('mcp_discover', {
    intent: 'read and write the pages of the documentation',
  });
  expect(offered.text).toContain('The user keeps a toolset "docs"');
  const before = await worker.toolNames();
  const [, call = ''] = /mcp_activate (\{"name":"filesystem","tools".*?\})/.exec(offered.text) ?? [];
  await worker.call('mcp_activate', JSON.parse(call) as Record<string, unknown>);
  const added = (await worker.toolNames()).filter(name => !before.includes(name));
  expect(added.filter(name => name.startsWith('filesystem__')).toSorted()).toEqual([
    'filesystem__list_directory',
    'filesystem__read_text_file',
    'filesystem__write_file',
  ]);
});

test('plans: each saved plan is one that can be read, and runs to its end', async () => {
  const folder = join(SAMPLES, 'plans/.switchyard/plans');
  const { of, env } = sample('plans');
  const { agent } = await overStdio(of, ['--enable-bt'], env);
  await agent.call('mcp_activate', { name: 'filesystem' });
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), 'utf8');
    const { tree, variables } = file.endsWith('.xml') ? await planOfXml(text) : planOf(JSON.parse(text));
    const { structured, text: answer } = await agent.call('plan_run_bt', { tree, variables });
    expect(structured, answer).toMatchObject({ status: 'success' });
  }
  const summary = readFileSync(join(of.folder, 'workspace/notes/summary.txt'), 'utf8');
  expect(summary).toContain('[FILE] river.txt');
});
