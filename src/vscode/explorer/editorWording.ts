import * as vscode from 'vscode';
import { sessionName } from '../sessionName';
import type { Wording } from './wording';

/** How pictures speak in the editor: its language, its way to write times. */
export function editorWording(): Wording {
  const { language } = vscode.env;
  const time = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return {
    t: (message, ...args) => vscode.l10n.t(message, ...args),
    time: at => time.format(at),
    moment: at => moment.format(at),
    sessionName,
  };
}
