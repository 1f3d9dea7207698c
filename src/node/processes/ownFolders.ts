import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '../../core/support/refusal';
import type { ServerId } from '../../shared/ids';
import { isInside } from '../machine/insideFolder';
import { makeFolders } from '../machine/madeFolder';

/** Our own settings: with these beside them, package runners look for none of a project further up. */
const OWN_FILES: ReadonlyMap<string, string> = new Map([
  ['package.json', '{ "private": true }\n'],
  ['.npmrc', ''],
  ['pnpm-workspace.yaml', 'packages: []\n'],
  ['bunfig.toml', ''],
  ['uv.toml', ''],
]);

/** What package runners would take over, were it there: an earlier start must not decide what the next one runs. */
const TAKEN_OVER = [
  'node_modules',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  '.pnpmfile.cjs',
  '.pnpmfile.mjs',
  '.yarnrc',
  '.yarnrc.yml',
  '.yarn',
  '.pnp.cjs',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
  'pyproject.toml',
  'uv.lock',
  '.venv',
  '.python-version',
  '.python-versions',
  '__pypackages__',
];

/** The folders that servers are started in apart from the workspace: one for each, for its owner alone. */
export class OwnFolders {
  readonly #root: string;

  /** Below the state folder; where the workspace holds that, below the user's home, which it may hold as well. */
  constructor(stateFolder: string, workspaceFolder: string | undefined, home = homedir()) {
    const below = join(stateFolder, 'launches');
    const isApart = workspaceFolder === undefined || !isInside(below, workspaceFolder);
    const name = createHash('sha256').update(stateFolder).digest('hex').slice(0, 12);
    this.#root = isApart ? below : join(home, '.switchyard', 'launches', name);
  }

  /**
   * The server's folder, with our own settings in it and no others. What the server itself left there stays.
   * @throws {Refusal} own-folder-unsafe when something else stands in its place
   */
  open(server: ServerId): string {
    const folder = join(this.#root, server);
    for (const place of [this.#root, folder]) requireOwn(place, server);
    for (const name of TAKEN_OVER) rmSync(join(folder, name), { recursive: true, force: true });
    for (const [name, text] of OWN_FILES) writeOwn(join(folder, name), text);
    return folder;
  }
}

/** Makes the folder where it is not there, and takes no link to another for it. */
function requireOwn(folder: string, server: ServerId): void {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) makeFolders(folder);
  const found = lstatSync(folder);
  const isOurs = found.isDirectory() && (process.getuid === undefined || found.uid === process.getuid());
  if (!isOurs) {
    throw new Refusal(
      'own-folder-unsafe',
      `"${server}" was not started: "${folder}", where it would be started, is not a folder of this user. Remove it, then try again.`,
      { server },
    );
  }
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

/** Leaves a file alone that is right: another process of the same server may be reading it. */
function writeOwn(path: string, text: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile() && readFileSync(path, 'utf8') === text) return;
  rmSync(path, { recursive: true, force: true });
  writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
}
