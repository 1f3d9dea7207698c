import * as vscode from 'vscode';
import type { PendingTool } from '../../core/gateway/tools/toolReviews';
import type { RuntimeHost } from '../host/runtimeHost';

const SCHEME = 'switchyard-tool';

/** The form of a tool that was approved, or the one that it has now. */
type ToolForm = 'approved' | 'now';

/** A tool's words as a document; of another form than the one that was found, it says so. */
export function toolUri({ tool }: PendingTool, form: ToolForm): vscode.Uri {
  return vscode.Uri.from({
    scheme: SCHEME,
    path: `/${tool.exposedName}.md`,
    query: new URLSearchParams({ form, hash: tool.schemaHash }).toString(),
  });
}

/** Provides what servers say of tools that somebody should look at, to be read and compared. */
export function registerToolDocuments(host: RuntimeHost): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    async provideTextDocumentContent(uri) {
      const { core } = await host.runtime();
      const query = new URLSearchParams(uri.query);
      const pending = core.gateway.reviews.find(uri.path.slice(1).replace(/\.md$/, ''));
      if (pending?.tool.schemaHash !== query.get('hash')) {
        return vscode.l10n.t('This version of the tool was accepted, or is no longer listed.');
      }
      return query.get('form') === 'approved' ? pending.approved : pending.now;
    },
  });
}
