import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { oneLine } from '../core/catalog/plainText';
import type { CatalogProblem } from '../core/catalog/entry';
import { notify } from './notify';
import type { Runtime } from './runtime';
import type { RuntimeHost } from './runtimeHost';

/** Says once what is wrong with the journal or with a file of servers; the status bar and the environment say it for longer. */
export class CatalogProblemNotes implements vscode.Disposable {
  readonly #output: vscode.LogOutputChannel;
  readonly #told = new Set<string>();
  readonly #owned: vscode.Disposable[] = [];

  constructor(host: RuntimeHost, output: vscode.LogOutputChannel) {
    this.#output = output;
    this.#owned.push(
      host.onDidStart(runtime => {
        if (runtime.problem !== undefined) this.#tellOfJournal(runtime.problem);
        this.#owned.push(runtime.core.catalog.onDidChange(() => this.#tellNews(runtime)));
        this.#tellNews(runtime);
      }),
    );
  }

  dispose(): void {
    vscode.Disposable.from(...this.#owned).dispose();
  }

  #tellNews({ core }: Runtime): void {
    const news = core.catalog.problems().filter(problem => !this.#told.has(keyOf(problem)));
    for (const problem of news) {
      this.#told.add(keyOf(problem));
      this.#output.warn(`${problem.origin}: ${problem.message}`);
    }
    const [first, ...others] = news;
    if (first) this.#tell(first, others.length);
  }

  #tell(problem: CatalogProblem, others: number): void {
    const more = others === 0 ? '' : ` ${vscode.l10n.t('({0} more in the log)', others)}`;
    const text = `Switchyard: ${oneLine(problem.origin, 200)}: ${oneLine(problem.message, 300)}${more}`;
    notify('warning', text, { label: vscode.l10n.t('Open'), run: () => openPlace(problem) });
  }

  #tellOfJournal(problem: string): void {
    const run = (): void => this.#output.show();
    notify('error', `Switchyard: ${problem}`, { label: vscode.l10n.t('Show Output'), run });
  }
}

/** Shows where something is wrong. */
export async function openPlace({ origin, line, column }: CatalogProblem): Promise<void> {
  if (!isAbsolute(origin)) {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'switchyard.servers');
    return;
  }
  const place = new vscode.Position((line ?? 1) - 1, (column ?? 1) - 1);
  await vscode.window.showTextDocument(vscode.Uri.file(origin), {
    selection: new vscode.Range(place, place),
  });
}

function keyOf({ origin, message, line }: CatalogProblem): string {
  return `${origin}\n${line}\n${message}`;
}
