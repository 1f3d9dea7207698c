import * as vscode from 'vscode';
import type { RuntimeHost } from '../runtimeHost';

const SCHEME = 'switchyard-snapshot';

/** A file as a task's first or last snapshot has it. The path is the file's own, because that is what a diff shows. */
export function snapshotUri(task: string, path: string, version: 'before' | 'after'): vscode.Uri {
  return vscode.Uri.from({
    scheme: SCHEME,
    path: `/${path}`,
    query: new URLSearchParams({ task, v: version }).toString(),
  });
}

/** Provides the files of snapshots as documents for reading. A file that was not there is empty, as a diff wants it. */
export function registerSnapshotDocuments(host: RuntimeHost): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    async provideTextDocumentContent(uri, token) {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      const { core } = await host.runtime();
      const query = new URLSearchParams(uri.query);
      const task = core.workflows.task(query.get('task') ?? '');
      const snapshot = query.get('v') === 'after' ? task.completion?.end : task.start;
      if (!snapshot) return '';
      const bytes = await core.snapshots.read(snapshot, uri.path.slice(1), abort.signal);
      return bytes === undefined ? '' : new TextDecoder().decode(bytes);
    },
  });
}
