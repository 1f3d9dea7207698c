import * as vscode from 'vscode';
import { isPlaceholder } from '../../core/catalog/entry/placeholder';
import { inert } from '../questions/notify';

/** A value that a person is asked for. */
export interface ValueQuestion {
  readonly title: string;
  readonly prompt: string;
  /** Masked while it is typed, until the person wants to see it. */
  readonly isSecret: boolean;
  /** Page on which such a value is made. */
  readonly page?: string;
}

/** Asks for a value that is neither empty nor a placeholder; undefined when the person leaves. */
export async function askValue({
  title,
  prompt,
  isSecret,
  page,
}: ValueQuestion): Promise<string | undefined> {
  const box = vscode.window.createInputBox();
  box.title = title;
  // Who describes a server describes its keys.
  box.prompt = inert(prompt);
  box.password = isSecret;
  // Fetching a key takes the focus to a browser.
  box.ignoreFocusOut = true;
  const get = button('link-external', vscode.l10n.t('Get a Key'));
  const show = button('eye', vscode.l10n.t('Show'));
  const hide = button('eye-closed', vscode.l10n.t('Hide'));
  const drawButtons = (): void => {
    const reveal = box.password ? [show] : [hide];
    box.buttons = [...(page === undefined ? [] : [get]), ...(isSecret ? reveal : [])];
  };
  drawButtons();
  return await new Promise(resolve => {
    const owned = [
      box,
      box.onDidChangeValue(text => {
        box.validationMessage = text === '' ? undefined : problemOf(text, isSecret);
      }),
      box.onDidTriggerButton(pressed => {
        if (pressed === get && page !== undefined) void vscode.env.openExternal(vscode.Uri.parse(page));
        else box.password = !box.password;
        drawButtons();
      }),
      box.onDidAccept(() => {
        const problem = problemOf(box.value, isSecret);
        box.validationMessage = problem;
        if (problem?.severity === vscode.InputBoxValidationSeverity.Error) return;
        resolve(box.value.trim());
        box.hide();
      }),
      box.onDidHide(() => {
        resolve(undefined); // Nothing happens where a value was given.
        vscode.Disposable.from(...owned).dispose();
      }),
    ];
    box.show();
  });
}

function button(icon: string, tooltip: string): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip };
}

function problemOf(
  text: string,
  isSecret: boolean,
): (vscode.InputBoxValidationMessage & { readonly severity: vscode.InputBoxValidationSeverity }) | undefined {
  const { Error, Warning } = vscode.InputBoxValidationSeverity;
  const value = text.trim();
  if (isPlaceholder(value))
    return {
      message: vscode.l10n.t('Enter the real value: this is empty or a placeholder.'),
      severity: Error,
    };
  // Some do, connection strings among them, so this only warns.
  if (isSecret && /\s/.test(value))
    return {
      message: vscode.l10n.t('It contains a space, which is unusual for a key. Did you copy all of it?'),
      severity: Warning,
    };
  return undefined;
}
