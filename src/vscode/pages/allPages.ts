import type * as vscode from 'vscode';
import { planPage } from '../planPage/planPage';
import { replayPage } from '../replay/replayPage';
import { reviewStackPage } from '../reviewStack/reviewStackPage';
import { sharedStatePage } from '../sharedState/sharedStatePage';
import { serverPage } from '../serverPage/serverPage';
import { taskPage } from '../taskPage/taskPage';
import { type AllPageParts, EditorPages } from '../webview/editorPages';

/** The pages in the editor, by kind. */
export type AllPages = ReturnType<typeof allPages>;

/** Every kind of page in the editor: this is the only list of them. VS Code brings them back through what is made here. */
export function allPages(parts: AllPageParts, owner: vscode.Disposable[]) {
  const pages = {
    task: new EditorPages(taskPage, parts),
    reviewStack: new EditorPages(reviewStackPage, parts),
    replay: new EditorPages(replayPage, parts),
    plan: new EditorPages(planPage, parts),
    server: new EditorPages(serverPage, parts),
    sharedState: new EditorPages(sharedStatePage, parts),
  };
  owner.push(...Object.values(pages));
  return pages;
}
