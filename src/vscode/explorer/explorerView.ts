import { numberSetting } from '../settings/setting';
import * as vscode from 'vscode';
import type { Task } from '../../core/workflow/model/state';
import { MAX_ROWS, type Telling, type Wish, wishOf } from '../../shared/explorer/messages';
import type { Picture, Target, View } from '../../shared/explorer/picture';
import { type GitState, gitState } from '../git/gitState';
import { reviewSurface } from '../workflow/reviewSurface';
import type { Runtime } from '../host/runtime';
import { numeral, problemCount } from '../words/amounts';
import { editorWording } from '../words/editorWording';
import { workspaceFile } from '../catalog/workspaceFile';
import type { ExplorerParts } from './explorerParts';
import { briefRows, hasManyTasks } from './brief';
import { JournalSize } from './journalSize';
import { type Begun, LiveWebview, type Standing } from '../webview/liveWebview';
import { SHOW_MORE, type Shown, withMore } from './paging';
import { noticeOf, pictureOf, type Surroundings, summaryOf } from './pictureOf';
import { memoryKey, seenKey, viewPage } from './viewPage';
import { joined, type Wording } from '../words/wording';

/** What a view stands on. */
export interface ExplorerViewParts extends ExplorerParts {
  readonly view: View;
  readonly webviewView: vscode.WebviewView;
  readonly begun: Begun;
  /** Puts a new webview in its place; false where it is such a new one. */
  readonly renew: () => boolean;
}

/** Whose events change what the views show. What agents tell each other is on the page of shared state. */
const DRAWN: ReadonlySet<string> = new Set([
  'child',
  'contractNet',
  'gateway',
  'journal',
  'knownTools',
  'launchApproval',
  'plans',
  'round',
  'taskActivity',
  'toolPins',
  'workflow',
]);

/** One view: sends whole pictures while it is seen, and runs what the last one offered. Keeps nothing that core knows. */
export class ExplorerView implements vscode.Disposable {
  readonly #parts: ExplorerViewParts;
  readonly #live: LiveWebview;
  #query = '';
  #picture: Picture | undefined;
  #shown: Shown = new Map();
  /** What is opened and closed in a document that has shown nothing yet. */
  #atFirst: ReadonlyMap<string, boolean> | undefined;
  #git: GitState = 'repository';
  readonly #journalSize = new JournalSize(() => this.#live.ask());

  constructor(parts: ExplorerViewParts) {
    this.#parts = parts;
    const { view, webviewView, host, log, extension, memory } = parts;
    this.#live = new LiveWebview({
      surface: webviewView,
      host,
      log,
      extension,
      page: () => viewPage(view, memory),
      begun: parts.begun,
      renew: parts.renew,
      started: () => {
        if (view === 'workflows') void this.#lookForGit(); // Never rejects.
      },
      concerns: ({ stream }) => DRAWN.has(stream),
      picture: now => this.#draw(now),
      changed: ({ runtime }) => {
        if (view === 'workflows') this.#setBadge(toReview(runtime), toReviewWords);
        else if (view === 'catalog')
          this.#setBadge(runtime?.core.catalog.problems().length ?? 0, problemCount);
      },
      received: message => this.#received(message),
    });
  }

  /** Tells the webview something, as soon as it listens. */
  async tell(telling: Telling): Promise<void> {
    await this.#live.tell(telling);
  }

  /** Brings the row of a task into sight, which is drawn for it where it was left out. */
  async reveal({ id, workflow }: Pick<Task, 'id' | 'workflow'>): Promise<void> {
    const row = `task:${id}`;
    if (this.#picture?.rows.some(each => each.id === row) !== true) {
      const { rows = [] } = this.#picture ?? {};
      const parents = [
        `workflow:${workflow}`,
        ...(rows.some(({ target }) => target.workflow === workflow) ? [] : ['', 'earlier']),
      ];
      this.#shown = new Map([...this.#shown, ...parents.map(parent => [parent, MAX_ROWS] as const)]);
      this.#live.ask();
    }
    await this.tell({ type: 'reveal', row });
  }

  /** Draws it anew, and tries again what could not be started. */
  refresh(): void {
    this.#live.refresh();
  }

  /** What the rows of the last picture are about. */
  targetsOf(rows: readonly string[]): readonly Target[] {
    const wanted = new Set(rows);
    return (this.#picture?.rows ?? []).filter(({ id }) => wanted.has(id)).map(({ target }) => target);
  }

  dispose(): void {
    this.#live.dispose();
  }

  /** Nobody waits for it: only what is said of an empty view depends on it. */
  async #lookForGit(): Promise<void> {
    const found = await gitState();
    if (found === this.#git) return;
    this.#git = found;
    this.#live.ask();
  }

  #received(message: unknown): void {
    const wish = wishOf(message);
    if (!wish) return this.#parts.log.warn('The explorer sent what is no wish', { view: this.#parts.view });
    switch (wish.type) {
      case 'ready':
        this.#query = wish.query;
        this.#atFirst = wish.openness && new Map(wish.openness.map(({ id, isOpen }) => [id, isOpen]));
        return this.#live.ready();
      case 'whole':
        return this.#live.ask();
      case 'search':
        this.#query = wish.query;
        return this.#live.ask();
      case 'run':
        return this.#run(wish);
      case 'drop':
        return this.#drop(wish);
      case 'keep':
        return void this.#parts.memory.update(memoryKey(this.#parts.view), wish.state);
      case 'see':
        return void this.#parts.memory.update(seenKey(this.#parts.view), wish.seen);
    }
  }

  /** Runs what the last picture offered, and nothing else, whatever the webview says. */
  #run({ command, row: id, isPreview }: Extract<Wish, { type: 'run' }>): void {
    const row = this.#picture?.rows.find(each => each.id === id);
    const offered = row
      ? [...(row.actions ?? []).map(action => action.command), row.enter, row.moves?.up, row.moves?.down]
      : (this.#picture?.notes ?? []).flatMap(note => note.actions.map(action => action.command));
    if (!offered.includes(command)) return;
    const target = isPreview === true && row ? { ...row.target, isPreview } : row?.target;
    if (command !== SHOW_MORE) return this.#live.run(command, target);
    this.#shown = withMore(this.#shown, id);
    this.#live.ask();
  }

  /** What is dropped may have come from anywhere: the command looks at each name. */
  #drop({ row: id, servers }: Extract<Wish, { type: 'drop' }>): void {
    const row = this.#picture?.rows.find(each => each.id === id);
    if (row?.drop === undefined) return;
    const targets = servers.map(server => ({ ...row.target, server }));
    this.#live.run(row.drop, { ...row.target, targets });
  }

  #draw({ runtime, failure }: Standing): Telling | undefined {
    const { webviewView, view } = this.#parts;
    const wording = editorWording(runtime?.sessionNames);
    if (runtime) {
      const { core } = runtime;
      const journal = view === 'workflows' ? this.#journalSize.text(core, wording) : undefined;
      webviewView.description = joined(summaryOf(core, view, wording), journal);
      const onlyOpen = view === 'workflows' && hasManyTasks(core.workflows) ? this.#atFirst : undefined;
      this.#atFirst = undefined;
      const around = { ...this.#surroundings(runtime), onlyOpen };
      const picture = pictureOf(core, view, this.#query, around, wording);
      this.#picture = onlyOpen ? { ...picture, rows: briefRows(picture.rows, onlyOpen) } : picture;
      // The first rows of many come first: what takes most of the time is not seen.
      if (onlyOpen) return { type: 'picture', picture: this.#picture, isBrief: true };
    } else if (failure) {
      this.#picture = noticeOf(view, failure, wording);
    } else {
      return undefined; // It is starting.
    }
    return { type: 'picture', picture: this.#picture };
  }

  #surroundings({ problem, disk, rounds }: Runtime): Surroundings {
    return {
      hasFolder: (vscode.workspace.workspaceFolders?.length ?? 0) > 0,
      git: this.#git,
      rounds: rounds.book.all(),
      problem,
      disk,
      recentDays: numberSetting('workflows.recentDays'),
      shown: this.#shown,
      uriOf: path => workspaceFile(path)?.toString(),
    };
  }

  /** A number on the view's icon, and what it counts, in words. */
  #setBadge(count: number, words: (count: number, wording: Wording) => string): void {
    if ((this.#parts.webviewView.badge?.value ?? 0) === count) return;
    const tooltip = words(count, editorWording());
    this.#parts.webviewView.badge = count === 0 ? undefined : { value: count, tooltip };
  }
}

function toReviewWords(count: number, wording: Wording): string {
  return wording.t('{0} to review', numeral(count, wording));
}

/** What the badge counts: nothing where the settings want none. */
function toReview(runtime: Runtime | undefined): number {
  return reviewSurface() === 'off' ? 0 : (runtime?.core.workflows.reviewQueue().length ?? 0);
}
