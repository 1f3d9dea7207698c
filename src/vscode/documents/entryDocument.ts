import * as vscode from 'vscode';
import { blackboardDomain } from '../../modules/blackboard/blackboardDomain';
import { sessionId } from '../../shared/ids';
import type { Runtime } from '../host/runtime';
import type { RuntimeHost } from '../host/runtimeHost';
import { editorWording } from '../words/editorWording';
import { shown } from '../words/wording';
import { onceOpen } from './onceOpen';

const SCHEME = 'switchyard-entry';
/** Agents may write all the time: the document of an entry is drawn anew at most so often, in milliseconds. */
const REDRAW_MS = 500;

/** The address of an entry's document, by which its tab is called. */
export function entryUri(key: string): vscode.Uri {
  const name = shown(key, 60).replaceAll(/[\\/]/g, '-');
  return vscode.Uri.from({ scheme: SCHEME, path: `/${name}.log`, query: key });
}

/** Provides entries of the blackboard with their history as text, and keeps those up to date that are open. */
export function registerEntryDocuments(host: RuntimeHost): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const owned: vscode.Disposable[] = [changed, { dispose: () => clearTimeout(timer) }];
  const redraw = (): void => {
    timer = undefined;
    for (const { uri } of vscode.workspace.textDocuments) if (uri.scheme === SCHEME) changed.fire(uri);
  };
  owned.push(
    onceOpen(SCHEME, uri => changed.fire(uri)),
    host.onDidStart(({ core }) => {
      const following = core.bus.subscribe(({ stream }) => {
        if (stream === blackboardDomain.name) timer ??= setTimeout(redraw, REDRAW_MS);
      });
      owned.push(following);
    }),
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: changed.event,
      async provideTextDocumentContent({ query }) {
        const runtime = await host.runtime();
        const { entryText } = await import('../words/entryText');
        const history = await runtime.core.blackboard.historyOf(query);
        return entryText(query, history, session => nameOf(runtime, session), editorWording());
      },
    }),
  );
  return { dispose: () => vscode.Disposable.from(...owned).dispose() };
}

/** What a chat is called; undefined where it is none of this window, and nobody gave it a name. */
function nameOf({ core, sessionNames }: Runtime, id: string): string | undefined {
  const session = core.gateway.sessions().find(each => each.id === id);
  if (session !== undefined) return shown(sessionNames.of(session), 80);
  const given = sessionNames.given({ id: sessionId(id) });
  return given === undefined ? undefined : shown(given, 80);
}
