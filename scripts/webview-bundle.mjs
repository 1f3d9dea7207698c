/** Builds what runs in webviews: a script and a style sheet for each folder that has a `main.tsx`, and the icons' font. */
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { build, transform } from 'esbuild';
import subsetFont from 'subset-font';
import { repositoryRoot } from './processes.mjs';

const CODICONS = dirname(createRequire(import.meta.url).resolve('@vscode/codicons/package.json'));

/** `codicons:used`: the font with the icons that are used, and a rule for each; the package's own has 649 of them. */
const usedCodicons = {
  name: 'used-codicons',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^codicons:used$/ }, ({ path }) => ({ path, namespace: 'codicons' }));
    onLoad({ filter: /.*/, namespace: 'codicons' }, async () => ({
      contents: await sheet(),
      loader: 'css',
      resolveDir: join(CODICONS, 'dist'),
    }));
    onLoad({ filter: /[/\\]codicon\.ttf$/ }, async ({ path }) => ({
      contents: await usedGlyphs(path),
      loader: 'file',
    }));
  },
};

async function usedGlyphs(path) {
  const text = String.fromCodePoint(...(await usedCodes()).map(([, code]) => code));
  return await subsetFont(await readFile(path), text, { targetFormat: 'truetype' });
}

async function usedIcons() {
  const source = await readFile(join(repositoryRoot, 'src', 'shared', 'webview', 'icons.ts'), 'utf8');
  const { code } = await transform(source, { loader: 'ts', format: 'esm' });
  const { ICONS } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return ICONS;
}

/** The icons with their places in the font. */
async function usedCodes() {
  const icons = await usedIcons();
  const mapping = JSON.parse(await readFile(join(CODICONS, 'src', 'template', 'mapping.json'), 'utf8'));
  const codes = new Map(
    Object.entries(mapping).flatMap(([code, names]) => names.map(name => [name, Number(code)])),
  );
  return icons.map(icon => {
    const code = codes.get(icon);
    if (code === undefined) throw new Error(`There is no codicon called "${icon}".`);
    return [icon, code];
  });
}

async function sheet() {
  const rules = (await usedCodes()).map(
    ([icon, code]) => `.codicon-${icon}::before{content:"\\${code.toString(16)}"}`,
  );
  return [
    '@font-face{font-family:codicon;font-display:block;src:url(./codicon.ttf) format("truetype")}',
    '.codicon{font:normal normal normal 16px/1 codicon;display:inline-block;text-align:center;-webkit-font-smoothing:antialiased}',
    ...rules,
  ].join('\n');
}

/** Builds into dist/webview. @returns what esbuild tells of each. */
export async function buildWebview({ isDevelopment = false } = {}) {
  const folders = globSync('webview-ui/*/main.tsx', { cwd: repositoryRoot }).map(dirname);
  return await Promise.all(folders.toSorted().map(folder => bundle(folder, isDevelopment)));
}

/** A module, because it may load parts of itself later, is no more than a script where it does not. */
async function bundle(folder, isDevelopment) {
  const name = basename(folder);
  return await build({
    format: 'esm',
    splitting: true,
    absWorkingDir: repositoryRoot,
    entryPoints: [
      { in: `${folder}/main.tsx`, out: name },
      { in: `${folder}/${name}.css`, out: name },
    ],
    chunkNames: `${name}-[name]`,
    outdir: 'dist/webview',
    bundle: true,
    platform: 'browser',
    // The engine of the oldest VS Code that we promise to run in.
    target: 'chrome138',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
    minify: !isDevelopment,
    sourcemap: isDevelopment ? 'linked' : false,
    legalComments: 'none',
    plugins: [usedCodicons],
    metafile: true,
    logLevel: 'warning',
  });
}
