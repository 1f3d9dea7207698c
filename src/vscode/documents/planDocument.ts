import * as vscode from 'vscode';
import type { RuntimeHost } from '../host/runtimeHost';
import { editorWording } from '../words/editorWording';
import { onceOpen } from './onceOpen';

const SCHEME = 'switchyard-plan';
/** A run may change often: its document is drawn anew at most so often, in milliseconds. */
const REDRAW_MS = 200;

/** The address of a run's document, by which its tab is called. */
export function planUri({
  id,
  tree,
}: {
  readonly id: string;
  readonly tree: { readonly id: string };
}): vscode.Uri {
  const name = tree.id.replaceAll(/[\\/]/g, '-');
  return vscode.Uri.from({ scheme: SCHEME, path: `/${name}.txt`, query: id });
}

/** Provides the tree of a run as text, and keeps it up to date while it is open. */
export function registerPlanDocuments(host: RuntimeHost): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const due = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const owned: vscode.Disposable[] = [changed, { dispose: () => clearTimeout(timer) }];
  const redraw = (): void => {
    timer = undefined;
    for (const { uri } of vscode.workspace.textDocuments)
      if (uri.scheme === SCHEME && due.has(uri.query)) changed.fire(uri);
    due.clear();
  };
  owned.push(
    onceOpen(SCHEME, uri => changed.fire(uri)),
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: changed.event,
      async provideTextDocumentContent({ query }) {
        const { core } = await host.runtime();
        const run = core.plans.all().find(({ id }) => id === query);
        if (run === undefined) return vscode.l10n.t('This run is no longer stored.');
        const { planText } = await import('../words/planText');
        return planText(run, core.clock.now(), editorWording());
      },
    }),
    host.onDidStart(({ core }) => {
      owned.push(
        core.plans.onDidChange(run => {
          due.add(run);
          timer ??= setTimeout(redraw, REDRAW_MS);
        }),
      );
    }),
  );
  return { dispose: () => vscode.Disposable.from(...owned).dispose() };
}
