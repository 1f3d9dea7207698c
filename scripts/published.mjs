/** What the two packages say of themselves and hold, made of the checkout's manifest: what only a checkout needs is left out. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './processes.mjs';

/** Files of `dist` that no editor needs to run. */
const PROGRAM = ['headless', 'shared', 'runtime', 'children', 'planXml', 'restores', 'rounds', 'telemetry'];
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

/** What the tarball holds, as paths in the checkout. */
export function programFiles() {
  const pages = readdirSync(join(repositoryRoot, 'docs')).filter(name => name.endsWith('.md'));
  return [
    ...['README.md', 'CHANGELOG.md', 'LICENSE', 'dist/ThirdPartyNotices.txt'],
    ...PROGRAM.map(name => `dist/${name}.js`),
    ...readdirSync(join(repositoryRoot, 'data')).map(name => `data/${name}`),
    ...pages.map(name => `docs/${name}`),
  ];
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
