import { access, constants, lstat, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Refusal } from '../../core/support/refusal';
import { guardedFolder } from './folderGuard';
import type { GitPlumbing } from './gitPlumbing';
import { ManifestRecorder } from './manifestRecorder';
import { placeKey, PrivateRepository } from './privateRepository';
import { findRepository, type Repository } from './repository';
import type { ManifestRoot, NoRoot, Root } from './root';
import { TreeRecorder, UNTRACKED_LIMIT } from './treeRecorder';

/** Files of a folder without git that one snapshot takes up: nobody told us what to leave out (snapshots.md section 4). */
const SHADOW_LIMIT = 20_000;

/** Opens the roots of a workspace and keeps them open while their repository stays the same. */
export class WorkspaceRoots {
  readonly #workspaceFolder: string;
  readonly #git: GitPlumbing | undefined;
  readonly #storageFolder: string;
  readonly #open = new Map<string, { readonly stamp: string; readonly root: Root }>();

  constructor(workspaceFolder: string, git: GitPlumbing | undefined, storageFolder: string) {
    this.#workspaceFolder = workspaceFolder;
    this.#git = git;
    this.#storageFolder = storageFolder;
  }

  /** The root that holds the workspace folder. */
  async first(signal: AbortSignal): Promise<Root> {
    return await this.#cached(await realpath(this.#workspaceFolder), 'first', signal);
  }

  /** The repository at exactly this folder, a submodule or nested one; undefined when there is none. */
  async nested(folder: string, signal: AbortSignal): Promise<Root | undefined> {
    if (this.#git === undefined) return undefined;
    const place = await realpath(folder).catch(() => undefined);
    // A link to a repository elsewhere is not inside.
    if (place !== folder || (await stampOf(join(folder, '.git'))) === 'none') return undefined;
    const root = await this.#cached(place, 'nested', signal);
    return root.type === 'none' || root.folder !== place ? undefined : root;
  }

  /** The root that a snapshot recorded, by its folder. */
  async recorded(folder: string, signal: AbortSignal): Promise<Root | undefined> {
    const first = await this.first(signal);
    return first.folder === folder ? first : await this.nested(folder, signal);
  }

  async #cached(folder: string, place: 'first' | 'nested', signal: AbortSignal): Promise<Root> {
    const known = this.#open.get(folder);
    if (known !== undefined && known.stamp === (await settingsStamp(folder, known.root))) return known.root;
    const root = await this.#find(folder, place, signal);
    this.#open.set(folder, { stamp: await settingsStamp(folder, root), root });
    return root;
  }

  async #find(folder: string, place: 'first' | 'nested', signal: AbortSignal): Promise<Root> {
    const git = this.#git;
    if (git === undefined) return this.#manifestRoot(folder, null);
    let found: Awaited<ReturnType<typeof findRepository>>;
    try {
      found = await findRepository(git, folder, signal);
    } catch (error) {
      if (!Refusal.is(error, 'git-missing')) throw error;
      return this.#manifestRoot(folder, 'git could not be started.');
    }
    let remark = found.type === 'refused' ? found.reason : null;
    if (found.type === 'repository') {
      const { repository } = found;
      const guarded = guardedFolder(repository.folder);
      if (guarded === undefined && holds(repository.folder, folder)) {
        if (await isWritable(join(repository.commonFolder, 'objects')))
          return await this.#gitRoot(git, 'tree', repository.folder, repository, null);
        remark = "The repository's objects can not be written, so they are kept elsewhere.";
      }
    }
    const reason = guardedFolder(folder);
    if (reason !== undefined) return { type: 'none', folder, reason } satisfies NoRoot;
    if (place === 'nested' && found.type !== 'repository') {
      return { type: 'none', folder, reason: remark ?? 'There is no repository that git can read.' };
    }
    return await this.#gitRoot(git, 'shadow', folder, undefined, remark);
  }

  async #gitRoot(
    git: GitPlumbing,
    type: 'tree' | 'shadow',
    folder: string,
    repository: Repository | undefined,
    remark: string | null,
  ): Promise<Root> {
    const key = placeKey(await realpath(this.#workspaceFolder), folder, type);
    const objectFormat = repository?.objectFormat ?? 'sha1';
    const target = new PrivateRepository(git, join(this.#storageFolder, 'roots', key), {
      workTree: folder,
      objectFormat,
      ...(repository === undefined ? {} : { objects: join(repository.commonFolder, 'objects') }),
    });
    const untrackedLimit = type === 'tree' ? UNTRACKED_LIMIT : SHADOW_LIMIT;
    const recorder = new TreeRecorder({ git, folder, target, repository, objectFormat, untrackedLimit });
    return { type, folder, key, git, repository, target, recorder, remark };
  }

  #manifestRoot(folder: string, remark: string | null): ManifestRoot | NoRoot {
    const reason = guardedFolder(folder);
    if (reason !== undefined) return { type: 'none', folder, reason };
    const key = placeKey(folder, 'manifest');
    const recorder = new ManifestRecorder(join(this.#storageFolder, 'manifests'), key);
    return { type: 'manifest', folder, key, recorder, remark };
  }
}

/** Whether `outer` is `inner` or a folder above it. */
function holds(outer: string, inner: string): boolean {
  const way = relative(outer, inner);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`));
}

/** Changes when the repository at the folder appears, goes or gets another configuration. */
async function settingsStamp(folder: string, root: Root): Promise<string> {
  const places = [join(folder, '.git')];
  if ('repository' in root && root.repository !== undefined) {
    const { gitFolder, commonFolder } = root.repository;
    places.push(
      join(root.folder, '.git'),
      join(gitFolder, 'config.worktree'),
      join(commonFolder, 'config'),
      join(commonFolder, 'objects'),
    );
  }
  // The first is a folder whose time changes with everything in it: only whether it is there, and which it is, counts.
  return (await Promise.all(places.map(stampOf))).join(' ');
}

async function stampOf(path: string): Promise<string> {
  const found = await lstat(path, { bigint: true }).catch(() => undefined);
  if (found === undefined) return 'none';
  return found.isDirectory() ? `${found.dev}:${found.ino}` : `${found.ino}:${found.size}:${found.mtimeNs}`;
}

async function isWritable(path: string): Promise<boolean> {
  return await access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}
