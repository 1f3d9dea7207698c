import { checkText } from '../../../core/snapshots/checkTexts';
import { access, constants, lstat, readdir, realpath } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../../../core/support/refusal';
import { guardedFolder } from '../plumbing/folderGuard';
import { folderUnreachable, type GitPlumbing } from '../plumbing/gitPlumbing';
import { IndexStates } from './indexState';
import { ManifestRecorder } from './manifestRecorder';
import { Origins } from './origins';
import { placeKey, PrivateRepository } from '../plumbing/privateRepository';
import { findRepository, ignoresFolder, type Repository } from '../plumbing/repository';
import type { ManifestRoot, NoRoot, Root } from './root';
import { type GitRoot, UNREADABLE } from './gitRoot';
import { holds, realPlace } from './rootPlace';
import { TreeRecorder, UNTRACKED_LIMIT } from './treeRecorder';

/** Files of a folder without git that one snapshot takes up: nobody told us what to leave out. */
const SHADOW_LIMIT = 20_000;

/** How a folder came to be a root: it is the workspace's first one, another one of it, or a repository found in one. */
type Place = 'first' | 'beside' | 'nested';

/** Opens the roots of a workspace and keeps them open while their repository stays the same. */
export class WorkspaceRoots {
  readonly #workspaceFolder: string;
  readonly #git: GitPlumbing | undefined;
  readonly #storageFolder: string;
  readonly #otherFolders: () => readonly string[];
  readonly #origins: Origins;
  readonly #open = new Map<string, { readonly stamp: string; readonly root: Root }>();

  constructor(
    workspaceFolder: string,
    git: GitPlumbing | undefined,
    storageFolder: string,
    otherFolders: () => readonly string[] = () => [],
  ) {
    this.#otherFolders = otherFolders;
    this.#workspaceFolder = workspaceFolder;
    this.#git = git;
    this.#storageFolder = storageFolder;
    this.#origins = new Origins(storageFolder);
  }

  /** The root that holds the workspace folder. @throws {Refusal} folder-unreachable */
  async first(signal: AbortSignal): Promise<Root> {
    const place = await realpath(this.#workspaceFolder).catch((error: unknown) => {
      throw folderUnreachable(error);
    });
    return await this.#cached(place, 'first', signal);
  }

  /** The other folders of the workspace that are there, with their links followed. */
  async others(): Promise<readonly string[]> {
    const places = this.#otherFolders().map(folder => realpath(folder).catch(() => undefined));
    return (await Promise.all(places)).filter(place => place !== undefined);
  }

  /** The root that holds another folder of the workspace. */
  async beside(folder: string, signal: AbortSignal): Promise<Root> {
    return await this.#cached(folder, 'beside', signal);
  }

  /** The repository at exactly this folder, a submodule or nested one; undefined when there is none. */
  async nested(folder: string, signal: AbortSignal): Promise<Root | undefined> {
    if (this.#git === undefined) return undefined;
    const place = await realpath(folder).catch(() => undefined);
    // A link to a repository elsewhere is not inside.
    if (place !== folder) return undefined;
    if ((await stampOf(join(folder, '.git'))) === 'none') return await this.#abandoned(this.#git, folder);
    const root = await this.#cached(place, 'nested', signal);
    return root.folder !== place ? undefined : root;
  }

  /** The root that a snapshot recorded, by its folder. */
  async recorded(folder: string, signal: AbortSignal): Promise<Root | undefined> {
    const first = await this.first(signal);
    if (first.folder === folder) return first;
    for (const other of await this.others()) {
      const root = await this.beside(other, signal);
      if (root.folder === folder) return root;
    }
    return await this.nested(folder, signal);
  }

  /** Looks at the folder anew next time, after what was found there proved wrong. */
  forget(folder: string): void {
    for (const [place, { root }] of this.#open) if (root.folder === folder) this.#open.delete(place);
  }

  async #cached(folder: string, place: Place, signal: AbortSignal): Promise<Root> {
    const known = this.#open.get(folder);
    if (known !== undefined && known.stamp === (await settingsStamp(folder, known.root))) return known.root;
    const root = await this.#find(folder, place, signal);
    // What can't be read now may be readable in a moment, and no time of a file would tell.
    const isPassing = root.type === 'none' || (root.type !== 'manifest' && root.inherited !== null);
    if (isPassing) this.#open.delete(folder);
    else this.#open.set(folder, { stamp: await settingsStamp(folder, root), root });
    return root;
  }

  async #find(folder: string, place: Place, signal: AbortSignal): Promise<Root> {
    const git = this.#git;
    if (git === undefined) return this.#manifestRoot(folder, null);
    let found: Awaited<ReturnType<typeof findRepository>>;
    try {
      found = await findRepository(git, folder, signal);
    } catch (error) {
      if (!Refusal.is(error, 'git-missing')) throw error;
      return this.#manifestRoot(folder, checkText('gitNotStarted'));
    }
    let remark = found.type === 'refused' ? found.reason : null;
    if (found.type === 'repository') {
      const { repository } = found;
      const guarded = guardedFolder(repository.folder);
      if (guarded === undefined && holds(repository.folder, folder)) {
        // Its snapshots would have nothing of what is worked on.
        if (place !== 'nested' && (await ignoresFolder(git, repository, folder, signal)))
          return await this.#gitRoot(git, 'shadow', folder, undefined, null);
        if (await takesObjects(repository.commonFolder)) {
          const root = await this.#gitRoot(git, 'tree', repository.folder, repository, null);
          await this.#remember(root, repository, place);
          return root;
        }
        remark = checkText('copiesElsewhere');
      }
    }
    const reason = guardedFolder(folder);
    if (reason !== undefined) return { type: 'none', folder, reason } satisfies NoRoot;
    const heir = await this.#heir(git, folder, place, remark);
    if (heir !== undefined) return heir;
    if (place === 'nested' && found.type !== 'repository') {
      return { type: 'none', folder, reason: remark ?? checkText('noRepository') };
    }
    return await this.#gitRoot(git, 'shadow', folder, undefined, remark);
  }

  async #gitRoot(
    git: GitPlumbing,
    type: 'tree' | 'shadow',
    folder: string,
    repository: Repository | undefined,
    remark: string | null,
  ): Promise<GitRoot> {
    const key = await this.#key(folder, type);
    const objectFormat = repository?.objectFormat ?? 'sha1';
    const target = new PrivateRepository(git, this.#private(key), {
      workTree: folder,
      objectFormat,
      ...(repository === undefined ? {} : { objects: join(repository.commonFolder, 'objects') }),
    });
    const untrackedLimit = type === 'tree' ? UNTRACKED_LIMIT : SHADOW_LIMIT;
    const store = await stampOf(target.objects);
    const about = { git, folder, target, repository, objectFormat, untrackedLimit };
    const recorder = new TreeRecorder({ ...about, store: type === 'tree' ? store : '', isHeir: false });
    return { type, folder, key, git, repository, target, recorder, remark, inherited: null };
  }

  async #remember(root: GitRoot, repository: Repository, place: Place): Promise<void> {
    const origin = {
      folder: repository.folder,
      objects: join(repository.commonFolder, 'objects'),
      objectFormat: repository.objectFormat,
      copied: Object.fromEntries(repository.settings.copied),
    };
    await this.#origins.remember(root.key, origin, place === 'first');
  }

  /** A submodule whose files are there and whose repository is not. */
  async #abandoned(git: GitPlumbing, folder: string): Promise<Root | undefined> {
    const isEmpty = await readdir(folder).then(
      names => names.length === 0,
      () => true,
    );
    return isEmpty ? undefined : await this.#heir(git, folder, 'nested', null);
  }

  /**
   * What goes on for a repository that was recorded here and can't be read now: our own index of it knows its files, so that
   * what changed is told truly though it is gone. Undefined where none was recorded.
   */
  async #heir(
    git: GitPlumbing,
    folder: string,
    place: Place,
    remark: string | null,
  ): Promise<Root | undefined> {
    const before = place === 'first' ? ((await this.#origins.firstFolder()) ?? folder) : folder;
    const key = await this.#key(before, 'tree');
    const origin = await this.#origins.find(key);
    const state = origin === undefined ? undefined : await new IndexStates(this.#private(key)).load();
    if (origin === undefined || state === undefined || !holds(before, folder)) return undefined;
    const { objectFormat } = origin;
    const target = new PrivateRepository(git, this.#private(key), {
      workTree: before,
      objectFormat,
      alsoReads: [origin.objects],
    });
    const recorder = new TreeRecorder({
      ...{ git, folder: before, target, repository: undefined, objectFormat },
      ...{ untrackedLimit: UNTRACKED_LIMIT, store: 'heir', isHeir: true },
    });
    const { objects, copied } = origin;
    const inherited = { copied: new Map(Object.entries(copied)), exclude: state.exclude, objects };
    const words = remark ?? UNREADABLE;
    return {
      ...{ type: 'shadow', folder: before, key, git, repository: undefined },
      ...{ target, recorder, remark: words, inherited },
    };
  }

  async #key(folder: string, type: 'tree' | 'shadow'): Promise<string> {
    return placeKey(await realPlace(this.#workspaceFolder), folder, type);
  }

  #private(key: string): string {
    return join(this.#storageFolder, 'roots', key);
  }

  #manifestRoot(folder: string, remark: string | null): ManifestRoot | NoRoot {
    const reason = guardedFolder(folder);
    if (reason !== undefined) return { type: 'none', folder, reason };
    const key = placeKey(folder, 'manifest');
    const recorder = new ManifestRecorder(join(this.#storageFolder, 'manifests'), key);
    return { type: 'manifest', folder, key, recorder, remark };
  }
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
  // When it was made, too: a number is soon used again.
  return found.isDirectory()
    ? `${found.dev}:${found.ino}:${found.birthtimeNs}`
    : `${found.ino}:${found.size}:${found.mtimeNs}`;
}

/** Whether objects and refs of ours can be written. Folders inside may be somebody else's, as after `sudo git pull`. */
async function takesObjects(commonFolder: string): Promise<boolean> {
  const objects = join(commonFolder, 'objects');
  const ours = ['refs', 'refs/switchyard', 'refs/switchyard/snapshots'].map(name => join(commonFolder, name));
  const inside = (await readdir(objects).catch(() => [])).filter(name => /^[0-9a-f]{2}$/.test(name));
  const places = [
    ...ours.filter(place => existsSync(place)),
    objects,
    ...inside.map(name => join(objects, name)),
  ];
  return (await Promise.all(places.map(isWritable))).every(Boolean);
}

async function isWritable(path: string): Promise<boolean> {
  return await access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}
