import * as vscode from 'vscode';

/** A text that a person is asked for. */
export interface TextQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly placeHolder: string;
  /** What stands there already. */
  readonly value?: string;
  /** Said of nothing but spaces. */
  readonly missing: string;
  /** Characters at most. */
  readonly most: number;
}

/** Stands for a line break, for which the field has no room: it would lose it. */
const BREAK = '⏎';

/** Asks for a text, without the spaces around it. Undefined when the person leaves. */
export async function askText({
  missing,
  most,
  value,
  ...question
}: TextQuestion): Promise<string | undefined> {
  const said = await vscode.window.showInputBox({
    ...question,
    ...(value === undefined ? {} : { value: value.replaceAll(/ ?\r?\n/g, ` ${BREAK} `) }),
    ignoreFocusOut: true, // What a person has typed is not lost to a glance elsewhere.
    validateInput: text => {
      if (text.trim() === '') return missing;
      return text.length > most ? vscode.l10n.t('Maximum {0} characters.', most) : undefined;
    },
  });
  return said?.replaceAll(/ ?⏎ ?/g, '\n').trim();
}
