import { expect, test } from 'vitest';
import { FakeSnapshots } from '../../../../test/support/fakeSnapshots';
import { StoppedClock } from '../../../../test/support/stoppedClock';
import { checkClaims } from './claims';
import { dependencyNames, ecosystemOf, lockEcosystemOf, packageName, USUAL_MANIFESTS } from './manifests';
import type { AgentClaims } from '../model/state';

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
    explained: new Set(),
  });
});

test('takes another version of a package for what was added', async () => {
  const check = await checked(
    { 'package.json': '{"dependencies":{"next-auth":"^4.24.0","zod":"4"}}' },
    { 'package.json': '{"dependencies":{"next-auth":"^5.0.0","zod":"4"}}' },
    { packagesAdded: ['next-auth@5', 'zod'] },
  );
  expect(check.claims).toEqual([
    { claim: 'packages_added: "next-auth@5"', fact: 'added in package.json, in another version' },
    { claim: 'packages_added: "zod"', fact: 'no manifest changed so' },
  ]);
  expect(check.warnings).toEqual(['"zod" is said to be added, but no manifest shows it.']);
});

test('shows the state of tests as what it is: a claim', async () => {
  expect((await checked({}, {}, { testsStatus: 'passed' })).claims).toEqual([
    { claim: 'tests_status: passed', fact: 'not checked: this is what the agent says' },
  ]);
});

test('says so where a manifest cannot be read', async () => {
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
    'pyproject.toml',
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
  expect([...(dependencyNames('Cargo.toml', bytes(cargo)) ?? [])].toSorted()).toEqual([
    'libc',
    'proptest',
    'serde',
    'serde-json',
    'tokio',
  ]);
  const go =
    'module example.com/x\ngo 1.24\nrequire golang.org/x/text v0.1.0\nrequire (\n\tgithub.com/a/b v1.2.3 // indirect\n)\nreplace x => y\n';
  expect([...(dependencyNames('go.mod', bytes(go)) ?? [])].toSorted()).toEqual([
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
    for (const path of [...USUAL_MANIFESTS, 'a.csproj']) {
      expect(() => dependencyNames(path, bytes(text)), path).not.toThrow();
    }
  }
});

test('compares a manifest that moved with what it was at its old place', async () => {
  const content = '{"dependencies":{"zod":"4"}}';
  const check = await checked({ 'package.json': content }, { 'app/package.json': content }, {});
  expect(check).toEqual({ claims: [], warnings: [], explained: new Set() });
});

test('reads what requirements files say: extras, markers, versions, hashes, addresses, editable ones, other files', () => {
  const names = dependencyNames(
    'requirements/dev.txt',
    bytes(`
# hidden==1
-r base.txt
--index-url https://example.com/simple
Flask[async]>=3,<4 ; python_version >= "3.9"  # web
zope.interface
requests == 2.32.3 \\
    --hash=sha256:abc
attrs @ https://example.com/attrs-25.1.tar.gz
-e git+https://example.com/a/tool.git#egg=My_Tool
-e ./local
https://example.com/wheels/numpy-2.1-cp312-none-any.whl
ruff~=0.6
`),
  );
  expect([...(names ?? [])].toSorted()).toEqual([
    'attrs',
    'flask',
    'my-tool',
    'numpy',
    'requests',
    'ruff',
    'zope-interface',
  ]);
});

test('knows manifests and their lock files by name', () => {
  const manifests = [
    'requirements.txt',
    'a/requirements-dev.txt',
    'dev_requirements.in',
    'constraints.txt',
    'Pipfile',
    'x.csproj',
  ];
  for (const path of manifests) expect(ecosystemOf(path), path).toBeDefined();
  for (const path of ['my.txt', 'docs/requirements.md', 'xrequirements.txt', 'package-lock.json'])
    expect(ecosystemOf(path), path).toBeUndefined();
  expect(lockEcosystemOf('a/pnpm-lock.yaml')).toBe('npm');
});

test('reads what a Pipfile, a Gemfile, a composer.json and a .NET project depend on', () => {
  const names = (path: string, text: string) => [...(dependencyNames(path, bytes(text)) ?? [])].toSorted();
  expect(
    names(
      'Pipfile',
      '[packages]\nflask = "*"\n[dev-packages]\nPytest = "*"\n[requires]\npython_version = "3"',
    ),
  ).toEqual(['flask', 'pytest']);
  expect(
    names('Gemfile', "source 'https://rubygems.org'\ngem 'rails', '~> 8' # web\n# gem 'no'\ngem(\"pg\")\n"),
  ).toEqual(['pg', 'rails']);
  expect(
    names('composer.json', '{"require":{"Monolog/monolog":"3"},"require-dev":{"phpunit/phpunit":"11"}}'),
  ).toEqual(['monolog/monolog', 'phpunit/phpunit']);
  const project =
    '<Project><ItemGroup><PackageReference Include="Serilog" Version="4" />\n<PackageReference Include="X"><PrivateAssets>all</PrivateAssets></PackageReference></ItemGroup></Project>';
  expect(names('src/App.csproj', project)).toEqual(['serilog', 'x']);
});

const LOCK = { 'package-lock.json': 'one' };

test.each([
  [
    'npm',
    'package.json',
    '{"scripts":{"a":"b"}}',
    '{"scripts":{"a":"b"},"dependencies":{"zod":"4"}}',
    'package-lock.json',
  ],
  ['a workspace', 'apps/a/package.json', '{}', '{"devDependencies":{"zod":"4"}}', 'package-lock.json'],
  [
    'another version',
    'package.json',
    '{"dependencies":{"zod":"3"}}',
    '{"dependencies":{"zod":"4"}}',
    'yarn.lock',
  ],
  ['pip', 'requirements.txt', 'flask==3\n', 'flask==3\nzod>=1 # new\n', undefined],
  [
    'poetry',
    'pyproject.toml',
    '[project]\nname = "x"\n',
    '[project]\nname = "x"\ndependencies = ["zod>=1"]\n',
    'poetry.lock',
  ],
  [
    'cargo',
    'Cargo.toml',
    '[package]\nname = "x"\n',
    '[package]\nname = "x"\n[dependencies]\nzod = "1"\n',
    'Cargo.lock',
  ],
  ['bundler', 'Gemfile', "source 'x'\n", "source 'x'\ngem 'zod'\n", 'Gemfile.lock'],
])(
  'explains by the named packages a manifest and its lock file: %s',
  async (_name, path, before, after, lock) => {
    const locks = lock === undefined ? [{}, {}] : [{ [lock]: '1' }, { [lock]: '2' }];
    const files = [
      { [path]: before, ...locks[0] },
      { [path]: after, ...locks[1] },
    ] as const;
    const { explained } = await checked(files[0], files[1], { packagesAdded: ['zod@4'] });
    expect(explained).toEqual(new Set(lock === undefined ? [path] : [path, lock]));
    expect((await checked(files[0], files[1], {})).explained, 'nothing was said').toEqual(new Set());
  },
);

test('explains what go get writes, with the lines that follow from it', async () => {
  const before = { 'go.mod': 'module x\ngo 1.24\n', 'go.sum': '' };
  const after = {
    'go.mod':
      'module x\ngo 1.24\nrequire (\n\tgithub.com/a/b v1.0.0\n\tgolang.org/x/y v0.1.0 // indirect\n)\n',
    'go.sum': 'x',
  };
  const { explained } = await checked(before, after, { packagesAdded: ['github.com/a/b'] });
  expect([...explained]).toEqual(['go.mod', 'go.sum']);
});

test.each([
  ['another edit in it', '{"scripts":{"test":"true"},"dependencies":{"zod":"4"}}'],
  ['a package that was not named', '{"dependencies":{"zod":"4","left-pad":"1"}}'],
  ['one that went without a word', '{"devDependencies":{"zod":"4"}}'],
])('does not explain a manifest with %s, nor the lock file beside it', async (_name, after) => {
  const before = '{"scripts":{"test":"vitest"},"dependencies":{"yup":"1"}}';
  const { explained } = await checked(
    { 'package.json': before, ...LOCK },
    { 'package.json': after, 'package-lock.json': 'two' },
    { packagesAdded: ['zod'] },
  );
  expect(explained).toEqual(new Set());
});

test('explains no lock file alone, none elsewhere, and no manifest that moved or went', async () => {
  const said = { packagesAdded: ['zod'], packagesRemoved: ['zod'] };
  expect((await checked(LOCK, { 'package-lock.json': 'two' }, said)).explained).toEqual(new Set());
  const away = await checked(
    { 'a/package.json': '{}', 'b/yarn.lock': '1', 'a/Cargo.lock': '1' },
    { 'a/package.json': '{"dependencies":{"zod":"4"}}', 'b/yarn.lock': '2', 'a/Cargo.lock': '2' },
    said,
  );
  expect(away.explained).toEqual(new Set(['a/package.json']));
  expect((await checked({ 'package.json': '{"dependencies":{"zod":"4"}}' }, {}, said)).explained).toEqual(
    new Set(),
  );
});

test('accuses nobody where no manifest for the package is there', async () => {
  const nothing = await checked({ 'a.py': '1' }, { 'a.py': '2' }, { packagesAdded: ['requests'] });
  expect(nothing.warnings).toEqual([]);
  expect(nothing.claims).toEqual([
    { claim: 'packages_added: "requests"', fact: 'could not be checked: no manifest for it was found' },
  ]);
  const other = { 'package.json': '{}' };
  const commands = ['cd app && python3 -m pip install "requests>=2"'];
  expect((await checked(other, other, { packagesAdded: ['requests'], commands })).warnings).toEqual([]);
  const system = { packagesAdded: ['jq'], commands: ['sudo apt-get install -y jq'] };
  expect((await checked(other, other, system)).warnings).toEqual([]);
  expect((await checked(other, other, { packagesAdded: ['left-pad'] })).warnings).toEqual([
    '"left-pad" is said to be added, but no manifest shows it.',
  ]);
});

test('reads a hostile .NET project in no time', () => {
  const text = '<PackageReference Include="x">'.repeat(30_000);
  expect(dependencyNames('a.csproj', bytes(text))?.size).toBe(0);
});
