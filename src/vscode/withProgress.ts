import * as vscode from 'vscode';

/** Does something that may take seconds, with progress and a way out. Undefined when the person took it. */
export async function withProgress<T>(
  title: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return await vscode.window.withProgress(options, async (_progress, token) => {
    const abort = new AbortController();
    const cancelled = token.onCancellationRequested(() => abort.abort());
    try {
      return await work(abort.signal);
    } catch (error) {
      // Leaving is no failure.
      if (abort.signal.aborted) return undefined;
      throw error;
    } finally {
      cancelled.dispose();
    }
  });
}
