import { expect, test } from 'vitest';
import { frenchWording, plainWording } from '../../../test/support/pictureText';
import { changeWords } from './changeWords';

test('says which version became which, and how many tools changed with it', () => {
  const change = { from: '2.4.0', to: '2.5.0', tools: 3 };
  expect(changeWords(change, plainWording)).toBe('2.4.0 → 2.5.0 · 3 tools changed');
  expect(changeWords(change, frenchWording)).toBe('2.4.0 → 2.5.0 · 3 outils modifiés');
  expect(changeWords({ ...change, from: '2.5.0', tools: 1 }, plainWording)).toBe(
    'version 2.5.0 · 1 tool changed',
  );
  expect(changeWords({ to: '2.5.0', tools: 1 }, frenchWording)).toBe('version 2.5.0 · 1 outil modifié');
});
