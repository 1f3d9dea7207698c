/** Packages of the registry, by npm's ordinary client: what is there now, and an installation that runs no install script. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const isWindows = process.platform === 'win32';
/** Time for one package with all that it depends on, in milliseconds. */
const INSTALL_MS = 300_000;

/** The package that a row, or what it names as its alternative, would have npx start; undefined where it is not npx. */
export function npxLaunch({ command, args = [] }) {
  if (command !== 'npx') return undefined;
  const [spec, ...rest] = args.filter((arg, at) => !(arg === '-y' && at === 0));
  const at = spec.lastIndexOf('@');
  const [name, version] = at > 0 ? [spec.slice(0, at), spec.slice(at + 1)] : [spec];
  return { name, version, spec, args: rest };
}

/** What npm tells of the version that the spec stands for. @throws {Error} when it is not there */
export async function npmFacts(spec) {
  const fields = ['name', 'version', 'deprecated', '_npmUser', 'maintainers', 'author', 'repository'];
  const told = JSON.parse(await npm(['view', spec, ...fields, '--json']));
  const facts = Array.isArray(told) ? told.at(-1) : told;
  const publisher = [facts._npmUser, facts.maintainers?.[0], facts.author].map(personName).find(Boolean);
  const repository = repositoryUrl(facts.repository?.url ?? facts.repository);
  return {
    name: facts.name,
    version: facts.version,
    // The account that put it there; where the registry does not tell it, who it says its author is.
    ...(publisher === undefined ? {} : { publisher }),
    ...(repository === undefined ? {} : { repository }),
    ...(typeof facts.deprecated === 'string' ? { deprecated: facts.deprecated } : {}),
  };
}

/** A person without address: `Name <address> (url)` or `{ name }`. */
function personName(person) {
  const name = typeof person === 'string' ? person : person?.name;
  const plain = name?.replace(/\s*[<(].*$/, '').trim();
  return plain?.includes('@', 1) && !plain.includes(' ') ? undefined : plain; // Nothing but an address.
}

/** `git+https://github.com/a/b.git`, `github:a/b`, `a/b` as an address. */
function repositoryUrl(text) {
  if (typeof text !== 'string') return undefined;
  const path =
    /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(text)?.[1] ?? /github\.com[/:]([\w.-]+\/[\w.-]+)/.exec(text)?.[1];
  return path === undefined ? undefined : `https://github.com/${path.replace(/\.git$/, '')}`;
}

/** Installs exactly this version into a folder of its own. @returns the file that npx would start, and the README */
export async function install({ name, version }, folder) {
  mkdirSync(folder, { recursive: true });
  const options = [
    '--prefix',
    folder,
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--silent',
  ];
  await npm(['install', ...options, `${name}@${version}`], folder);
  const root = join(folder, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const bins = typeof bin === 'string' ? { [name]: bin } : (bin ?? {});
  const own = Object.keys(bins).length === 1 ? Object.values(bins)[0] : bins[name.split('/').at(-1)];
  if (own === undefined) throw new Error('it has no program of its own name');
  return { program: join(root, own), readme: readmeOf(root) };
}

function readmeOf(root) {
  const file = readdirSync(root).find(name => /^readme(?:\.md)?$/i.test(name));
  return file === undefined ? '' : readFileSync(join(root, file), 'utf8');
}

async function npm(args, cwd) {
  try {
    const options = { cwd, timeout: INSTALL_MS, maxBuffer: 16_777_216, shell: isWindows };
    return (await run('npm', args, options)).stdout;
  } catch (error) {
    throw new Error(npmReason(error), { cause: error });
  }
}

/** The reason in a few words: npm's own text names folders and addresses of this machine. */
function npmReason({ stdout = '', stderr = '', killed }) {
  if (killed) return 'npm took too long';
  const code = /\b(E404|ETARGET|EBADENGINE|ENOVERSIONS|E[A-Z]{3,})\b/.exec(`${stdout}${stderr}`)?.[1];
  return code === 'E404' ? 'not on npm' : `npm failed (${code ?? 'no code'})`;
}
