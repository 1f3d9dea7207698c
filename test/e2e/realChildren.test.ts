import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspace } from 'vscode';
import { ANSWER, beginRepository, CHILD_AGENTS, prepared, realThree } from '../clients/childAgents';
import { killIn } from '../clients/leftovers';
import * as three from '../support/threeChildren';
import { readyChat } from '../support/vscode/chat';
import { inWindow, startThree, untilRowsOfThree } from '../support/vscode/childStage';
import { clickDialogButton, dialogText, screenshot } from '../support/vscode/window';

/** Agents that people use, and where `npm run test:children` installed them. */
const modules = JSON.parse(process.env['SWITCHYARD_TEST_CHILDREN'] ?? '{}') as Readonly<
  Record<string, string>
>;
const node = process.env['SWITCHYARD_TEST_NODE'] ?? '';
const lines = process.env['SWITCHYARD_TEST_WORKER'] ?? '';

suiteSetup(() => readyChat());

test('two agents that people use and a program share out the work, one is killed and comes back, one goes over its budget', async () => {
  const root = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-children-')));
  const agents = CHILD_AGENTS.filter(({ agent }) => modules[agent.name] !== undefined);
  const ready = await Promise.all(
    agents.map(async child => {
      const { name } = child.agent;
      const place = { folder, workspace: root, where: name, node };
      return [name, await prepared(child, modules[name] ?? '', place)] as const;
    }),
  );
  const members = realThree(ready, { workspace: root, node, lines });
  const [first, second, third] = members.map(({ id }) => id);
  assert.ok(first !== undefined && second !== undefined && third !== undefined);
  try {
    beginRepository(root);
    const starting = startThree(members);
    for (const { wish } of members) {
      const asked = await dialogText();
      assert.ok(asked.includes(String(wish['command'])), asked);
      await clickDialogButton('Start Agent');
    }
    await starting;
    assert.deepEqual(await three.shareOut(inWindow, members), three.expectedShare(members));

    const home = ready[0]?.[1].home ?? '?';
    const returned = await three.crashAndReturn(inWindow, first, async () => killIn(home));
    assert.deepEqual(returned.standing, three.RETURNED);
    assert.ok(returned.answer.includes(ANSWER), returned.answer);
    assert.deepEqual(
      await three.overspend(inWindow, third, three.TOO_MUCH),
      three.overBudget(three.SCRIPTED_LIMIT),
    );
    await untilRowsOfThree(first, second, third);
    await screenshot('children-real');
  } finally {
    for (const [, { model }] of ready) model.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
