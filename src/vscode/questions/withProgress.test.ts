import { expect, test } from 'vitest';
import { editor } from '../../../test/support/fakeEditor';
import { withProgress } from './withProgress';

test('a link that an agent wrote into a name is no link while something goes on', async () => {
  editor.reset();
  await withProgress('Running plan "[Details](command:workbench.action.quit)"…', async () => true);
  expect(editor.progress).toEqual(['Running plan "[Details] (command:workbench.action.quit)"…']);
});
