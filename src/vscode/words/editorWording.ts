import * as vscode from 'vscode';
import type { Wording } from './wording';
import { sessionName } from './sessionName';
import type { SessionNames } from './sessionNames';
import { formatsOf } from './formats';
import { shortTime } from './shortTime';

/** The language of the window: its words, numbers and times. `names`: what people called their chats. */
export function editorWording(names?: SessionNames): Wording {
  const { language } = vscode.env;
  const { t } = vscode.l10n;
  return {
    t,
    language,
    time: at => shortTime(at, Date.now(), language),
    moment: at => formatsOf(language).moment.format(at),
    sessionName: (session, workflow) => {
      const given = names?.given(session);
      if (given !== undefined || workflow === undefined) return given ?? sessionName(session);
      return t('{0}: {1}', sessionName(session), workflow);
    },
  };
}
