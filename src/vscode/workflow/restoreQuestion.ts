import * as vscode from 'vscode';
import { isRecord } from '../../core/support/json';
import { inert, notify } from '../questions/notify';

/** Whether the preview in front is the one that is asked about: its buttons go by it. */
const CONTEXT = 'switchyard.isRestoreAsked';

interface Asked {
  /** How the label of the preview's tab begins. */
  readonly label: string;
  readonly answer: (isYes: boolean) => void;
}

/** How the tab of a preview is called, behind which VS Code writes the number of files. */
export function previewLabel(title: string): string {
  return vscode.l10n.t('{0} (Now ↔ Then)', title);
}

/** The one restore whose preview a person looks at: the preview is the question, and its title has the buttons. */
export class RestoreQuestion implements vscode.Disposable {
  #asked: Asked | undefined;
  readonly #owned: vscode.Disposable;

  constructor() {
    // What a reload of the window left of an earlier one asks nothing any more, and would say that no files change.
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
    const left = tabs.filter(({ label, input }) => label.includes(previewLabel('')) && isOfDiffs(input));
    if (left.length > 0) void vscode.window.tabGroups.close(left);
    this.#owned = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      const { label } = this.#asked ?? {};
      if (label !== undefined && closed.some(tab => tab.label.startsWith(label))) this.answer(false);
      else this.#tellContext();
    });
  }

  /** Waits until the person has answered; closing the preview is a no, and so is another question. */
  async ask(label: string, words: string): Promise<boolean> {
    this.answer(false);
    const { promise: answered, resolve } = Promise.withResolvers<boolean>();
    const asked: Asked = { label, answer: resolve };
    this.#asked = asked;
    this.#tellContext();
    const yes = vscode.l10n.t('Restore');
    const no = vscode.l10n.t('Cancel');
    // One that is closed or has gone into the bell is no answer: the buttons of the preview are still there. From there, it answers
    // no later question: that may be of the same name.
    void vscode.window.showInformationMessage(inert(words), yes, no).then(picked => {
      if (this.#asked === asked) return picked !== undefined && this.answer(picked === yes);
      return picked === yes && notify('info', vscode.l10n.t('No restore is waiting for an answer.'));
    });
    return await answered;
  }

  /** Answers for the person; false where nothing is asked. */
  answer(isYes: boolean): boolean {
    const asked = this.#asked;
    this.#asked = undefined;
    asked?.answer(isYes);
    this.#tellContext();
    return asked !== undefined;
  }

  dispose(): void {
    this.answer(false);
    this.#owned.dispose();
  }

  #tellContext(): void {
    const { label } = this.#asked ?? {};
    const front = vscode.window.tabGroups.activeTabGroup.activeTab?.label;
    const isInFront = label !== undefined && front?.startsWith(label) === true;
    void vscode.commands.executeCommand('setContext', CONTEXT, isInFront);
  }
}

/** Whether a tab shows several diffs: no page of ours, whatever it is called. */
function isOfDiffs(input: unknown): boolean {
  return isRecord(input) && 'textDiffs' in input;
}
