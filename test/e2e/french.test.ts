import assert from 'node:assert/strict';
import { commands, env } from 'vscode';
import { inView, rows } from '../support/vscode/explorer';
import { until } from '../support/vscode/until';
import { press, screenshot, textOf, type } from '../support/vscode/window';

test('a window in French has commands in French', async () => {
  assert.equal(env.language, 'fr');
  await press('F1');
  await type("Afficher l'environnement MCP");
  await textOf("text=Afficher l'environnement MCP");
  await screenshot('palette');
  await press('Escape');
});

test('its views speak French, to screen readers too', async function () {
  this.timeout(90_000);
  await commands.executeCommand('switchyard.workflows.focus');
  await textOf("text=Aucun workflow pour le moment. Demandez à votre agent d'en démarrer un.", 60_000);
  const shown = await until(
    'The catalog shows its groups',
    async () => {
      const text = await rows('Catalogue');
      return text.includes('Disponible') ? text : undefined;
    },
    60_000,
  );
  assert.match(shown, /principal · \d+ outils · ~/);
  assert.equal(await inView('Catalogue', 'return element.ownerDocument.documentElement.lang'), 'fr');
  await screenshot('explorer');
});

test('the environment is told in French', async () => {
  await commands.executeCommand('switchyard.showEnvironment');
  await textOf('.tab.active >> text=Environnement MCP.md');
  await textOf('.view-lines >> text=Sessions de chat');
  await screenshot('environment');
});
