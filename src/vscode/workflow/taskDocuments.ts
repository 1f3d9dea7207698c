import * as vscode from 'vscode';
import type { RuntimeHost } from '../runtimeHost';
import { editorWording } from '../words/editorWording';
import { taskMarkdown } from './taskMarkdown';

const SCHEME = 'switchyard-task';

/** The readable page of a task. */
export function taskUri(task: { readonly id: string; readonly name: string }): vscode.Uri {
  const title = task.name
    .replaceAll(/[\\/?#%:*"<>|\s]+/g, ' ')
    .trim()
    .slice(0, 60);
  return vscode.Uri.from({ scheme: SCHEME, path: `/${task.id}/${title || vscode.l10n.t('Task')}.md` });
}

/** Provides tasks as Markdown, up to date while they are open. */
export function registerTaskDocuments(host: RuntimeHost): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const owned: vscode.Disposable[] = [changed];
  owned.push(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: changed.event,
      async provideTextDocumentContent(uri) {
        const { core } = await host.runtime();
        return taskMarkdown(
          core.workflows,
          core.workflows.task(uri.path.split('/')[1] ?? ''),
          editorWording(),
        );
      },
    }),
    host.onDidStart(({ core }) => {
      owned.push(core.bus.subscribe(event => WATCHED.has(event.stream) && refresh()));
    }),
  );
  function refresh(): void {
    for (const { uri } of vscode.workspace.textDocuments) if (uri.scheme === SCHEME) changed.fire(uri);
  }
  return { dispose: () => vscode.Disposable.from(...owned).dispose() };
}

/** Streams of the journal that a task's page is drawn from. */
const WATCHED: ReadonlySet<string> = new Set(['workflow', 'taskActivity']);
