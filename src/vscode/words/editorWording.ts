import * as vscode from 'vscode';
import type { Wording } from '../explorer/wording';
import { sessionName } from '../sessionName';

/** The language of the window: its words, numbers and times. */
export function editorWording(): Wording {
  const { language } = vscode.env;
  const format = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' });
  return { t: vscode.l10n.t, language, time: at => format.format(at), sessionName };
}
