import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entryOf, idOf } from '../../../test/support/catalogWorld';
import { importedAll, startedImports } from '../../../test/support/importWorld';
import { otherTools } from '../../../test/support/otherTools';
import type { ImportDifference } from '../../core/catalog/imports/importDifferences';

/** A difference as a line: what, which, from where. */
function line({ standing, id, origins, isHidden }: ImportDifference): string {
  return `${standing}${isHidden ? ' hidden' : ''} ${id}: ${origins.map(({ tool }) => tool).join(', ')}`;
}

test('finds every server once with its origins, and shows nothing before a person said yes', async () => {
  const { imports, catalog } = await startedImports(otherTools());

  const { differences, files } = await imports.find();
  expect(differences.map(line)).toEqual([
    'new from-vscode-ws: vscode',
    'new from-project: mcp-json',
    'new from-cursor-ws: cursor',
    'new from-vscode: vscode',
    'new from-cc-project: claude-code',
    'new from-claude-code: claude-code',
    'new shared: claude-code, cursor, claude-desktop',
    'new from-cursor: cursor',
    'new from-windsurf: windsurf',
    'new from-gemini: gemini',
    'new from-codex: codex',
    'new codex-remote: codex',
    'new From-Claude-Desktop: claude-desktop',
  ]);
  expect(files.flatMap(({ problems }) => problems)).toEqual([]);
  expect(catalog.entries().map(({ id }) => id)).toEqual(['from-cursor']);
});

test('a second import shows no difference, also after a restart', async () => {
  const tools = otherTools();
  const first = await importedAll(tools);
  const standings = async ({ imports }: Pick<typeof first, 'imports'>) => [
    ...new Set((await imports.find()).differences.map(({ standing }) => standing)),
  ];
  expect(await standings(first)).toEqual(['same']);

  const again = await startedImports(tools);
  expect(await standings(again)).toEqual(['same']);
  expect(again.catalog.entries().filter(({ source }) => source === 'imported')).toHaveLength(13);
});

test("brings each tool's words to ours", async () => {
  const { catalog } = await importedAll(otherTools());
  const shown = (id: string) => {
    const { launch, allowedTools, excludedTools, requireApproval, disabledBy, needs } = catalog.require(id);
    return {
      launch,
      ...(allowedTools.length > 0 ? { allowedTools } : {}),
      ...(excludedTools ? { excludedTools } : {}),
      ...(requireApproval === 'never' ? {} : { requireApproval }),
      ...(disabledBy === null ? {} : { disabledBy }),
      needs: needs.map(
        ({ key, isSecret, isRequired }) =>
          `${key}${isSecret ? ' secret' : ''}${isRequired ? '' : ' optional'}`,
      ),
    };
  };
  expect(shown('from-vscode')).toEqual({
    launch: { type: 'stdio', command: 'db-server', args: ['--dsn', '${input:db}'], env: {} },
    needs: ['db secret'],
  });
  expect(shown('from-project')).toEqual({
    launch: {
      type: 'http',
      url: '${env:BASE:-https://api.example}/mcp',
      headers: { Authorization: 'Bearer ${env:PROJECT_TOKEN}' },
    },
    needs: [],
  });
  expect(shown('from-cc-project')).toMatchObject({
    launch: { url: 'https://cc.example/sse', speaks: 'sse' },
  });
  expect(shown('from-claude-code')).toMatchObject({
    launch: { env: { CC_KEY: '${input:CC_KEY}' } },
    needs: ['CC_KEY secret'],
  });
  expect(shown('From-Claude-Desktop')).toMatchObject({ launch: { args: ['--api-key', '${input:api-key}'] } });
  expect(shown('from-windsurf')).toMatchObject({
    launch: { url: 'https://w.example/mcp', headers: { 'X-Api-Key': '${input:X-Api-Key}' } },
    disabledBy: 'user',
  });
  expect(shown('from-gemini')).toEqual({
    launch: {
      type: 'http',
      url: 'https://g.example/mcp',
      headers: { 'X-Goog-Api-Key': '${env:GOOGLE_KEY}' },
    },
    allowedTools: ['read'],
    excludedTools: ['wipe'],
    requireApproval: 'auto',
    needs: [],
  });
  expect(shown('from-codex')).toEqual({
    launch: {
      type: 'stdio',
      command: 'cx',
      args: ['serve'],
      env: { CODEX_REGION: '${env:CODEX_REGION}', CODEX_KEY: '${input:CODEX_KEY}' },
    },
    allowedTools: ['look'],
    excludedTools: ['drop'],
    needs: ['CODEX_REGION optional', 'CODEX_KEY secret'],
  });
  expect(shown('codex-remote')).toEqual({
    launch: {
      type: 'http',
      url: 'https://x.example/mcp',
      headers: { 'X-Team': 'a', 'X-Trace': '${env:TRACE_ID}', Authorization: 'Bearer ${env:REMOTE_TOKEN}' },
    },
    needs: ['TRACE_ID optional'],
  });
});

test("counts before the registry and after the user's own, and loses nobody", async () => {
  const { catalog, imports, settings } = await importedAll(otherTools());
  expect(catalog.require('from-cursor').source).toBe('imported');
  expect(catalog.shadowed('from-cursor').map(({ origin }) => origin)).toEqual(['shipped']);

  settings.change([entryOf('shared', { origin: 'mine' })]);
  await expect.poll(() => catalog.require('shared').origin).toBe('mine');
  expect(catalog.shadowed('shared').map(({ source }) => source)).toEqual(['imported']);
  expect((await imports.find()).differences.filter(({ isHidden }) => isHidden).map(line)).toEqual([
    'same hidden shared: claude-code, cursor, claude-desktop',
  ]);
});

test('names where a server comes from, all the files of it', async () => {
  const tools = otherTools();
  const { catalog } = await importedAll(tools);
  expect(catalog.require('shared').origin).toBe(
    ['.claude.json', '.cursor/mcp.json', '.config/Claude/claude_desktop_config.json']
      .map(tools.path)
      .join(', '),
  );
});

test('reads secrets when a server starts, from its file, and keeps none', async () => {
  const tools = otherTools();
  const { catalog, log } = await importedAll(tools);

  const { shown, ...launch } = await catalog.resolve(catalog.require('from-claude-code'));
  expect(launch).toMatchObject({ env: { CC_KEY: tools.keys[1] } });
  expect(JSON.stringify(shown)).not.toContain(tools.keys[1]);

  const rotated = `${tools.keys[1]}x`;
  const text = readFileSync(tools.path('.claude.json'), 'utf8');
  tools.write('.claude.json', text.replace(tools.keys[1] ?? '', rotated));
  expect(await catalog.resolve(catalog.require('from-claude-code'))).toMatchObject({
    env: { CC_KEY: rotated },
  });

  const kept = readFileSync(join(tools.home, 'state', 'imports.json'), 'utf8') + JSON.stringify(log.lines);
  for (const key of tools.keys) expect(kept).not.toContain(key);
});

test('what a person entered counts before what the file says', async () => {
  const { catalog, own } = await importedAll(otherTools());
  own.set('from-claude-code', 'CC_KEY', 'entered-by-hand');
  expect(await catalog.resolve(catalog.require('from-claude-code'))).toMatchObject({
    env: { CC_KEY: 'entered-by-hand' },
  });
  own.isLocked = true;
  expect(catalog.readiness(catalog.require('from-claude-code')).status).toBe('available');
});

test("gives a file's secret to no other entry of that name", async () => {
  const { catalog, imports, settings } = await importedAll(otherTools());
  expect(imports.hasSecret(idOf('shared'), 'SHARED_TOKEN')).toBe(true);
  settings.change([
    entryOf('shared', {
      launch: { type: 'stdio', command: 'evil', args: ['${input:SHARED_TOKEN}'], env: {} },
    }),
  ]);
  await expect.poll(() => catalog.require('shared').source).toBe('settings');
  expect(imports.hasSecret(idOf('shared'), 'SHARED_TOKEN')).toBe(false);
  expect(catalog.readiness(catalog.require('shared'))).toMatchObject({ keys: ['SHARED_TOKEN'] });
});

test('a broken file spoils only itself, says where, and takes nothing away', async () => {
  const tools = otherTools();
  const { imports, catalog } = await importedAll(tools);
  tools.write('.codex/config.toml', `[mcp_servers.x]\ncommand = "a"\nenv = { KEY = "${tools.keys[0]}" `);
  tools.write(
    '.config/Claude/claude_desktop_config.json',
    '{\n  "mcpServers": {\n    "a": { "command": "b", },\n  }\n}',
  );
  await expect.poll(() => catalog.problems().map(({ line: at }) => at), { interval: 10 }).toEqual([3, 3]);

  const { files, differences } = await imports.find();
  expect(files.flatMap(({ problems }) => problems)).toEqual([
    {
      origin: tools.path('.codex/config.toml'),
      message: expect.stringMatching(/^Syntax error at line 3, column \d+: [a-z ]+\. None of its servers/),
      line: 3,
      column: expect.any(Number),
    },
    {
      origin: tools.path('.config/Claude/claude_desktop_config.json'),
      message:
        'Syntax error at line 3, column 28: property name expected. None of its servers is read until it is mended.',
      line: 3,
      column: 28,
    },
  ]);
  expect(differences.filter(({ standing }) => standing !== 'same')).toEqual([]);
  expect(catalog.find('from-codex')).toBeDefined();
  expect(JSON.stringify(files)).not.toContain(tools.keys[0]);
});

test('a wrong server spoils only itself, with its place', async () => {
  const tools = otherTools();
  tools.write(
    '.codex/config.toml',
    'a = 1\n\n[mcp_servers.bad]\nargs = ["x"]\n\n[mcp_servers.good]\ncommand = "g"\n',
  );
  tools.write(
    '.cursor/mcp.json',
    '{ "mcpServers": {\n  "bad": { "command": 5 },\n  "good2": { "command": "g" } } }',
  );
  const { files, differences } = await (await startedImports(tools)).imports.find();
  expect(
    files.flatMap(({ problems }) => problems.map(({ line: at, column, message }) => [at, column, message])),
  ).toEqual([
    [2, 12, '"bad": command is wrong: expected string, received number.'],
    [3, 1, '"bad": it has neither a command nor a url. Give it one of them.'],
  ]);
  expect(differences.map(({ id }) => id)).toEqual(expect.arrayContaining(['good', 'good2']));
});

test('notices a change while it runs, and keeps to what was accepted until it is taken over', async () => {
  const tools = otherTools();
  const { imports, catalog } = await importedAll(tools);
  const heard: string[] = [];
  imports.onDidFindDifferences(news => heard.push(...news.map(line)));

  tools.write(
    '.cursor/mcp.json',
    '{ "mcpServers": { "from-cursor": { "command": "evil" }, "fresh": { "command": "f" } } }',
  );
  await expect
    .poll(() => heard, { interval: 10 })
    .toEqual(['changed from-cursor: cursor', 'new fresh: cursor']);
  expect(catalog.require('from-cursor').launch.type).toBe('http');
  expect(catalog.find('fresh')).toBeUndefined();

  const { differences } = await imports.find();
  await imports.takeOver({ accept: differences.filter(({ id }) => id === 'from-cursor'), drop: [] });
  await expect
    .poll(() => catalog.require('from-cursor').launch, { interval: 10 })
    .toMatchObject({ command: 'evil' });
  expect(heard).toHaveLength(2);
});

test('tells what is gone, and lets go of it when told to', async () => {
  const tools = otherTools();
  const { imports, catalog } = await importedAll(tools);
  rmSync(tools.path('.codeium/windsurf/mcp_config.json'));

  const gone = (await imports.find()).differences.filter(({ standing }) => standing === 'gone');
  expect(gone.map(line)).toEqual(['gone from-windsurf: windsurf']);
  expect(catalog.find('from-windsurf')).toBeDefined();

  await imports.takeOver({ accept: [], drop: gone });
  await expect.poll(() => catalog.find('from-windsurf'), { interval: 10 }).toBeUndefined();
});

test('reads variables of a file beside the configuration when the server starts', async () => {
  const tools = otherTools();
  tools.write('./.env.mcp', `SERVICE_PASS=${tools.keys[0]}\n`);
  tools.write(
    './.vscode/mcp.json',
    '{"servers": {"filed": {"command": "f", "envFile": "${workspaceFolder}/.env.mcp"}}}',
  );
  const { catalog } = await importedAll(tools);
  expect(await catalog.resolve(catalog.require('filed'))).toMatchObject({
    env: { SERVICE_PASS: tools.keys[0] },
  });
  expect(readFileSync(join(tools.home, 'state', 'imports.json'), 'utf8')).not.toContain(tools.keys[0]);
});

test('takes no variable from a file of the repository that steers programs, and says which', async () => {
  const tools = otherTools();
  const steering = [
    'NODE_OPTIONS',
    'PATH',
    'LD_PRELOAD',
    'PYTHONPATH',
    'BASH_ENV',
    'https_proxy',
    'npm_config_registry',
  ];
  tools.write('./.env', [...steering, 'SHOP_COLOUR'].map(name => `${name}=x\n`).join(''));
  tools.write('mine.env', 'NODE_OPTIONS=--no-warnings\n');
  const server = (envFile: string) => ({ command: 'f', envFile });
  tools.write(
    '.cursor/mcp.json',
    JSON.stringify({
      mcpServers: { theirs: server('${workspaceFolder}/.env'), own: server('${userHome}/mine.env') },
    }),
  );
  const { catalog } = await importedAll(tools);
  expect(await catalog.resolve(catalog.require('theirs'))).toMatchObject({ env: { SHOP_COLOUR: 'x' } });
  expect(Object.keys(((await catalog.resolve(catalog.require('theirs'))) as { env: object }).env)).toEqual([
    'SHOP_COLOUR',
  ]);
  expect(await catalog.resolve(catalog.require('own'))).toMatchObject({
    env: { NODE_OPTIONS: '--no-warnings' },
  });
  const told = catalog.problems().map(({ message }) => message);
  expect(told.join('\n')).toContain(
    `these of its variables are not used: ${steering.toSorted().join(', ')}.`,
  );
});

test('fills in what is set, and what a file gives for the rest', async () => {
  const tools = otherTools();
  const { catalog } = await importedAll(tools, { PROJECT_TOKEN: 'from-the-shell' });
  expect(await catalog.resolve(catalog.require('from-project'))).toMatchObject({
    url: 'https://api.example/mcp',
    headers: { Authorization: 'Bearer from-the-shell' },
  });
  const moved = await startedImports(tools, { PROJECT_TOKEN: 't-o-k-e-n', BASE: 'https://other.example' });
  expect(await moved.catalog.resolve(moved.catalog.require('from-project'))).toMatchObject({
    url: 'https://other.example/mcp',
  });
});

test('does not overwrite what it cannot read', async () => {
  const tools = otherTools();
  tools.write('state/imports.json', '{"version": 2}');
  const { imports, catalog } = await startedImports(tools);
  expect(catalog.problems()).toMatchObject([{ origin: tools.path('state/imports.json') }]);
  const { differences } = await imports.find();
  await expect(imports.takeOver({ accept: differences, drop: [] })).rejects.toThrow(
    'It is written in a form that this version does not know. Delete it, then import again.',
  );
  expect(readFileSync(tools.path('state/imports.json'), 'utf8')).toBe('{"version": 2}');
});

test('never writes to the file of another tool', async () => {
  const tools = otherTools();
  const paths = ['.claude.json', '.cursor/mcp.json', '.codex/config.toml', './.mcp.json'];
  const before = paths.map(path => readFileSync(tools.path(path), 'utf8'));
  const { imports } = await importedAll(tools);
  await imports.takeOver({ accept: [], drop: (await imports.find()).differences });
  expect(paths.map(path => readFileSync(tools.path(path), 'utf8'))).toEqual(before);
});
