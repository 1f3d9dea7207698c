import { expect, test } from 'vitest';
import { plainWording } from '../../../test/support/pictureText';
import { SHOWN_STATUSES } from '../words/stateWords';
import { taskLook } from './taskRows';

const signs = SHOWN_STATUSES.map(status => ({ status, ...taskLook(status, plainWording.t) }));

test.each(signs)('no other status looks as $status does, or is called so', ({ status, icon, state }) => {
  const others = signs.filter(each => each.status !== status);
  expect(others).not.toContainEqual(expect.objectContaining({ icon }));
  expect(others).not.toContainEqual(expect.objectContaining({ state }));
});

test('yellow waits for a person, blue for an agent, and red has failed', () => {
  expect(taskLook('awaiting_review', plainWording.t)).toMatchObject({ icon: 'eye', tone: 'warn' });
  expect(taskLook('changes_requested', plainWording.t)).toMatchObject({ icon: 'comment', tone: 'run' });
  expect(taskLook('failed', plainWording.t)).toMatchObject({ icon: 'error', tone: 'bad' });
});
