import * as vscode from 'vscode';
import { inert } from '../questions/notify';
import type { HiddenNews } from './hiddenNews';
import type { ToastPace } from './toastPace';

/** How news reach a person. */
export interface Newsroom {
  readonly pace: ToastPace;
  readonly hidden: HiddenNews;
}

/** A button of a notification. */
interface Offer {
  readonly label: string;
  readonly run?: () => unknown;
}

/** Shows news with what can be done about it, and a way never to be told again. Resolves when it is closed. */
export async function tellNews(
  { hidden }: Pick<Newsroom, 'hidden'>,
  { id, text, offers }: { readonly id: string; readonly text: string; readonly offers: readonly Offer[] },
): Promise<void> {
  const all = [...offers, { label: vscode.l10n.t("Don't Show Again"), run: () => hidden.hide(id) }];
  const answer = await vscode.window.showInformationMessage(inert(text), ...all.map(({ label }) => label));
  // Commands tell of their failures themselves.
  await all.find(({ label }) => label === answer)?.run?.();
}
