/**
 * `npm run package`: makes what is published, the extension (`switchyard-V.vsix`) and the headless program for npm (`switchyard-V.tgz`),
 * with their checksums. The same sources give the same bytes, on any machine: see `stage` for what would differ.
 *
 *   npm run package -- [--out FOLDER] [--repository URL] [--built]
 *
 * `--repository` is the address of the public repository on GitHub, which the manifests name then; the checkout doesn't know it. `--built` takes
 * `dist` as it is.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { extensionManifest, programFiles, programManifest, withPictures } from './published.mjs';
import { repositoryNode, repositoryRoot } from './processes.mjs';

/** What a file was changed at, wherever it is packed: npm says the same of every file of every package. */
const EPOCH_SECONDS = Date.UTC(1985, 9, 26, 8, 15) / 1000;
/** Zips hold local times, and names are sorted as a language does. */
const SAME_EVERYWHERE = { TZ: 'UTC', LC_ALL: 'C', SOURCE_DATE_EPOCH: String(EPOCH_SECONDS) };
const VSCE = join(repositoryRoot, 'node_modules', '@vscode', 'vsce', 'vsce');
/** A download that nobody has to think about. */
const MAX_VSIX_BYTES = 2.5 * 1024 * 1024;
/** vsce knows where the files of such a repository are shown. */
const REPOSITORY = /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/;
const PROGRAMS = /^dist\/headless\.js$/;

function main() {
  const { values } = parseArgs({
    options: { out: { type: 'string' }, repository: { type: 'string' }, built: { type: 'boolean' } },
  });
  if (values.repository !== undefined && !REPOSITORY.test(values.repository))
    throw new Error('--repository takes an address such as https://github.com/OWNER/NAME.');
  const out = resolve(values.out ?? repositoryRoot);
  mkdirSync(out, { recursive: true });
  if (!values.built) run(repositoryNode, [join(repositoryRoot, 'esbuild.mjs')], repositoryRoot);
  const manifest = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));
  const words = JSON.parse(readFileSync(join(repositoryRoot, 'package.nls.json'), 'utf8'));

  const names = [`switchyard-${manifest.version}.vsix`, `switchyard-${manifest.version}.tgz`];
  const [vsix, tarball] = names.map(name => join(out, name));
  staged(extensionFiles(), extensionManifest(manifest, values), folder =>
    packExtension(folder, vsix, values),
  );
  staged(programFiles(), programManifest(manifest, words, values), folder => packProgram(folder, tarball));

  const sums = names.map(name => `${sha256(join(out, name))}  ${name}\n`);
  writeFileSync(join(out, `switchyard-${manifest.version}.sha256`), sums.join(''));
  console.log(sums.join('').trimEnd());
  const { size } = statSync(vsix);
  if (size > MAX_VSIX_BYTES) throw new Error(`The .vsix has ${size} of at most ${MAX_VSIX_BYTES} bytes.`);
}

/** Files that `.vscodeignore` lets through. */
function extensionFiles() {
  return run(repositoryNode, [VSCE, 'ls', '--no-dependencies'], repositoryRoot)
    .split('\n')
    .filter(line => line !== '')
    .toSorted();
}

/** The link targets of README become addresses where the repository has one; else they stay as they are, and lead into the package. */
function packExtension(folder, file, { repository }) {
  if (repository !== undefined) {
    const readme = join(folder, 'README.md');
    writeFileSync(readme, withPictures(readFileSync(readme, 'utf8'), repository));
  }
  const links = repository === undefined ? ['--no-rewrite-relative-links', '--allow-missing-repository'] : [];
  run(repositoryNode, [VSCE, 'package', '--no-dependencies', ...links, '--out', file], folder);
}

function packProgram(folder, file) {
  const into = mkdtempSync(join(tmpdir(), 'switchyard-npm-'));
  try {
    run('npm', ['pack', '--ignore-scripts', '--pack-destination', into], folder);
    const [packed] = readdirSync(into);
    copyFileSync(join(into, packed), file);
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}

/** Copies files into an empty folder, with rights that no checkout's mask has changed, and gives it to `pack`. */
function staged(files, manifest, pack) {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-package-'));
  try {
    for (const file of files.filter(name => name !== 'package.json')) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      putPacked(join(repositoryRoot, file), join(folder, file));
      chmodSync(join(folder, file), PROGRAMS.test(file) ? 0o755 : 0o644);
    }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    chmodSync(join(folder, 'package.json'), 0o644);
    pack(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies a file; data without the spaces that people read it by, which a download need not have. */
function putPacked(from, to) {
  if (from.endsWith('.json')) writeFileSync(to, JSON.stringify(JSON.parse(readFileSync(from, 'utf8'))));
  else copyFileSync(from, to);
}

/** Runs a program to its end. @returns what it printed @throws {Error} with what it said where it fails */
function run(command, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...SAME_EVERYWHERE },
    // npm is a .cmd file on Windows, which only a shell can start.
    shell: process.platform === 'win32' && command === 'npm',
  });
  if (status === 0) return stdout;
  throw new Error(
    `${basename(command)} ${args.join(' ')} failed.\n${error?.message ?? `${stdout}${stderr}`}`,
  );
}

function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

try {
  main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
