import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly keywords: readonly string[];
  readonly categories: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
}

interface Published {
  withPictures(readme: string, repository: string): string;
  extensionManifest(
    manifest: Manifest,
    options: { readonly repository?: string },
  ): Readonly<Record<string, unknown>>;
  programManifest(
    manifest: Manifest,
    words: Readonly<Record<string, string>>,
    options: { readonly repository?: string },
  ): Readonly<Record<string, unknown>>;
}

const manifest = JSON.parse(read('package.json')) as Manifest;
const words = JSON.parse(read('package.nls.json')) as Record<string, string>;
const published = (await import(join(ROOT, 'scripts/published.mjs'))) as Published;

/** Categories that the Marketplace knows, of those that could be meant. */
const CATEGORIES = ['AI', 'Chat', 'Other', 'Testing', 'Visualization', 'SCM Providers'];

test('says what both marketplaces ask for, and no address that nobody has given', () => {
  const shown = published.extensionManifest(manifest, {});
  expect(shown).toMatchObject({
    name: 'switchyard',
    publisher: 'switchyard',
    license: 'MIT',
    icon: 'media/switchyard.png',
    galleryBanner: { theme: 'dark' },
    pricing: 'Free',
    qna: 'marketplace',
  });
  expect(manifest.categories.filter(category => !CATEGORIES.includes(category))).toEqual([]);
  // Open VSX and the Marketplace refuse more.
  expect(manifest.keywords.length).toBeLessThanOrEqual(30);
  // The Marketplace takes square pictures of at least 128 pixels. A PNG says its size here.
  const icon = readFileSync(join(ROOT, 'media/switchyard.png'));
  expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([256, 256]);
  for (const made of [shown, published.programManifest(manifest, words, {})]) {
    for (const key of ['repository', 'homepage', 'bugs', 'scripts', 'devDependencies', 'private'])
      expect(made).not.toHaveProperty(key);
  }
});

test('names the repository that it is told of, in both packages', () => {
  const repository = 'https://git.example/ann/switchyard/';
  const addresses = {
    repository: { type: 'git', url: 'https://git.example/ann/switchyard.git' },
    homepage: 'https://git.example/ann/switchyard#readme',
    bugs: { url: 'https://git.example/ann/switchyard/issues' },
  };
  expect(published.extensionManifest(manifest, { repository })).toMatchObject(addresses);
  expect(published.programManifest(manifest, words, { repository })).toMatchObject(addresses);
});

test('pictures of the README for dark themes have addresses too, once the repository has one; no other address is taken', () => {
  const readme = published.withPictures(read('README.md'), 'https://github.com/OWNER/NAME');
  const pictures = [...readme.matchAll(/srcset="([^"]*)"/g)].map(([, picture]) => picture);
  expect(pictures.length).toBeGreaterThan(1);
  for (const picture of pictures)
    expect(picture).toMatch(/^https:\/\/github\.com\/OWNER\/NAME\/raw\/HEAD\/media\/readme\/.*\.webp$/);
  const args = [join(ROOT, 'scripts/package.mjs'), '--built', '--repository', 'https://git.example/ann/x'];
  expect(spawnSync(process.execPath, args, { encoding: 'utf8' }).stderr).toBe(
    '--repository takes an address such as https://github.com/OWNER/NAME.\n',
  );
});

test('the changelog has this version on top, or what comes with the next one', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => String(heading));
  const versions = headings.filter(heading => heading !== '[Unreleased]');
  expect(headings[0]).toMatch(/^\[(?:Unreleased|\d+\.\d+\.\d+)\]/);
  for (const heading of versions) expect(heading).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/);
  if (headings[0] !== '[Unreleased]') expect(headings[0]).toContain(`[${manifest.version}]`);
});

test('the extension holds nothing that only a checkout needs', () => {
  const vsce = join(ROOT, 'node_modules/@vscode/vsce/vsce');
  const files = execFileSync(process.execPath, [vsce, 'ls', '--no-dependencies'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const folders = new Set(
    files
      .split('\n')
      .filter(file => file.includes('/'))
      .map(file => file.replace(/\/.*/, '')),
  );
  expect([...folders].toSorted()).toEqual(['chat', 'data', 'dist', 'docs', 'l10n', 'media']);
  expect(files).not.toMatch(/^(?:dist\/test|docs\/dev|dist\/meta)/m);
});

test('the workflows run only scripts that exist, everything on three systems, and may not write but for a release', () => {
  const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT });
  expect(workflows.length).toBe(2);
  const texts = workflows.map(read);
  for (const [, script = ''] of texts.join('\n').matchAll(/npm run ([\w:]+)/g))
    expect(manifest.scripts).toHaveProperty([script]);
  expect(read('.github/workflows/test.yml')).toMatch(
    /os: \[ubuntu-latest, macos-latest, windows-latest\]\n(?:.*\n)*? +- run: npm test\n/,
  );
  for (const text of texts) expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
  expect(read('.github/workflows/test.yml')).not.toMatch(/: write$/m);
});
