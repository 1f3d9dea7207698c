import type * as vscode from 'vscode';
import { MAX_COMMENT } from '../../shared/taskPage/messages';
import { listOf, record, type Shape, text } from '../../shared/webview/shape';

const KEY = 'switchyard.reviewDrafts';
/** Comments that are kept; the oldest go first. */
const MAX_DRAFTS = 100;

interface Draft {
  readonly task: string;
  readonly text: string;
}

const drafts: Shape<readonly Draft[]> = listOf(
  record({ task: text(2_000), text: text(MAX_COMMENT) }),
  MAX_DRAFTS,
);

/** Comments on tasks that were begun and not sent: kept in the workspace, and the same on every page. */
export class ReviewDrafts {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  /** What was begun on a task; empty where nothing was. */
  of(task: string): string {
    return this.#all().find(each => each.task === task)?.text ?? '';
  }

  /** Keeps what a person has written so far; nothing is kept of an empty one. */
  keep(task: string, words: string): void {
    const others = this.#all().filter(each => each.task !== task);
    const all = words === '' ? others : [...others, { task, text: words }];
    // VS Code tells of what it can't write itself.
    void this.#memory.update(KEY, all.slice(-MAX_DRAFTS));
  }

  #all(): readonly Draft[] {
    const kept = this.#memory.get<unknown>(KEY);
    return drafts(kept) ? kept : [];
  }
}
