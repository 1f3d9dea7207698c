import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { endpointPlan } from '../../src/headless/endpointPlan';
import { readArguments } from '../../src/headless/options/arguments';
import { pgAddress } from '../../src/node/postgres/pgAddress';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const dockerfile = read('Dockerfile');
const [, entry = '[]'] = /^ENTRYPOINT (\[.*\])$/m.exec(dockerfile) ?? [];
const [node, program, ...flags] = JSON.parse(entry) as readonly string[];

test('the container starts the program with options that there are, as an endpoint for many people only', () => {
  expect([node, program]).toEqual(['node', 'dist/headless.js']);
  const commandIn = (file: string): readonly string[] =>
    [...read(file).matchAll(/^ {6}- (--\S+)$/gm)].map(([, flag = '']) => flag);
  const command = commandIn('compose.yaml');
  const planOf = (line: readonly string[]) => {
    const invocation = readArguments(line);
    expect(invocation).toMatchObject({ type: 'serve', transport: 'http', port: 4100 });
    return endpointPlan(invocation.type === 'serve' ? (invocation.endpoint ?? {}) : {});
  };
  expect(planOf([...flags, ...command])).toMatchObject({
    host: '0.0.0.0',
    issuer: 'https://login.example.com',
    shutdownMs: 15_000,
  });
  const inTeam = commandIn('compose.team.yaml');
  expect(inTeam.slice(0, command.length)).toEqual(command);
  expect(planOf([...flags, ...inTeam])).toMatchObject({ host: '0.0.0.0' });
  const team = readArguments([...flags, ...inTeam]);
  const { url = '', workspaceId } = (team.type === 'serve' ? team.journal : undefined) ?? {};
  expect([pgAddress(url, undefined).shown, workspaceId]).toEqual(['database:5432/switchyard', 'project']);
  // Without an issuer, it would be open to whoever reaches it.
  expect(() => planOf(flags)).toThrow('--host requires --oauth-issuer');
});

test('the container is built from what is there, and does not run as root', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  for (const name of copied) expect([name, existsSync(join(root, name))]).toEqual([name, true]);
  const taken = [...read('.dockerignore').matchAll(/^!([\w.-]+)$/gm)].map(([, name = '']) => name);
  expect(taken).toContain('esbuild.mjs');
  for (const name of taken) expect([name, existsSync(join(root, name))]).toEqual([name, true]);
  expect(/^USER (\S+)$/m.exec(dockerfile)?.[1]).toBe('node');
  const [, port] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? [];
  expect(flags[flags.indexOf('--port') + 1]).toBe(port);
  expect(dockerfile).toContain(`http://127.0.0.1:${port}/healthz`);
});
