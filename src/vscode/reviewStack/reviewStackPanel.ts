import * as vscode from 'vscode';
import { type StackTelling, stackWishOf } from '../../shared/reviewStack/messages';
import type { StackPicture } from '../../shared/reviewStack/picture';
import type { PageParts, PagePanel } from '../webview/editorPages';
import { LiveWebview, type Standing } from '../webview/liveWebview';
import { ReviewDrafts } from '../workflow/reviewDrafts';
import { type PageReview, sayReview } from '../workflow/sayReview';
import { editorWording } from '../words/editorWording';
import { stackNoticeOf, stackOfferOf, stackPictureOf } from './stackPictureOf';

/** Whose events change what waits. */
const DRAWN: ReadonlySet<string> = new Set(['journal', 'workflow']);

/** The page in one panel: sends whole pictures while it is seen, and runs what the last one offered. */
export class ReviewStackPanel implements PagePanel {
  readonly #parts: PageParts;
  readonly #live: LiveWebview;
  readonly #drafts: ReviewDrafts;
  #picture: StackPicture | undefined;

  constructor(parts: PageParts) {
    this.#parts = parts;
    const { panel, host, log, extension, renew, recalled, memory } = parts;
    this.#drafts = new ReviewDrafts(memory);
    panel.iconPath = new vscode.ThemeIcon('checklist');
    this.#live = new LiveWebview({
      surface: panel,
      host,
      log,
      extension,
      renew,
      recalled,
      page: () => ({ file: 'reviewStack', facts: {} }),
      concerns: ({ stream }) => DRAWN.has(stream),
      picture: now => this.#draw(now),
      received: message => this.#received(message),
    });
  }

  reveal(): void {
    this.#parts.panel.reveal();
  }

  dispose(): void {
    this.#live.dispose();
  }

  #received(message: unknown): void {
    const wish = stackWishOf(message);
    if (!wish) return this.#parts.log.warn('The page of reviews sent what is no wish');
    if (wish.type === 'ready') return this.#live.ready();
    if (wish.type === 'run') {
      const offer = this.#picture && stackOfferOf(this.#picture, wish.command, wish.item);
      return offer && this.#live.run(offer.command, offer.target);
    }
    // A task of the last picture, whatever the page says.
    if (!this.#picture?.cards.some(({ id }) => id === wish.task)) return;
    if (wish.type === 'draft') return this.#drafts.keep(wish.task, wish.text);
    void this.#review(wish); // The commands tell of what they can't do.
  }

  async #review(review: PageReview): Promise<void> {
    if (!(await sayReview(this.#parts.host, review))) return;
    this.#drafts.keep(review.task, '');
    await this.#live.tell({ type: 'reviewed', task: review.task });
  }

  #draw({ runtime, failure }: Standing): StackTelling | undefined {
    const wording = editorWording();
    if (runtime) {
      const { workflows } = runtime.core;
      this.#picture = stackPictureOf(workflows, task => this.#drafts.of(task), wording);
    } else if (failure) this.#picture = stackNoticeOf(failure, wording);
    else return undefined; // It is starting.
    return { type: 'picture', picture: this.#picture };
  }
}
