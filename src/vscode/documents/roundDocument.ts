import * as vscode from 'vscode';
import type { RuntimeHost } from '../host/runtimeHost';
import { ROUND_SCHEME } from '../picks/named';
import { editorWording } from '../words/editorWording';
import { onceOpen } from './onceOpen';

/** A model may speak all the time: the document of its round is drawn anew at most so often, in milliseconds. */
const REDRAW_MS = 300;

/** The address of a round's document. */
export function roundUri(id: string): vscode.Uri {
  return vscode.Uri.from({ scheme: ROUND_SCHEME, path: '/LLM Round.log', query: id });
}

/** Provides rounds as text, and keeps those that run up to date while they are open. */
export function registerRoundDocuments(host: RuntimeHost): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Documents whose last look is still to come. */
  const live = new Set<string>();
  const redraw = (): void => {
    timer = undefined;
    const open = vscode.workspace.textDocuments.filter(
      ({ uri }) => uri.scheme === ROUND_SCHEME && live.has(uri.query),
    );
    live.clear();
    for (const { uri } of open) changed.fire(uri);
  };
  return vscode.Disposable.from(
    changed,
    { dispose: () => clearTimeout(timer) },
    onceOpen(ROUND_SCHEME, uri => changed.fire(uri)),
    vscode.workspace.registerTextDocumentContentProvider(ROUND_SCHEME, {
      onDidChange: changed.event,
      async provideTextDocumentContent({ query }) {
        const round = (await host.runtime()).rounds.book.find(query);
        if (round === undefined) return vscode.l10n.t('This LLM round is no longer in memory.');
        // What is being said is told by nobody: as long as it runs and is shown, it is looked at.
        if (round.endedAt === undefined) {
          live.add(query);
          timer ??= setTimeout(redraw, REDRAW_MS);
        }
        const { roundText } = await import('../words/roundText');
        return roundText(round, editorWording());
      },
    }),
  );
}
