import { commands } from 'vscode';
import { click } from './window';

/**
 * Clicks a button of a notification where all of them are listed, behind the bell: a toast goes away by itself ten seconds after it came. The
 * list stays open, and takes what comes next.
 */
export async function answerNotification(button: string): Promise<void> {
  await commands.executeCommand('notifications.showList');
  await click(`.notifications-center .monaco-button >> text=${JSON.stringify(button)}`);
}
