import type { CatalogEntry } from '../../catalog/entry/entry';
import { runnerOf } from '../../catalog/launch/packageRunner';

/** Until a server has answered `initialize`. */
const START_MS = 15_000;

/** The same where a package runner may download first: 22 s to over 60 s were reported. */
const PACKAGE_RUNNER_START_MS = 120_000;

const PACKAGE_RUNNERS = new Set([
  'npx',
  'npm',
  'pnpm',
  'pnpx',
  'yarn',
  'bunx',
  'bun',
  'uvx',
  'uv',
  'pipx',
  'docker',
  'podman',
  'dnx',
]);

/** Whether the server's command may have to download it first. */
export function isPackageRunner({ launch }: Pick<CatalogEntry, 'launch'>): boolean {
  if (launch.type !== 'stdio') return false;
  const program = launch.command.replace(/^.*[\\/]/, '').replace(/\.(cmd|exe|bat)$/i, '');
  return PACKAGE_RUNNERS.has(program.toLowerCase()) || runnerOf(launch) !== undefined;
}

/** How long a server may take to come up, in milliseconds. */
export function startDeadlineMs(entry: CatalogEntry): number {
  return entry.startTimeoutMs ?? (isPackageRunner(entry) ? PACKAGE_RUNNER_START_MS : START_MS);
}
