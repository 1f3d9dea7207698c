import * as vscode from 'vscode';
import type { FileChange, Snapshot } from '../../core/snapshots/snapshot';
import { unkeptContent } from '../../core/snapshots/unkeptContent';
import { FewAtATime } from '../../core/support/fewAtATime';
import { lastRestore, type Task } from '../../core/workflow/model/state';
import { SNAPSHOT_SCHEME } from '../picks/named';
import type { RuntimeHost } from '../host/runtimeHost';

const SCHEME = SNAPSHOT_SCHEME;

/** VS Code asks for all sides of hundreds of diffs in one go, and each is read by a git or two. */
const READS_AT_ONCE = 4;

/** Contents that wait to be asked for. */
const MAX_KEPT = 16;

/** A task's first snapshot, its last, or the disk before the task was restored. */
type SnapshotVersion = 'before' | 'after' | 'unrestored';

/** A file as a task's snapshot has it. The path is the file's own, because that is what a diff shows. */
export function snapshotUri(task: string, path: string, version: SnapshotVersion): vscode.Uri {
  return vscode.Uri.from({
    scheme: SCHEME,
    path: `/${path}`,
    query: new URLSearchParams({ task, v: version }).toString(),
  });
}

/** The same, with the path of the file on disk: VS Code takes a diff of two paths for one of a renamed file. */
export function snapshotBeside(
  file: vscode.Uri,
  task: string,
  path: string,
  version: SnapshotVersion,
): vscode.Uri {
  const query = new URLSearchParams({ task, v: version, path }).toString();
  return vscode.Uri.from({ scheme: SCHEME, path: file.path, query });
}

/** Label, before and after of a diff: as the task left the file, whatever happened since. */
export function diffOf(task: string, { path, from }: FileChange): [vscode.Uri, vscode.Uri, vscode.Uri] {
  const after = snapshotUri(task, path, 'after');
  return [after, snapshotUri(task, from ?? path, 'before'), after];
}

/**
 * Provides the files of snapshots for reading, as bytes: the editor knows their encoding, and shows images and notebooks as what they are. A
 * file that was not there is empty, as a diff wants it; one whose content was not kept says so.
 */
export function registerSnapshotDocuments(host: Pick<RuntimeHost, 'runtime'>): vscode.Disposable {
  return vscode.workspace.registerFileSystemProvider(SCHEME, new SnapshotFiles(host), {
    isReadonly: true,
    isCaseSensitive: true,
  });
}

interface Content {
  readonly bytes: Uint8Array;
  /** By it, VS Code knows whether what it shows is what there is. */
  readonly takenAt: number;
  /** The snapshot that it is of. */
  readonly of: string;
}

class SnapshotFiles implements vscode.FileSystemProvider {
  readonly #host: Pick<RuntimeHost, 'runtime'>;
  readonly #reads = new FewAtATime(READS_AT_ONCE);
  /** Read for their size: VS Code asks for the content right after, and git is not read again. */
  readonly #kept = new Map<string, Content>();
  /** No snapshot changes. */
  readonly onDidChangeFile: vscode.Event<vscode.FileChangeEvent[]> = () => new vscode.Disposable(() => {});

  constructor(host: Pick<RuntimeHost, 'runtime'>) {
    this.#host = host;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const content = await this.#contentOf(uri);
    const { bytes, takenAt } = content;
    this.#kept.set(uri.toString(), content);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return { type: vscode.FileType.File, ctime: takenAt, mtime: takenAt, size: bytes.length };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#contentOf(uri)).bytes;
  }

  /** Takes it out of what is kept, where it is there and still of the snapshot that counts: a task is restored more than once. */
  async #contentOf(uri: vscode.Uri): Promise<Content> {
    const { core } = await this.#host.runtime();
    const query = new URLSearchParams(uri.query);
    const task = core.workflows.task(query.get('task') ?? '');
    const version = versionOf(query.get('v'));
    const snapshot = snapshotOf(task, version);
    if (!snapshot) return { bytes: new Uint8Array(), takenAt: 0, of: '' };
    const kept = this.#kept.get(uri.toString());
    this.#kept.delete(uri.toString());
    if (kept?.of === snapshot.id) return kept;
    const path = query.get('path') ?? uri.path.slice(1);
    const bytes = await this.#reads.run(() =>
      core.snapshots.read(snapshot, path, new AbortController().signal),
    );
    const found = { takenAt: snapshot.takenAt, of: snapshot.id };
    if (bytes !== undefined) return { bytes, ...found };
    const words =
      version === 'unrestored'
        ? ''
        : (unkeptContent(task.completion?.account, snapshot, path, version) ?? '');
    return { bytes: new TextEncoder().encode(words), ...found };
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  readDirectory(): never {
    throw vscode.FileSystemError.Unavailable();
  }

  createDirectory(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  writeFile(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  delete(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  rename(): never {
    throw vscode.FileSystemError.NoPermissions();
  }
}

function versionOf(word: string | null): SnapshotVersion {
  return word === 'after' || word === 'unrestored' ? word : 'before';
}

function snapshotOf(task: Task, version: SnapshotVersion): Snapshot | null | undefined {
  switch (version) {
    case 'before':
      return task.start;
    case 'after':
      return task.completion?.end;
    case 'unrestored':
      return lastRestore(task)?.before;
  }
}
