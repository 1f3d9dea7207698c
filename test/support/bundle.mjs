import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');

/** Starts the script again with the Node that the repository brings, where the machine's own is older. */
export function needNode24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return;
  const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  process.exit(spawnSync(node, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1);
}

/** Bundles TypeScript files of this repository for Node; returns the paths of the results. */
export async function build(...entries) {
  const { build: bundle } = await import('esbuild');
  const outdir = join(root, 'dist', 'test');
  await bundle({
    entryPoints: entries.map(entry => join(root, entry)),
    outdir,
    outbase: join(root, 'test'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Packages in CommonJS ask for Node's modules with `require`, which a module has not by itself.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    logLevel: 'warning',
  });
  return entries.map(entry => join(outdir, entry.replace(/^test\//, '').replace(/\.ts$/, '.mjs')));
}
