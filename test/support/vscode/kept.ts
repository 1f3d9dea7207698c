import { until } from './until';
import { evaluate } from './window';

/** What VS Code in a browser keeps of its parts and views: IndexedDB, written seconds after a change. */
const STATE_TABLE = 'ItemTable';

/** Under this name VS Code keeps which tabs there are, with the state of each. */
const EDITORS = 'memento/workbench.parts.editor';

/** Whether VS Code has written a text into what it keeps of the workspace. */
export async function isKept(text: string): Promise<boolean> {
  return (await kept(`getAll()`)).includes(text);
}

/**
 * Waits until VS Code has written down that there is a tab with this title, and what its page remembers of itself; with `words`, until
 * they are in that: it may remember an earlier state for seconds. A window that is
 * loaded again before that shows the tabs that were written down last, and a page that remembers nothing is closed: the same happens
 * to a person who reloads within seconds.
 */
export async function untilTabIsKept(title: string, words = ''): Promise<void> {
  await until(`VS Code keeps the tab "${title}" and what its page remembers`, async () => {
    const pages = pagesIn(await kept(`get(${JSON.stringify(EDITORS)})`));
    return pages.some(
      ({ title: of, state }) => of === title && typeof state === 'string' && state.includes(words),
    );
  });
}

/** What VS Code writes of pages, however deep it lies: JSON texts within JSON texts. */
function pagesIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof value === 'string') return pagesIn(valueOf(value));
  if (typeof value !== 'object' || value === null) return [];
  const within = Object.values(value).flatMap(pagesIn);
  return 'viewType' in value ? [value, ...within] : within;
}

/** The object or list that a text is the JSON of, if it is. */
function valueOf(text: string): unknown {
  if (!/^["[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // It only looks like JSON.
  }
}

/** What is read from what is kept of the workspace and of all, as the JSON of a list of JSON texts. `request` is one of an IndexedDB object store. */
async function kept(request: string): Promise<string> {
  return String(
    await evaluate(
      'body',
      `const textOf = name => new Promise(resolve => {
        const opening = indexedDB.open(name);
        opening.onerror = () => resolve('');
        opening.onsuccess = () => {
          const reading = opening.result.transaction('${STATE_TABLE}').objectStore('${STATE_TABLE}').${request};
          reading.onerror = () => { opening.result.close(); resolve(''); };
          reading.onsuccess = () => { opening.result.close(); resolve(JSON.stringify(reading.result ?? '')); };
        };
      });
      return indexedDB.databases()
        .then(all => all.map(({ name }) => name).filter(name => name.startsWith('vscode-web-state-db-')))
        .then(names => Promise.all(names.map(textOf)))
        .then(texts => JSON.stringify(texts));`,
    ),
  );
}
