/** Bundles the tests of one suite, and the extension that supports them, for VS Code's extension host. */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { build } from 'esbuild';
import { repositoryRoot } from '../../scripts/processes.mjs';

const OUTPUT = join(repositoryRoot, 'dist', 'test');
const OPTIONS = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  sourcemap: 'inline',
  logLevel: 'warning',
  // Mocha looks for files of its own, so it stays where npm put it.
  external: ['vscode', 'mocha'],
};

/**
 * One module whose run() plays all test files: one bundle, so that they share their support code.
 * @returns the module's path.
 */
export async function bundleSuite(name, testFiles) {
  const bundle = join(OUTPUT, `${name}.bundle.cjs`);
  const files = testFiles.map(path => `${importable(path)}: () => import(${importable(path)}),`);
  await build({
    ...OPTIONS,
    stdin: {
      resolveDir: repositoryRoot,
      sourcefile: `${name}.js`,
      contents: `
        import { runMocha } from './test/host/mochaInHost';
        export const run = () => runMocha({ ${files.join('\n')} });`,
    },
    inject: [join(repositoryRoot, 'test', 'host', 'say.ts')],
    outfile: bundle,
  });
  // Node keeps the source maps (stackTrace.ts) of modules that are loaded after it was told to.
  const entry = join(OUTPUT, `${name}.cjs`);
  writeFileSync(
    entry,
    `process.setSourceMapsEnabled(true);\nmodule.exports = require('./${name}.bundle.cjs');\n`,
  );
  return entry;
}

let support;

/** The extension with the scripted model, ready to run, made once: suites run side by side. @returns its folder. */
export function supportExtension() {
  support ??= bundleSupportExtension();
  return support;
}

async function bundleSupportExtension() {
  const source = join(repositoryRoot, 'test', 'support', 'scripted-model-extension');
  const folder = join(OUTPUT, 'scripted-model-extension');
  rmSync(folder, { recursive: true, force: true });
  await build({
    ...OPTIONS,
    entryPoints: [join(source, 'extension.ts')],
    outfile: join(folder, 'extension.js'),
  });
  cpSync(join(source, 'package.json'), join(folder, 'package.json'));
  return folder;
}

/** A file as a string literal that a module in the repository's root can import. */
function importable(path) {
  return JSON.stringify(`./${relative(repositoryRoot, resolve(path)).split(sep).join('/')}`);
}
