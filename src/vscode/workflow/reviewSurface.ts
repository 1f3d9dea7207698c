import * as vscode from 'vscode';

/** Where a person is told that tasks wait for a review: by badges, by a notification besides, or in the rows only. */
export function reviewSurface(): 'badge' | 'notify' | 'off' {
  const settings = vscode.workspace.getConfiguration('switchyard');
  const value = settings.get<unknown>('notifications.reviewNeeded');
  return value === 'notify' || value === 'off' ? value : 'badge';
}
