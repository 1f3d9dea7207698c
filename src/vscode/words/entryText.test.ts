import { expect, test } from 'vitest';
import { plainWording } from '../../../test/support/pictureText';
import { testCore } from '../../../test/support/testCore';
import { entryText } from './entryText';

const by = (session?: string) => ({ origin: session === undefined ? {} : { session } });
const whoIs = (session: string) => (session === 'anna' ? 'Chat, 10:02' : undefined);

test('an entry is shown whole, with who set it and what stood there before, and text of agents is data', async () => {
  const { blackboard } = await testCore();
  await blackboard.set({ key: 'plan', value: 'first \u202Ehidden\nand more', tags: [] }, by('anna'));
  await blackboard.delete({ key: 'plan' }, by('ben'));
  await blackboard.set({ key: 'plan', value: { steps: ['a'] }, tags: ['auth'] }, by());
  const text = entryText('plan', await blackboard.historyOf('plan'), whoIs, plainWording);
  const [when] = /\d{4}-\d\d-\d\d \d\d:\d\d/.exec(text) ?? [''];
  expect(text.replaceAll(when, 'T').split('\n')).toEqual([
    'plan',
    'version 3 · updated T · never expires · tags: auth',
    '',
    '    {',
    '      "steps": [',
    '        "a"',
    '      ]',
    '    }',
    '',
    'Changes, newest first',
    '',
    'version 3 · T · set',
    '    {',
    '      "steps": [',
    '        "a"',
    '      ]',
    '    }',
    '',
    'version 2 · T · deleted by an earlier chat or another program',
    '',
    'version 1 · T · set by Chat, 10:02',
    expect.stringMatching(/^ {4}first .*hidden$/),
    '    and more',
    '',
  ]);
  expect(text).not.toContain('\u202E');
});

test('of what is gone, the past is shown', async () => {
  const { blackboard } = await testCore();
  await blackboard.set({ key: 'plan', value: 1, tags: [] }, by('anna'));
  await blackboard.delete({ key: 'plan' }, by('anna'));
  const history = await blackboard.historyOf('plan');
  expect(entryText('plan', { ...history, isWhole: false }, whoIs, plainWording)).toMatch(
    /^plan\nNot on the blackboard any more\.\n\nChanges, newest first[\s\S]*deleted by Chat, 10:02[\s\S]*\nOlder changes are no longer kept\.\n$/,
  );
});
