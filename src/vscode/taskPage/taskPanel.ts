import * as vscode from 'vscode';
import { type PageTelling, type PageWish, pageWishOf } from '../../shared/taskPage/messages';
import type { Workflows } from '../../core/workflow/workflows';
import { systemClock } from '../../node/machine/systemClock';
import type { TaskPicture } from '../../shared/taskPage/picture';
import { editorWording } from '../words/editorWording';
import type { PageParts, PagePanel } from '../webview/editorPages';
import { LiveWebview, type Standing } from '../webview/liveWebview';
import { ReviewDrafts } from '../workflow/reviewDrafts';
import { sayReview } from '../workflow/sayReview';
import { shown } from '../words/wording';
import { type ChangesSoFar, LiveChanges } from './liveChanges';
import { offerOf } from './offers';
import { taskNoticeOf, taskPictureOf } from './taskPictureOf';

/** Whose events change what a page shows. */
const DRAWN: ReadonlySet<string> = new Set(['gateway', 'journal', 'taskActivity', 'workflow']);

/** Whose events tell that an agent is at work. */
const WORK: ReadonlySet<string> = new Set(['taskActivity', 'workflow']);

/** What a page stands on. */
export interface TaskPanelParts extends PageParts {
  /** Id of its task. */
  readonly task: string;
}

/** The page of one task: sends whole pictures while it is seen, and runs what the last one offered. */
export class TaskPanel implements PagePanel {
  readonly #parts: TaskPanelParts;
  readonly #live: LiveWebview;
  readonly #drafts: ReviewDrafts;
  #picture: TaskPicture | undefined;
  /** While the task is worked on: what it has changed so far, and what tells that a file was changed. */
  #soFar: LiveChanges | undefined;
  #watcher: vscode.Disposable | undefined;
  /** Whether something happened since the last look at the files. */
  #isBehind = true;

  constructor(parts: TaskPanelParts) {
    this.#parts = parts;
    const { task, panel, host, log, extension, renew, recalled, memory } = parts;
    this.#drafts = new ReviewDrafts(memory);
    panel.iconPath = new vscode.ThemeIcon('checklist');
    this.#live = new LiveWebview({
      surface: panel,
      host,
      log,
      extension,
      renew,
      recalled,
      page: () => ({ file: 'taskPage', facts: { task } }),
      concerns: ({ stream }) => {
        this.#isBehind ||= WORK.has(stream);
        return DRAWN.has(stream);
      },
      picture: now => this.#draw(now),
      received: message => this.#received(message),
    });
  }

  /** Brings the page to the front, and something that happened in the task into sight. For a look, the keyboard stays where it is. */
  reveal(event?: string, isPreview = false): void {
    this.#parts.panel.reveal(undefined, isPreview);
    const telling: PageTelling | undefined = event === undefined ? undefined : { type: 'reveal', event };
    if (telling) void this.#live.tell(telling);
  }

  dispose(): void {
    this.#followNoMore();
    this.#live.dispose();
  }

  #received(message: unknown): void {
    const wish = pageWishOf(message, this.#parts.task);
    if (!wish) return this.#parts.log.warn('The page of a task sent what is no wish');
    if (wish === 'of another task') return;
    if (wish.type === 'ready') return this.#live.ready();
    if (wish.type === 'draft') return this.#drafts.keep(this.#parts.task, wish.text);
    if (wish.type === 'review') return void this.#review(wish);
    const offer = this.#picture && offerOf(this.#picture, wish.command, wish.item);
    if (!offer) return;
    if (offer.command === 'closePage') return this.#parts.panel.dispose();
    this.#live.run(offer.command, offer.target);
  }

  /** The commands tell of what they can't do themselves: then the draft stays. */
  async #review({ verdict, comment }: Extract<PageWish, { type: 'review' }>): Promise<void> {
    const { task, host } = this.#parts;
    if (!(await sayReview(host, { task, verdict, comment }))) return;
    this.#drafts.keep(task, '');
    await this.#live.tell({ type: 'reviewed' });
  }

  /** Asked while the page is seen only: nobody pays for looks that nobody sees. */
  #changesSoFar(workflows: Workflows): ChangesSoFar | undefined {
    const { task } = this.#parts;
    if (!isWorkedOn(workflows, task)) {
      this.#followNoMore();
      return undefined;
    }
    const behind = (): void => {
      this.#isBehind = true;
      this.#live.ask();
    };
    this.#soFar ??= new LiveChanges({
      clock: systemClock,
      look: signal => workflows.changesSoFar(task, signal),
      areas: () => workflows.task(task).areas,
      changed: () => this.#live.ask(),
      overdue: behind,
      failed: error =>
        this.#parts.log.warn('Looking at the changes of a task failed', { error: String(error) }),
    });
    this.#watcher ??= watched(behind);
    if (this.#isBehind) this.#soFar.ask();
    this.#isBehind = false;
    return this.#soFar.found;
  }

  #followNoMore(): void {
    this.#soFar?.dispose();
    this.#watcher?.dispose();
    this.#soFar = undefined;
    this.#watcher = undefined;
    this.#isBehind = true;
  }

  #draw({ runtime, failure }: Standing): PageTelling | undefined {
    const { task, panel } = this.#parts;
    const wording = editorWording(runtime?.sessionNames);
    if (runtime) {
      const soFar = this.#changesSoFar(runtime.core.workflows);
      this.#picture = taskPictureOf(runtime.core, task, wording, { draft: this.#drafts.of(task), soFar });
    } else if (failure) this.#picture = taskNoticeOf(failure, wording);
    else return undefined; // It is starting.
    const title = this.#picture.heading?.title;
    if (title !== undefined && panel.title !== shown(title, 60)) panel.title = shown(title, 60);
    return { type: 'picture', picture: this.#picture };
  }
}

/** Whether an agent is at it; false where it is gone. */
function isWorkedOn(workflows: Workflows, id: string): boolean {
  return workflows.running().some(task => task.id === id);
}

/** Tells when a file of the workspace is changed, but none that git keeps for itself: snapshots write there. */
function watched(changed: () => void): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher('**/*');
  const tell = ({ path }: vscode.Uri): void => {
    if (!path.includes('/.git/')) changed();
  };
  return vscode.Disposable.from(
    watcher,
    watcher.onDidChange(tell),
    watcher.onDidCreate(tell),
    watcher.onDidDelete(tell),
  );
}
