import * as vscode from 'vscode';
import { plansDomain } from '../../modules/plans/plansDomain';
import { type PlanPageTelling, planPageWishOf } from '../../shared/planPage/messages';
import type { PlanPicture } from '../../shared/planPage/picture';
import type { PageParts, PagePanel } from '../webview/editorPages';
import { LiveWebview, type Standing } from '../webview/liveWebview';
import { editorWording } from '../words/editorWording';
import { shown } from '../words/wording';
import { planNoticeOf, planPictureOf } from './planPictureOf';

/** What a page stands on. */
export interface PlanPanelParts extends PageParts {
  /** ID of its run. */
  readonly run: string;
}

/** The page of one run of a plan: sends whole pictures while it is seen, and runs what the last one offered. */
export class PlanPanel implements PagePanel {
  readonly #parts: PlanPanelParts;
  readonly #live: LiveWebview;
  #picture: PlanPicture | undefined;
  /** The row that somebody looks at; empty: what needs attention. */
  #node = '';

  constructor(parts: PlanPanelParts) {
    this.#parts = parts;
    const { run, panel, host, log, extension, renew, recalled } = parts;
    panel.iconPath = new vscode.ThemeIcon('list-tree');
    this.#live = new LiveWebview({
      surface: panel,
      host,
      log,
      extension,
      renew,
      recalled,
      page: () => ({ file: 'planPage', facts: { run } }),
      concerns: ({ stream }) => stream === plansDomain.name,
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
    const wish = planPageWishOf(message);
    if (!wish) return this.#parts.log.warn('The page of a plan sent what is no wish');
    if (wish.type === 'run') return this.#run(wish.command);
    this.#node = wish.node;
    if (wish.type === 'ready') this.#live.ready();
    else this.#live.ask();
  }

  #run(command: string): void {
    const { heading, blocks = [] } = this.#picture ?? {};
    const offered = [...(heading?.actions ?? []), ...blocks.flatMap(({ actions }) => actions)];
    if (!offered.some(action => action.command === command)) return;
    if (command === 'closePage') return this.#parts.panel.dispose();
    this.#live.run(command, heading?.target);
  }

  #draw({ runtime, failure }: Standing): PlanPageTelling | undefined {
    const { run, panel } = this.#parts;
    const wording = editorWording();
    if (runtime) this.#picture = planPictureOf(runtime.core, run, this.#node, wording);
    else if (failure) this.#picture = planNoticeOf(failure, wording);
    else return undefined; // It is starting.
    const title = this.#picture.heading?.title;
    if (title !== undefined && panel.title !== shown(title, 60)) panel.title = shown(title, 60);
    return { type: 'picture', picture: this.#picture };
  }
}
