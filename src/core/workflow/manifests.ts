import { isRecord } from '../support/json';
import { tomlDependencies } from './tomlDependencies';

/** Which language's packages a manifest names. */
export type Ecosystem = 'npm' | 'python' | 'rust' | 'go';

const MANIFESTS: ReadonlyMap<string, Ecosystem> = new Map([
  ['package.json', 'npm'],
  ['pyproject.toml', 'python'],
  ['Cargo.toml', 'rust'],
  ['go.mod', 'go'],
]);

const NPM_SECTIONS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/** Whose manifest a file is, by its name; undefined for other files. */
export function ecosystemOf(path: string): Ecosystem | undefined {
  return MANIFESTS.get(path.slice(path.lastIndexOf('/') + 1));
}

/** The packages a manifest depends on, as far as it can be read; undefined where it can't. */
export function dependencyNames(ecosystem: Ecosystem, content: Uint8Array): ReadonlySet<string> | undefined {
  const text = asText(content);
  switch (ecosystem) {
    case 'npm':
      return npmNames(text);
    case 'python':
    case 'rust':
      return new Set(tomlDependencies(ecosystem, text).map(name => packageName(ecosystem, name)));
    case 'go':
      return new Set(goNames(text));
  }
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
  }
}

function npmNames(text: string): ReadonlySet<string> | undefined {
  const manifest = parsed(text);
  if (!isRecord(manifest)) return undefined;
  const sections = NPM_SECTIONS.map(section => manifest[section]).filter(isRecord);
  return new Set(sections.flatMap(section => Object.keys(section)).map(name => packageName('npm', name)));
}

function goNames(text: string): readonly string[] {
  const names: string[] = [];
  let inBlock = false;
  for (const line of text.split('\n')) {
    const words = (line.split('//')[0] ?? '').trim().split(/\s+/);
    if (words[0] === 'require' && words[1] === '(') inBlock = true;
    else if (words[0] === ')') inBlock = false;
    else if (words[0] === 'require' && words[1] !== undefined) names.push(words[1]);
    else if (inBlock && words[0] !== undefined && words[0] !== '') names.push(words[0]);
  }
  return names.map(name => name.replaceAll('"', ''));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // A manifest in the middle of an edit: the caller says that it could not be read.
  }
}

/** Names of packages are ASCII in all four formats, so that one byte is one character of interest. */
function asText(content: Uint8Array): string {
  const hasMark = content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf;
  const parts: string[] = [];
  for (let i = hasMark ? 3 : 0; i < content.length; i += 8_192) {
    parts.push(String.fromCharCode(...content.subarray(i, i + 8_192)));
  }
  return parts.join('');
}
