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
    const [first, ...others] = now.filter(id => !known.has(id));
    known = new Set(now);
    if (first === undefined || !isWanted()) return undefined;
    const { t } = vscode.l10n;
    const isOne = others.length === 0;
    const text = isOne ? t('1 task needs review.') : t('{0} tasks need review.', 1 + others.length);
    // The one that is told of: others may have waited longer.
    const run = () =>
      isOne
        ? vscode.commands.executeCommand('switchyard.openTask', first)
        : vscode.commands.executeCommand('switchyard.reviewAll');
    return tellNews(newsroom, { id: ID, text, offers: [{ label: vscode.l10n.t('Show'), run }] });
  };
  return bus.subscribe(event => {
    if (event.stream !== 'workflow') return;
    if (isWanted()) newsroom.pace.tell({ id: ID, show }, GATHER_MS);
    else known = new Set(waiting()); // Nor is it news later on.
  });
}
