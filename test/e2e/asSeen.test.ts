import assert from 'node:assert/strict';
import { join } from 'node:path';
import { commands } from 'vscode';
import { acrossReloads } from '../support/vscode/acrossReloads';
import { stateFolderOf } from '../support/vscode/besideWindow';
import { axeFindings, focusedRow, rows, untilRemembered } from '../support/vscode/explorer';
import { isKept } from '../support/vscode/kept';
import { until } from '../support/vscode/until';
import { click, evaluate, isVisible, textOf } from '../support/vscode/window';
import { folder, write } from '../support/vscode/workspaceFiles';

/** How long a window that is gone may still hold the journal. */
const LETS_GO_MS = 20_000;
/** The tree as long as what is in it may not be so any more. */
const SEEN = '[role="tree"][aria-label="Catalog"][aria-busy="true"]';

test('until the journal is read, a view shows what was seen last, says so, and does nothing with it', () => {
  return acrossReloads(
    async () => {
      write('.switchyard/servers.json', serversFile('lighthouse', 'Shows the way'));
      await commands.executeCommand('switchyard.catalog.focus');
      await until('The rows are there', async () => (await rows('Catalog')).includes('lighthouse'));
      await untilRemembered('Catalog');
      await commands.executeCommand('workbench.view.explorer');
      await until('It is kept', () => isKept('Shows the way'));
    },
    async () => {
      write('.switchyard/servers.json', serversFile('harbour', 'Is where ships are'));
      const { DatabaseSync } = await import('node:sqlite');
      // The window before may still be about to let go of it.
      const other = new DatabaseSync(join(stateFolderOf(folder), 'journal.db'), { timeout: LETS_GO_MS });
      other.exec('BEGIN IMMEDIATE');
      await commands.executeCommand('switchyard.catalog.focus');
      await until('What was seen is there', () => isVisible(`${SEEN} [aria-label^="lighthouse"]`));
      assert.equal(await textOf('.as-seen'), 'As last seen. Loading…');
      assert.equal(await evaluate(SEEN, `return element.querySelectorAll('button').length`), 0);
      assert.deepEqual(await axeFindings(SEEN, 'sideBar'), []);
      await click(`${SEEN} [aria-label^="lighthouse"]`);
      other.exec('ROLLBACK');
      other.close();
      await until('It is as it is', async () => /^harbour/m.test(await rows('Catalog')));
      assert.equal(await isVisible('.as-seen'), false);
      assert.doesNotMatch(await rows('Catalog'), /lighthouse/);
      await until('The row in its place has the keyboard', async () =>
        (await focusedRow('Catalog')).startsWith('harbour'),
      );
    },
  );
});

function serversFile(name: string, description: string): string {
  return JSON.stringify({ servers: { [name]: { command: 'node', args: [`${name}.mjs`], description } } });
}
