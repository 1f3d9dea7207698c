import * as vscode from 'vscode';
import type { RuntimeHost } from '../host/runtimeHost';
import { CHILD_SCHEME } from '../picks/named';
import { editorWording } from '../words/editorWording';
import { onceOpen } from './onceOpen';

/** A child may write all the time: its document is drawn anew at most so often, in milliseconds. */
const REDRAW_MS = 500;

/** The address of a child's document, by which its tab is called. */
export function childUri(id: string): vscode.Uri {
  return vscode.Uri.from({ scheme: CHILD_SCHEME, path: `/${id.replaceAll(/[\\/]/g, '-')}.log`, query: id });
}

/** Provides what a child wrote as text, and keeps it up to date while it is open. */
export function registerChildDocuments(host: RuntimeHost): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What was shown last of each, by its document: who wrote nothing is not drawn again. */
  const shown = new Map<string, string>();
  const owned: vscode.Disposable[] = [changed, { dispose: () => clearTimeout(timer) }];
  const open = (): readonly vscode.Uri[] =>
    vscode.workspace.textDocuments.flatMap(({ uri }) => (uri.scheme === CHILD_SCHEME ? [uri] : []));
  const follow = (): void => {
    timer ??= setTimeout(() => void redraw(), REDRAW_MS);
  };
  const redraw = async (): Promise<void> => {
    timer = undefined;
    const { core } = await host.runtime();
    for (const uri of open()) {
      const child = core.children.all().find(({ spec }) => spec.id === uri.query);
      const look = child && `${child.state} ${child.lines + child.dropped} ${child.usage.tool_calls}`;
      if (look !== undefined && shown.get(uri.query) !== look) changed.fire(uri);
      if (look !== undefined) shown.set(uri.query, look);
    }
    // Its lines are told by nobody: as long as one is open, it is looked at.
    if (open().length > 0) follow();
  };
  owned.push(
    onceOpen(CHILD_SCHEME, uri => changed.fire(uri)),
    vscode.workspace.registerTextDocumentContentProvider(CHILD_SCHEME, {
      onDidChange: changed.event,
      async provideTextDocumentContent({ query }) {
        const { core } = await host.runtime();
        const child = core.children.all().find(({ spec }) => spec.id === query);
        if (child === undefined) return vscode.l10n.t('This child agent is no longer stored.');
        const { log } = (await core.children.open()).find(query);
        const { childText } = await import('../words/childText');
        follow();
        return childText(child, log.after(0, Infinity), editorWording());
      },
    }),
  );
  return { dispose: () => vscode.Disposable.from(...owned).dispose() };
}
