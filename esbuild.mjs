// Builds what is shipped: the extension and the headless program. `--minify` for a release, `--metafile` to see what is in it.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { thirdPartyNotices } from './scripts/third-party-notices.mjs';
import { buildProgram } from './scripts/program-bundle.mjs';
import { buildWebview } from './scripts/webview-bundle.mjs';

const { version } = JSON.parse(await readFile(new URL('package.json', import.meta.url), 'utf8'));
const isDevelopment = process.argv.includes('--development');

/** zod brings error messages in 50 languages, a quarter of the bundle, and a reader of JSON schemas; nothing here asks for them. */
const withoutUnusedZod = {
  name: 'without-unused-zod',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: 'export {};' }));
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]classic[\\/]from-json-schema\.js$/ }, () => ({
      contents: 'export const fromJSONSchema = undefined;',
    }));
  },
};

/** The SDK's own check of schemas makes code of them; ours is in jsonSchemaCheck.ts, and what the SDK checks itself is checked by the same library. */
const withoutGeneratedCode = {
  name: 'without-generated-code',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]sdk[\\/].*validation[\\/]ajv-provider\.js$/ }, ({ path }) => ({
      resolveDir: dirname(path),
      contents:
        "export { CfWorkerJsonSchemaValidator as AjvJsonSchemaValidator } from './cfworker-provider.js';",
    }));
  },
};

/** What simple-git notes of each command where DEBUG asks for it: nobody reads it here, and it could quote what is no log's business. */
const withoutDebugNotes = {
  name: 'without-debug-notes',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/]debug[\\/]src[\\/](index|browser)\.js$/ }, () => ({
      contents: `const silent = Object.assign(() => {}, { enabled: false, extend: () => silent });
        module.exports = Object.assign(() => silent, { formatters: {} });`,
    }));
  },
};

const webviews = await buildWebview({ isDevelopment });
const program = await buildProgram({
  absWorkingDir: import.meta.dirname,
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  // jsonc-parser's main is UMD, whose requires a bundler can't follow; its module entry is fine.
  mainFields: ['module', 'main'],
  // The same code in one file: its main is a file of CommonJS for each class, with what each needs to load the others.
  alias: { '@rgrove/parse-xml': '@rgrove/parse-xml/dist/browser.js' },
  minify: !isDevelopment,
  // Names of functions would cost 5 % of the bundle. Methods keep theirs, so a trace still says where it went; a build of the
  // same version with --development has the rest.
  keepNames: isDevelopment,
  sourcemap: isDevelopment ? 'linked' : false,
  legalComments: 'none',
  define: { SWITCHYARD_VERSION: JSON.stringify(version) },
  plugins: [withoutUnusedZod, withoutGeneratedCode, withoutDebugNotes],
  logLevel: 'warning',
});

const metafiles = [...program, ...webviews].map(({ metafile }) => metafile);
await writeFile('dist/ThirdPartyNotices.txt', await thirdPartyNotices(metafiles));
if (process.argv.includes('--metafile'))
  await writeFile('dist/meta.json', JSON.stringify(program.map(({ metafile }) => metafile)));
for (const [file, { bytes }] of metafiles.flatMap(({ outputs }) => Object.entries(outputs))) {
  if (file.endsWith('.js')) console.log(`${file} ${Math.ceil(bytes / 1024)} KiB`);
}
