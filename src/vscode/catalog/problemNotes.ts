import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import type { CatalogProblem } from '../../core/catalog/entry/entry';
import { problemLine } from '../../core/catalog/entry/problemLine';
import { notify } from '../questions/notify';
import type { Runtime } from '../host/runtime';
import type { RuntimeHost } from '../host/runtimeHost';

/** Says at once that Switchyard could not start or keep its records. What is wrong in a file of servers goes to the log. */
export class ProblemNotes implements vscode.Disposable {
  readonly #output: vscode.LogOutputChannel;
  readonly #told = new Set<string>();
  readonly #owned: vscode.Disposable[] = [];

  constructor(host: RuntimeHost, output: vscode.LogOutputChannel) {
    this.#output = output;
    this.#owned.push(
      host.onDidFail(() =>
        this.#tell(vscode.l10n.t("Switchyard couldn't start here. See the output for details.")),
      ),
      host.onDidStart(runtime => {
        const { problem, disk } = runtime;
        // A team's database comes back by itself.
        if (problem !== undefined && disk !== undefined) this.#tell(`Switchyard: ${problem}`);
        else if (problem !== undefined) this.#tellProblem(`Switchyard: ${problem}`);
        this.#owned.push(runtime.core.catalog.onDidChange(() => this.#logNews(runtime)));
        this.#logNews(runtime);
      }),
    );
  }

  dispose(): void {
    vscode.Disposable.from(...this.#owned).dispose();
  }

  #logNews({ core }: Runtime): void {
    for (const problem of core.catalog.problems()) {
      if (this.#isNew(`${problem.origin}\n${problem.line}\n${problem.message}`))
        this.#output.warn(problemLine(problem));
    }
  }

  /** Nothing is recorded until the window has been reloaded. */
  #tellProblem(text: string): void {
    const run = () => vscode.commands.executeCommand('workbench.action.reloadWindow');
    if (this.#isNew(text)) notify('error', text, { label: vscode.l10n.t('Reload Window'), run });
  }

  #tell(text: string): void {
    const run = (): void => this.#output.show();
    if (this.#isNew(text)) notify('error', text, { label: vscode.l10n.t('Show Output'), run });
  }

  #isNew(text: string): boolean {
    const isNew = !this.#told.has(text);
    this.#told.add(text);
    return isNew;
  }
}

/** Shows where something is wrong. */
export async function openPlace({ origin, line, column }: CatalogProblem): Promise<void> {
  if (!isAbsolute(origin)) {
    const [setting = ''] = origin.split(' ');
    await vscode.commands.executeCommand('workbench.action.openSettings', setting);
    return;
  }
  const place = new vscode.Position((line ?? 1) - 1, (column ?? 1) - 1);
  await vscode.window.showTextDocument(vscode.Uri.file(origin), {
    selection: new vscode.Range(place, place),
  });
}
