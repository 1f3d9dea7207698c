import { expect, test } from 'vitest';
import { FakeSnapshots } from '../../../test/support/fakeSnapshots';
import { StoppedClock } from '../../../test/support/stoppedClock';
import { checkClaims } from './claims';
import { dependencyNames, packageName } from './manifests';
import type { AgentClaims } from './state';

const bytes = (text: string) => new TextEncoder().encode(text);
const signal = new AbortController().signal;

const SILENT: AgentClaims = { packagesAdded: null, packagesRemoved: null, commands: null, testsStatus: null };

/** What is found when these files become those, against what is said. */
async function checked(
  before: Record<string, string>,
  after: Record<string, string>,
  said: Partial<AgentClaims>,
) {
  const snapshots = new FakeSnapshots(new StoppedClock());
  for (const [path, content] of Object.entries(before)) snapshots.write(path, content);
  const start = await snapshots.take(signal);
  snapshots.files.clear();
  for (const [path, content] of Object.entries(after)) snapshots.write(path, content);
  const end = await snapshots.take(signal);
  const intervals = [{ from: start, to: end, isAlone: true, owners: () => ['t' as never] }];
  const account = await snapshots.account({ task: 't' as never, start, end, intervals }, signal);
  return await checkClaims({ ...SILENT, ...said }, account, { start, end }, snapshots, signal);
}

test('confirms what package.json shows, contradicts what it does not, and tells what was not said', async () => {
  const check = await checked(
    { 'package.json': '{"dependencies":{"yup":"1"}}' },
    { 'package.json': '{"dependencies":{"zod":"4"},"devDependencies":{"@types/node":"24"}}' },
    { packagesAdded: ['zod@4.6.7', 'left-pad'], packagesRemoved: [] },
  );
  expect(check).toEqual({
    claims: [
      { claim: 'packages_added: "zod@4.6.7"', fact: 'added in package.json' },
      { claim: 'packages_added: "left-pad"', fact: 'no manifest changed so' },
      { claim: 'packages_added: not named', fact: '"@types/node" added in package.json' },
      { claim: 'packages_removed: not named', fact: '"yup" removed in package.json' },
    ],
    warnings: ['"left-pad" is said to be added, but no manifest shows it.'],
  });
});

test('shows the state of tests as what it is: a claim', async () => {
  expect((await checked({}, {}, { testsStatus: 'passed' })).claims).toEqual([
    { claim: 'tests_status: passed', fact: 'not checked: this is what the agent says' },
  ]);
});

test('says so where a manifest can not be read', async () => {
  const check = await checked(
    { 'a/package.json': '{}' },
    { 'a/package.json': '{"dependencies":' },
    { packagesAdded: ['zod'] },
  );
  expect(check.warnings).toEqual([
    'a/package.json could not be read: packages in it were not compared.',
    '"zod" is said to be added, but no manifest shows it.',
  ]);
});

test('reads what pyproject.toml depends on, in every place that is in use', () => {
  const names = dependencyNames(
    'python',
    bytes(`
[project]
name = "x" # not a package
dependencies = [
  "Flask[async]>=3", # "hidden"
  'zope.interface',
]
[project.optional-dependencies]
test = ["pytest>=8"]
[dependency-groups]
dev = [{include-group = "test"}, "ruff"]
[tool.poetry.dependencies]
python = "^3.12"
requests = {version = "^2", extras = ["socks"]}
[tool.poetry.group.docs.dependencies]
Sphinx_Theme = "1"
[build-system]
requires = ["hatchling"]
`),
  );
  expect([...(names ?? [])].toSorted()).toEqual([
    'flask',
    'pytest',
    'requests',
    'ruff',
    'sphinx-theme',
    'zope-interface',
  ]);
});

test('reads what Cargo.toml and go.mod depend on', () => {
  const cargo = `
[package]
name = "x"
[dependencies]
serde = { version = "1", features = ["derive"] }
tokio.version = "1"
[dependencies.serde_json]
version = "1"
[target.'cfg(unix)'.dependencies]
libc = "0.2"
[dev-dependencies]
proptest = "1"
[features]
fast = []
`;
  expect([...(dependencyNames('rust', bytes(cargo)) ?? [])].toSorted()).toEqual([
    'libc',
    'proptest',
    'serde',
    'serde-json',
    'tokio',
  ]);
  const go =
    'module example.com/x\ngo 1.24\nrequire golang.org/x/text v0.1.0\nrequire (\n\tgithub.com/a/b v1.2.3 // indirect\n)\nreplace x => y\n';
  expect([...(dependencyNames('go', bytes(go)) ?? [])].toSorted()).toEqual([
    'github.com/a/b',
    'golang.org/x/text',
  ]);
});

test('takes a package by its name, however an agent writes it', () => {
  expect(packageName('npm', '@types/node@24.1.0')).toBe('@types/node');
  expect(packageName('python', 'Zope.Interface>=5')).toBe('zope-interface');
  expect(packageName('rust', 'serde_json = "1"')).toBe('serde-json');
  expect(packageName('go', 'github.com/a/b@v1.2.3')).toBe('github.com/a/b');
});

test('survives broken manifests of every kind', () => {
  for (const text of [
    '',
    '{',
    '[[[',
    '=',
    'a = [',
    '"\u0000',
    '\u{FEFF}{}',
    'require (',
    '[dependencies',
    "x = 'it's'",
  ]) {
    for (const ecosystem of ['npm', 'python', 'rust', 'go'] as const) {
      expect(() => dependencyNames(ecosystem, bytes(text))).not.toThrow();
    }
  }
});

test('compares a manifest that moved with what it was at its old place', async () => {
  const content = '{"dependencies":{"zod":"4"}}';
  const check = await checked({ 'package.json': content }, { 'app/package.json': content }, {});
  expect(check).toEqual({ claims: [], warnings: [] });
});
