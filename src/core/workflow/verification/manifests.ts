import type { Ecosystem, Manifest } from './manifest';
import { canonicalJson, isRecord } from '../../support/json';
import { gemDependencies, goDependencies, projectDependencies } from './lineManifests';
import { requirements } from './requirements';
import { tomlManifest } from './tomlDependencies';

/** How a manifest is read; undefined where it can't be. */
type Reader = (text: string) => Manifest | undefined;

interface Kind {
  readonly ecosystem: Ecosystem;
  readonly read: Reader;
}

const NPM_SECTIONS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
const PHP_SECTIONS = ['require', 'require-dev'];

const NPM: Kind = { ecosystem: 'npm', read: text => jsonManifest(text, NPM_SECTIONS) };
const PYPROJECT: Kind = { ecosystem: 'python', read: text => tomlManifest('python', text) };
const RUST: Kind = { ecosystem: 'rust', read: text => tomlManifest('rust', text) };
const GO: Kind = { ecosystem: 'go', read: goDependencies };
const REQUIREMENTS: Kind = { ecosystem: 'python', read: requirements };
const PROJECT: Kind = { ecosystem: 'dotnet', read: projectDependencies };

const MANIFESTS: ReadonlyMap<string, Kind> = new Map([
  ['package.json', NPM],
  ['pyproject.toml', PYPROJECT],
  ['Pipfile', PYPROJECT],
  ['requirements.txt', REQUIREMENTS],
  ['Cargo.toml', RUST],
  ['go.mod', GO],
  ['Gemfile', { ecosystem: 'ruby', read: gemDependencies }],
  ['composer.json', { ecosystem: 'php', read: text => jsonManifest(text, PHP_SECTIONS) }],
  ['Directory.Packages.props', PROJECT],
]);

/** `requirements-dev.txt`, `dev-requirements.txt`, `constraints.txt`, `requirements/dev.txt`. */
const REQUIREMENTS_PATH =
  /(?:^|\/)(?:(?:[\w.-]*[-_.])?(?:requirements|constraints)(?:[-_.][\w.-]*)?\.(?:txt|in)|(?:requirements|constraints)\/[^/]+\.(?:txt|in))$/;

const LOCKS: ReadonlyMap<string, Ecosystem> = new Map([
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
  ['yarn.lock', 'npm'],
  ['pnpm-lock.yaml', 'npm'],
  ['bun.lock', 'npm'],
  ['bun.lockb', 'npm'],
  ['poetry.lock', 'python'],
  ['uv.lock', 'python'],
  ['pdm.lock', 'python'],
  ['Pipfile.lock', 'python'],
  ['Cargo.lock', 'rust'],
  ['go.sum', 'go'],
  ['Gemfile.lock', 'ruby'],
  ['composer.lock', 'php'],
  ['packages.lock.json', 'dotnet'],
]);

/** Names under which a manifest is looked for at the top of a workspace, where none was changed. */
export const USUAL_MANIFESTS: readonly string[] = [...MANIFESTS.keys()];

/** Whose manifest a file is, by its name; undefined for other files. */
export function ecosystemOf(path: string): Ecosystem | undefined {
  return kindOf(path)?.ecosystem;
}

/** Whose lock file a file is, by its name; undefined for other files. */
export function lockEcosystemOf(path: string): Ecosystem | undefined {
  return LOCKS.get(baseName(path));
}

/** A manifest's content, by the name of its file; undefined where it can't be read. */
export function readManifest(path: string, content: Uint8Array): Manifest | undefined {
  return kindOf(path)?.read(asText(content));
}

/** The manifest of a file that is not there. */
export function noManifest(path: string): Manifest {
  return readManifest(path, new Uint8Array()) ?? { dependencies: [], rest: canonicalJson({}) };
}

/** The packages a manifest depends on, in the form of `packageName`. */
export function dependencyNames(path: string, content: Uint8Array): ReadonlySet<string> | undefined {
  const ecosystem = ecosystemOf(path);
  const manifest = readManifest(path, content);
  if (ecosystem === undefined || manifest === undefined) return undefined;
  return new Set(manifest.dependencies.map(([name]) => packageName(ecosystem, name)));
}

/** A package as agents write it (`zod@4`, `Flask[async]>=3`), in the manifest's form. */
export function packageName(ecosystem: Ecosystem, written: string): string {
  const text = written.trim();
  switch (ecosystem) {
    case 'npm':
      return text.replace(/(?<=.)@.*$/, '').toLowerCase();
    case 'python':
      // PEP 503: case and the kind of separator do not matter.
      return (/^[\w.-]+/.exec(text)?.[0] ?? text).toLowerCase().replaceAll(/[-_.]+/g, '-');
    case 'rust':
      return (/^[\w-]+/.exec(text)?.[0] ?? text).replaceAll('_', '-');
    case 'go':
      return text.split(/[@\s]/)[0] ?? text;
    case 'ruby':
      return /^[\w.-]+/.exec(text)?.[0] ?? text;
    case 'php':
      return (/^[\w./-]+/.exec(text)?.[0] ?? text).toLowerCase();
    case 'dotnet':
      return (/^[\w.-]+/.exec(text)?.[0] ?? text).toLowerCase();
  }
}

function kindOf(path: string): Kind | undefined {
  const name = baseName(path);
  if (/\.(?:cs|fs|vb)proj$/.test(name)) return PROJECT;
  return MANIFESTS.get(name) ?? (REQUIREMENTS_PATH.test(path) ? REQUIREMENTS : undefined);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function jsonManifest(text: string, names: readonly string[]): Manifest | undefined {
  const manifest = parsed(text);
  if (!isRecord(manifest)) return undefined;
  const sections = names.map(name => [name, manifest[name]] as const);
  const dependencies = sections.flatMap(([section, listed]) =>
    isRecord(listed)
      ? Object.entries(listed).map(
          ([name, version]) => [name, `${section} ${canonicalJson(version)}`] as const,
        )
      : [],
  );
  // A section that is no list of packages counts as the rest.
  const isSection = (name: string) => names.includes(name) && isRecord(manifest[name]);
  const rest = Object.fromEntries(Object.entries(manifest).filter(([name]) => !isSection(name)));
  return { dependencies, rest: canonicalJson(rest) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // A manifest in the middle of an edit: the caller says that it could not be read.
  }
}

/** Names of packages are ASCII in all formats, so that one byte is one character of interest. */
function asText(content: Uint8Array): string {
  const hasMark = content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf;
  const parts: string[] = [];
  for (let i = hasMark ? 3 : 0; i < content.length; i += 8_192) {
    parts.push(String.fromCharCode(...content.subarray(i, i + 8_192)));
  }
  return parts.join('');
}
