import * as vscode from 'vscode';
import { Refusal } from '../../core/support/refusal';
import { inert } from './notify';

/** Waits for something that can't be stopped, such as the editor's own work, until it is done or the person leaves. */
export async function untilLeft<T>(work: Thenable<T>, signal: AbortSignal): Promise<T> {
  return await Promise.race([
    work,
    new Promise<never>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    ),
  ]);
}

/** Does something that may take seconds, with progress and a way out. Undefined when the person took it. */
export async function withProgress<T>(
  title: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const location = vscode.ProgressLocation.Notification;
  const options = { location, title: inert(title), cancellable: true };
  return await vscode.window.withProgress(options, async (_progress, token) => {
    const abort = new AbortController();
    const cancelled = token.onCancellationRequested(() => abort.abort());
    try {
      return await work(abort.signal);
    } catch (error) {
      // Leaving is no failure; files that are half put back are one all the same.
      if (abort.signal.aborted && !Refusal.is(error, 'restore-unfinished')) return undefined;
      throw error;
    } finally {
      cancelled.dispose();
    }
  });
}
