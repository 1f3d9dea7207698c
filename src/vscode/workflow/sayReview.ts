import * as vscode from 'vscode';
import type { PageVerdict } from '../../shared/taskPage/messages';
import type { RuntimeHost } from '../host/runtimeHost';

/** What a person says of a task on a page. */
export interface PageReview {
  readonly task: string;
  readonly verdict: PageVerdict;
  readonly comment: string;
}

/** What is being said, which may wait for the chat: a second click says nothing again, another comment or verdict does. */
const underWay = new Set<string>();

/** Says it by the command of that name, which tells of what it can't do. False: nothing was recorded, and the draft stays. */
export async function sayReview(host: RuntimeHost, review: PageReview): Promise<boolean> {
  const { task, verdict, comment } = review;
  const words = JSON.stringify([task, verdict, comment]);
  if (underWay.has(words)) return false;
  underWay.add(words);
  try {
    return await sayOnce(host, review);
  } finally {
    underWay.delete(words);
  }
}

async function sayOnce(host: RuntimeHost, { task, verdict, comment }: PageReview): Promise<boolean> {
  const { workflows } = (await host.runtime()).core;
  const said = { task, verdict: verdict === 'approve' ? 'approved' : 'changes_requested', comment };
  const before = workflows.task(task).reviews.length;
  const command = verdict === 'chat' ? 'switchyard.sendToChat' : 'switchyard.markReviewed';
  await vscode.commands.executeCommand(command, said);
  return workflows.task(task).reviews.length > before;
}
