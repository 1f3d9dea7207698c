import * as vscode from 'vscode';
import type { Core } from '../../core/core';
import { Refusal } from '../../core/support/refusal';
import '../../modules/plans/module';
import { plansDomain } from '../../modules/plans/plansDomain';
import { stigmergyDomain } from '../../modules/stigmergy/stigmergyDomain';
import { type ReplayTelling, replayWishOf } from '../../shared/replay/messages';
import type { ReplayPicture, ReplayTimeline } from '../../shared/replay/picture';
import type { PageParts, PagePanel } from '../webview/editorPages';
import { LiveWebview, type Standing } from '../webview/liveWebview';
import { editorWording } from '../words/editorWording';
import { recordedOf } from './recordedOf';
import { Replay } from './replay';
import { replayTitle } from './replayTitle';
import {
  frameOf,
  goneOf,
  headingOf,
  replayNoticeOf,
  replayOfferOf,
  replayWords,
  timelineOf,
} from './replayPictureOf';

/** Whose events are part of a replay. */
const READ: ReadonlySet<string> = new Set([
  'workflow',
  'taskActivity',
  plansDomain.name,
  stigmergyDomain.name,
]);

/** What a page stands on. */
export interface ReplayPanelParts extends PageParts {
  /** Id of its workflow. */
  readonly workflow: string;
}

/** The replay of one workflow in its panel: sends how everything stood at the moment that somebody looks at. */
export class ReplayPanel implements PagePanel {
  readonly #parts: ReplayPanelParts;
  readonly #live: LiveWebview;
  #replay: Replay | undefined;
  #timeline: ReplayTimeline | undefined;
  /** Whether the page has the timeline as it is. */
  #isTold = false;
  #picture: ReplayPicture | undefined;
  /** The moment that somebody looks at; empty: the last one, which moves on with the work. */
  #moment = '';
  /** Whether something happened that was not read yet. */
  #isBehind = true;

  constructor(parts: ReplayPanelParts) {
    this.#parts = parts;
    const { workflow, panel, host, log, extension, renew, recalled } = parts;
    panel.iconPath = new vscode.ThemeIcon('history');
    this.#live = new LiveWebview({
      surface: panel,
      host,
      log,
      extension,
      renew,
      recalled,
      page: () => ({ file: 'replay', facts: { workflow } }),
      concerns: ({ stream, kind }) => {
        const isRead = READ.has(stream) && kind !== 'tasksSeen';
        this.#isBehind ||= isRead;
        return isRead;
      },
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
    const wish = replayWishOf(message);
    if (!wish) return this.#parts.log.warn('The page of a replay sent what is no wish');
    if (wish.type === 'run') return this.#run(wish.command, wish.item);
    this.#moment = wish.moment;
    if (wish.type === 'seek') return this.#live.ask();
    this.#isTold = false;
    this.#live.ready();
  }

  #run(command: string, item: string): void {
    const shown = this.#picture && { ...this.#picture, ...(this.#timeline && { timeline: this.#timeline }) };
    const offer = shown && replayOfferOf(shown, command, item);
    if (offer) this.#live.run(offer.command, offer.target);
  }

  #draw({ runtime, failure }: Standing): ReplayTelling | undefined {
    const wording = editorWording();
    if (runtime) {
      if (this.#isBehind) void this.#read(runtime.core);
      if (!this.#replay || !this.#timeline)
        return this.#picture && { type: 'picture', picture: this.#picture };
      this.#picture = {
        heading: headingOf(this.#replay, wording),
        ...(this.#isTold ? {} : { timeline: this.#timeline }),
        frame: frameOf(this.#replay, this.#moment, wording),
        words: replayWords(wording),
      };
      this.#isTold = true;
    } else if (failure) this.#picture = replayNoticeOf(failure, wording);
    else return undefined; // It is starting.
    return { type: 'picture', picture: this.#picture };
  }

  /** Reads on, and asks for a picture where that brought something. */
  async #read(core: Core): Promise<void> {
    this.#isBehind = false;
    const { workflow, panel, log } = this.#parts;
    const wording = editorWording();
    try {
      const recorded = recordedOf(core, workflow);
      this.#replay ??= new Replay(core.journal, recorded);
      await this.#replay.read(recorded);
      this.#timeline = timelineOf(this.#replay, wording);
      this.#isTold = false;
      const title = replayTitle(recorded.workflow.name);
      if (panel.title !== title) panel.title = title;
    } catch (error) {
      this.#replay = undefined;
      const isGone = Refusal.is(error, 'unknown-workflow');
      if (!isGone) log.warn('A workflow could not be replayed', { error: String(error) });
      const retry = { text: wording.t("The journal can't be read now."), actions: [] };
      this.#picture = isGone ? goneOf(wording) : replayNoticeOf(retry, wording);
    }
    this.#live.ask();
  }
}
