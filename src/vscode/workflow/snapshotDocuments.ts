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

/** Label, before and after of a diff: as the task left the file, whatever happened since. */
export function diffOf(task: string, { path, from }: FileChange): [vscode.Uri, vscode.Uri, vscode.Uri] {
  const after = snapshotUri(task, path, 'after');
  return [after, snapshotUri(task, from ?? path, 'before'), after];
}

/**
 * Provides the files of snapshots as documents for reading. A file that was not there is empty, as a diff wants it; one
 * whose content was not kept says so.
 */
export function registerSnapshotDocuments(host: RuntimeHost): vscode.Disposable {
  const reads = new FewAtATime(READS_AT_ONCE);
  return vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    async provideTextDocumentContent(uri, token) {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      const { core } = await host.runtime();
      const query = new URLSearchParams(uri.query);
      const task = core.workflows.task(query.get('task') ?? '');
      const version = versionOf(query.get('v'));
      const snapshot = snapshotOf(task, version);
      if (!snapshot) return '';
      const path = uri.path.slice(1);
      const bytes = await reads.run(() => core.snapshots.read(snapshot, path, abort.signal));
      if (bytes !== undefined) return new TextDecoder().decode(bytes);
      if (version === 'unrestored') return '';
      return unkeptContent(task.completion?.account, snapshot, path, version) ?? '';
    },
  });
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
