import * as vscode from 'vscode';
import type { Wording } from '../explorer/wording';
import { sessionName } from '../sessionName';
import { formatsOf } from './formats';

/** The language of the window: its words, numbers and times. */
export function editorWording(): Wording {
  const { language } = vscode.env;
  return { t: vscode.l10n.t, language, time: at => formatsOf(language).time.format(at), sessionName };
}
