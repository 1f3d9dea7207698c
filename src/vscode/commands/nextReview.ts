import * as vscode from 'vscode';
import { notify } from '../questions/notify';
import { defineCommand } from './defineCommand';

export const nextReview = defineCommand({
  id: 'switchyard.nextReview',
  async run({ host, reviewWalk, pages, explorer }) {
    const next = reviewWalk.next((await host.runtime()).core.workflows.reviewQueue());
    if (!next) return notify('info', vscode.l10n.t('Nothing to review.'));
    await pages.task.open(next);
    await explorer.reveal(next);
  },
});
