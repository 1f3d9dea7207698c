import { expect, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { entryOf, secret, stdio } from '../../../test/support/catalogWorld';
import { editor } from '../../../test/support/fakeEditor';
import { anna, gatewayWorld } from '../../../test/support/gatewayWorld';
import { followMissingCredentials } from './credentialNews';
import { HiddenNews } from './hiddenNews';
import { ToastPace } from './toastPace';

test.each([
  [
    'a folder',
    entryOf('notes', { launch: stdio('npx', ['notes', '${workspaceFolder}']) }),
    'an open folder',
    'Open Folder',
  ],
  ['a key', entryOf('mail', { needs: [secret('API_KEY')] }), 'API_KEY', 'Enter Credentials'],
])(
  'a server that an agent wanted and that needs %s is told with what helps',
  async (_what, entry, need, button) => {
    editor.reset();
    const core = await gatewayWorld({ entries: [entry], isEmptyWindow: true });
    const show = vi.spyOn(vscode.window, 'showInformationMessage').mockResolvedValue(undefined);
    const memory = { get: () => undefined, update: async () => undefined };
    const pace = new ToastPace(core.clock);
    const following = followMissingCredentials(core, { pace, hidden: new HiddenNews(memory as never) });
    await expect(core.activate(anna, entry.id)).rejects.toMatchObject({ code: 'missing-credentials' });
    core.clock.advance(10_000);
    await expect.poll(() => show.mock.calls.length).toBe(1);
    expect(show.mock.calls[0]).toEqual([
      expect.stringContaining(`needs ${need}.`),
      ...[button, 'Not Now', "Don't Show Again"],
    ]);
    following.dispose();
    show.mockRestore();
  },
);
