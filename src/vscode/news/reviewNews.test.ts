import { expect, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { commandWorld } from '../../../test/support/commandWorld';
import { editor } from '../../../test/support/fakeEditor';
import { followReviews } from './reviewNews';
import { ToastPace } from './toastPace';

test('the notification of one task shows that task, whatever waits longer', async () => {
  const { core, news, panels, start, complete } = await commandWorld();
  editor.settings.set('switchyard.notifications.reviewNeeded', 'notify');
  const show = vi.spyOn(vscode.window, 'showInformationMessage').mockResolvedValue('Show' as never);
  const lamps = await start('Lamps');
  await complete(lamps.id, true);
  const following = followReviews(core, { pace: new ToastPace(core.clock), hidden: news });
  const doors = await start('Doors');
  await complete(doors.id, true);
  core.clock.advance(10_000);
  await expect.poll(() => panels).toContain(`task ${doors.id}`);
  expect(show.mock.calls.map(([text]) => text)).toEqual(['1 task needs review.']);
  following.dispose();
  show.mockRestore();
});
