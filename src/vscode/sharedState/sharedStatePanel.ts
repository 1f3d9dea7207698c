import * as vscode from 'vscode';
import { record, text } from '../../shared/webview/shape';
import { type StateTelling, stateWishOf } from '../../shared/sharedState/messages';
import { ROW_COMMANDS, type StateLook, type StatePicture } from '../../shared/sharedState/picture';
import type { PageParts, PagePanel } from '../webview/editorPages';
import { LiveWebview, type Standing } from '../webview/liveWebview';
import { editorWording } from '../words/editorWording';
import type { StateItem } from './stateItem';
import { stateNoticeOf, statePictureOf } from './statePictureOf';

/** What merely passes by: it changes nothing that agents share. */
const PASSING: ReadonlySet<string> = new Set(['heartbeat', 'operation', 'taskActivity', 'workflow']);

/** What commands are given by a row: its id, as in the last picture. */
const rowShape = record({ webviewItemId: text(2_000) });

/** The page in one panel: sends whole pictures while it is seen, and runs what the last one offered. */
export class SharedStatePanel implements PagePanel {
  readonly #parts: PageParts;
  readonly #live: LiveWebview;
  #look: StateLook = { tab: 'blackboard', query: '' };
  #picture: StatePicture | undefined;
  #items: ReadonlyMap<string, StateItem> = new Map();

  constructor(parts: PageParts) {
    this.#parts = parts;
    const { panel, host, log, extension, renew, recalled } = parts;
    panel.iconPath = new vscode.ThemeIcon('type-hierarchy');
    this.#live = new LiveWebview({
      surface: panel,
      host,
      log,
      extension,
      renew,
      recalled,
      page: () => ({ file: 'sharedState', facts: {} }),
      concerns: ({ stream }) => !PASSING.has(stream),
      picture: now => this.#draw(now),
      received: message => this.#received(message),
    });
  }

  reveal(): void {
    this.#parts.panel.reveal();
  }

  /** What a row of the last picture is about. */
  itemOf(argument: unknown): StateItem | undefined {
    return rowShape(argument) ? this.#items.get(argument.webviewItemId) : undefined;
  }

  dispose(): void {
    this.#live.dispose();
  }

  #received(message: unknown): void {
    const wish = stateWishOf(message);
    if (!wish) return this.#parts.log.warn('The page of what agents share sent what is no wish');
    if (wish.type === 'run') return this.#run(wish.command, wish.item);
    this.#look = { tab: wish.tab, query: wish.query };
    if (wish.type === 'ready') this.#live.ready();
    else this.#live.ask();
  }

  #run(command: string, item: string): void {
    const offered =
      item === ''
        ? (this.#picture?.note?.actions ?? []).map(action => action.command)
        : this.#items.has(item)
          ? ROW_COMMANDS
          : [];
    if (!offered.some(each => each === command)) return;
    this.#live.run(command, item === '' ? undefined : { webviewItemId: item });
  }

  #draw({ runtime, failure }: Standing): StateTelling | undefined {
    const wording = editorWording();
    if (runtime) {
      const { picture, items } = statePictureOf(runtime.core, this.#look, wording);
      this.#picture = picture;
      this.#items = items;
    } else if (failure) {
      this.#picture = stateNoticeOf(failure, wording);
      this.#items = new Map();
    } else {
      return undefined; // It is starting.
    }
    return { type: 'picture', picture: this.#picture };
  }
}
