import * as vscode from 'vscode';
import type { SessionNames } from '../sessionNames';
import { sessionName } from '../sessionName';
import type { Wording } from './wording';

/** Speaks the editor's language. */
export function editorWording(names: SessionNames | undefined): Wording {
  const format = new Intl.DateTimeFormat(vscode.env.language, { hour: '2-digit', minute: '2-digit' });
  return {
    t: (message, ...args) => vscode.l10n.t(message, ...args),
    time: at => format.format(at),
    sessionName: (session, workflow) =>
      names?.given(session) ??
      (workflow === undefined ? sessionName(session) : `${sessionName(session)}: ${workflow}`),
  };
}
