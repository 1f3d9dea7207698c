import * as vscode from 'vscode';
import { onceOpen } from './onceOpen';
import type { RuntimeHost } from '../host/runtimeHost';

const SCHEME = 'switchyard-workflow';
/** Streams of the journal that a report is drawn from. */
const WATCHED: ReadonlySet<string> = new Set(['workflow', 'taskActivity']);

/** Shows a workflow's report as a page to be read. */
export async function showWorkflow(workflow: { readonly id: string; readonly name: string }): Promise<void> {
  const title = workflow.name
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 60);
  const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${workflow.id}/${title || 'Workflow'}.md` });
  await vscode.commands.executeCommand('markdown.showPreview', uri);
}

/** Provides workflows' reports as Markdown, up to date while they are open. */
export function registerWorkflowDocuments(host: RuntimeHost): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const owned: vscode.Disposable[] = [
    changed,
    onceOpen(SCHEME, uri => changed.fire(uri)),
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: changed.event,
      async provideTextDocumentContent(uri) {
        const { workflows } = (await host.runtime()).core;
        // What agents wrote is escaped in it.
        return workflows.markdown(uri.path.split('/')[1] ?? '');
      },
    }),
  ];
  owned.push(
    host.onDidStart(({ core }) => {
      owned.push(core.bus.subscribe(event => WATCHED.has(event.stream) && refresh()));
    }),
  );
  function refresh(): void {
    for (const { uri } of vscode.workspace.textDocuments) if (uri.scheme === SCHEME) changed.fire(uri);
  }
  return { dispose: () => vscode.Disposable.from(...owned).dispose() };
}
