import * as vscode from 'vscode';
import { type PageTelling, type PageWish, pageWishOf } from '../../shared/taskPage/messages';
import type { TaskPicture } from '../../shared/taskPage/picture';
import { editorWording } from '../words/editorWording';
import type { PageParts, PagePanel } from '../webview/editorPages';
import { LiveWebview, type Standing } from '../webview/liveWebview';
import { shown } from '../words/wording';
import { offerOf } from './offers';
import { taskNoticeOf, taskPictureOf } from './taskPictureOf';

/** Whose events change what a page shows. */
const DRAWN: ReadonlySet<string> = new Set(['gateway', 'journal', 'taskActivity', 'workflow']);

/** What a page stands on. */
export interface TaskPanelParts extends PageParts {
  /** Id of its task. */
  readonly task: string;
}

/** The page of one task: sends whole pictures while it is seen, and runs what the last one offered. */
export class TaskPanel implements PagePanel {
  readonly #parts: TaskPanelParts;
  readonly #live: LiveWebview;
  #picture: TaskPicture | undefined;

  constructor(parts: TaskPanelParts) {
    this.#parts = parts;
    const { task, panel, host, log, extension } = parts;
    panel.iconPath = new vscode.ThemeIcon('checklist');
    this.#live = new LiveWebview({
      surface: panel,
      host,
      log,
      extension,
      page: () => ({ file: 'taskPage', facts: { task } }),
      concerns: ({ stream }) => DRAWN.has(stream),
      picture: now => this.#draw(now),
      received: message => this.#received(message),
    });
  }

  /** Brings the page to the front, and something that happened in the task into sight. */
  reveal(event?: string): void {
    this.#parts.panel.reveal();
    const telling: PageTelling | undefined = event === undefined ? undefined : { type: 'reveal', event };
    if (telling) void this.#live.tell(telling);
  }

  dispose(): void {
    this.#live.dispose();
  }

  #received(message: unknown): void {
    const wish = pageWishOf(message);
    if (!wish) return this.#parts.log.warn('The page of a task sent what is no wish');
    if (wish.type === 'ready') return this.#live.ready();
    if (wish.type === 'review') return void this.#review(wish);
    const offer = this.#picture && offerOf(this.#picture, wish.command, wish.item);
    if (!offer) return;
    if (offer.command === 'closePage') return this.#parts.panel.dispose();
    this.#live.run(offer.command, offer.target);
  }

  /** The commands tell of what they can't do themselves: then the draft stays. */
  async #review({ verdict, comment }: Extract<PageWish, { type: 'review' }>): Promise<void> {
    const { task, host } = this.#parts;
    const { workflows } = (await host.runtime()).core;
    const said = { task, verdict: verdict === 'approve' ? 'approved' : 'changes_requested', comment };
    const before = workflows.task(task).reviews.length;
    await vscode.commands.executeCommand(
      verdict === 'chat' ? 'switchyard.sendToChat' : 'switchyard.markReviewed',
      said,
    );
    if (workflows.task(task).reviews.length > before) await this.#live.tell({ type: 'reviewed' });
  }

  #draw({ runtime, failure }: Standing): PageTelling | undefined {
    const { task, panel } = this.#parts;
    const wording = editorWording();
    if (runtime) this.#picture = taskPictureOf(runtime.core, task, wording);
    else if (failure) this.#picture = taskNoticeOf(failure, wording);
    else return undefined; // It is starting.
    const title = this.#picture.heading?.title;
    if (title !== undefined && panel.title !== shown(title, 60)) panel.title = shown(title, 60);
    return { type: 'picture', picture: this.#picture };
  }
}
