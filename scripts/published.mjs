/** What the two packages say of themselves and hold, made of the checkout's manifest: what only a checkout needs is left out. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './processes.mjs';

/** Where SQLite does what the journal asks of it: `src/headless/options/nodeVersion.ts` says so at a start. */
const ENGINES = { node: '^22.16.0 || >=24.0.0' };

/** The manifest in the .vsix. `repository`: the address of the public repository, where it is known. */
export function extensionManifest(
  { scripts: _scripts, devDependencies: _tools, private: _isPrivate, bin: _bin, ...manifest },
  { repository },
) {
  return { ...manifest, ...addresses(repository) };
}

/** The manifest in the tarball for npm. `words` are those of `package.nls.json`. */
export function programManifest({ name, version, keywords, license, bin }, words, { repository }) {
  return {
    name,
    version,
    description: words.description,
    keywords,
    license,
    ...addresses(repository),
    bin,
    files: ['dist', 'data', 'docs', 'CHANGELOG.md'],
    engines: ENGINES,
  };
}

/** What the tarball holds, as paths in the checkout. The program has been built before. */
export function programFiles() {
  const pages = readdirSync(join(repositoryRoot, 'docs')).filter(name => name.endsWith('.md'));
  return [
    ...['README.md', 'CHANGELOG.md', 'LICENSE', 'dist/ThirdPartyNotices.txt'],
    ...programScripts(),
    ...readdirSync(join(repositoryRoot, 'data')).map(name => `data/${name}`),
    ...pages.map(name => `docs/${name}`),
  ];
}

/** What a terminal starts, and every file that one of these loads, sooner or later. */
function programScripts() {
  const found = new Set(['dist/headless.js']);
  for (const script of found) {
    const text = readFileSync(join(repositoryRoot, script), 'utf8');
    for (const [, name] of text.matchAll(/\brequire\(["']\.\/(\w+)\.js["']\)/g)) found.add(`dist/${name}.js`);
  }
  return [...found];
}

/** A README whose pictures for another theme are found in the repository: vsce makes addresses of all other links, and of none in a `<source>`. */
export function withPictures(readme, repository) {
  return readme.replaceAll(/srcset="(?=media\/)/g, `srcset="${repository}/raw/HEAD/`);
}

function addresses(repository) {
  if (repository === undefined) return {};
  const home = repository.replace(/\/$/, '').replace(/\.git$/, '');
  return {
    repository: { type: 'git', url: `${home}.git` },
    homepage: `${home}#readme`,
    bugs: { url: `${home}/issues` },
  };
}
