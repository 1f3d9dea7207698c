import * as vscode from 'vscode';
import type { Wording } from './wording';
import { sessionName } from './sessionName';
import type { SessionNames } from './sessionNames';
import { formatsOf } from './formats';
import { shortTime } from './shortTime';

/** The language of the window: its words, numbers and times. `names`: what chats are called; without them, they go by their time. */
export function editorWording(names?: SessionNames): Wording {
  const { language } = vscode.env;
  const { t } = vscode.l10n;
  return {
    t,
    language,
    time: at => shortTime(at, Date.now(), language),
    moment: at => formatsOf(language).moment.format(at),
    sessionName: session => names?.of(session) ?? sessionName(session),
  };
}
