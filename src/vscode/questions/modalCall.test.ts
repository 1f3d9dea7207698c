import { expect, test } from 'vitest';
import { idOf } from '../../../test/support/catalogWorld';
import { editor } from '../../../test/support/fakeEditor';
import { modalCall } from './modalCall';

const request = {
  plan: 'release',
  tools: [
    { server: idOf('files'), tool: 'write', exposedName: 'files__write', leaves: 2 },
    { server: idOf('web'), tool: 'post', exposedName: 'web__post', leaves: 1 },
  ],
};

test.each([
  ['ticks all', ['write', 'post'], ['files__write', 'web__post']],
  ['clears one', ['post'], ['web__post']],
  ['leaves', undefined, 'closed'],
] as const)(
  'a person who %s about the tools of a plan is taken at their word',
  async (_what, picked, answer) => {
    editor.reset();
    editor.answers.push(picked);
    expect(await modalCall.askPlan?.(request, new AbortController().signal)).toEqual(answer);
    expect(editor.asked).toMatchObject([
      { title: 'Allow Tools of Plan "release"', offers: ['write', 'post'] },
    ]);
  },
);
