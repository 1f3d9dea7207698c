import * as vscode from 'vscode';
import type { Core } from '../../core/core';
import { reviewSurface } from '../workflow/reviewSurface';
import { type Newsroom, tellNews } from './tellNews';

const ID = 'review';
/** What comes to be reviewed within this time is told together. */
const GATHER_MS = 10_000;

/** Tells that tasks came to be reviewed, where the settings ask for it. What waited before is no news. */
export function followReviews({ bus, workflows }: Core, newsroom: Newsroom): vscode.Disposable {
  const isWanted = (): boolean => reviewSurface() === 'notify' && !newsroom.hidden.has(ID);
  const waiting = (): readonly string[] => workflows.reviewQueue().map(({ id }) => id);
  let known = new Set(waiting());
  const show = (): Promise<void> | undefined => {
    const now = waiting();
    const count = now.filter(id => !known.has(id)).length;
    known = new Set(now);
    if (count === 0 || !isWanted()) return undefined;
    const text =
      count === 1 ? vscode.l10n.t('1 task needs review.') : vscode.l10n.t('{0} tasks need review.', count);
    const command = count === 1 ? 'switchyard.nextReview' : 'switchyard.reviewAll';
    const run = () => vscode.commands.executeCommand(command);
    return tellNews(newsroom, { id: ID, text, offers: [{ label: vscode.l10n.t('Show'), run }] });
  };
  return bus.subscribe(event => {
    if (event.stream !== 'workflow') return;
    if (isWanted()) newsroom.pace.tell({ id: ID, show }, GATHER_MS);
    else known = new Set(waiting()); // Nor is it news later on.
  });
}
