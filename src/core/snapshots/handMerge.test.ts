import { expect, test } from 'vitest';
import { contentObstacle, filesToMerge } from './handMerge';

const file = { mode: '100644', id: 'a' };
const program = { mode: '100755', id: 'b' };
const link = { mode: '120000', id: 'c' };

/** As the bytes of a file are given. */
const bytes = (text: string, encoding: BufferEncoding = 'utf8') =>
  Buffer.from(text, encoding).toString('latin1');

test('merges three files, and says what stands against it where one is missing or is no file', () => {
  const files = { start: file, end: program, now: file };
  expect(filesToMerge(files)).toEqual(files);
  expect({
    'deleted now': filesToMerge({ ...files, now: null }),
    'not there before': filesToMerge({ ...files, start: null }),
    'deleted in between': filesToMerge({ ...files, end: null }),
    'a link now': filesToMerge({ ...files, now: link }),
    'a link before': filesToMerge({ ...files, start: link }),
  }).toEqual({
    'deleted now': 'It no longer exists, so there is nothing to merge with.',
    'not there before': "It didn't exist then, so there is nothing to merge with.",
    'deleted in between': 'It was deleted in between, so its versions have no lines in common.',
    'a link now': 'One of its versions is a link or a submodule.',
    'a link before': 'One of its versions is a link or a submodule.',
  });
});

test('takes text of any ends and of any encoding whose line ends are single bytes', () => {
  const taken = [
    '',
    'one',
    'one\ntwo\r\n',
    '\uFEFFé\n',
    'a ======= b\n',
    '======\n',
    'Heading\n==========\n',
  ];
  expect(taken.map(text => contentObstacle(bytes(text)))).toEqual(taken.map(() => null));
  expect(contentObstacle(bytes('café\n', 'latin1'))).toBeNull();
});

test('does not take what is no text, or whose line ends are two bytes', () => {
  const late = `${'x'.repeat(9_000)}\n\0`;
  const refused = [bytes('a\0b\n'), bytes(late), bytes('a\n', 'utf16le'), bytes('\uFEFF\u4E00', 'utf16le')];
  expect(new Set(refused.map(contentObstacle))).toEqual(
    new Set(['It is not text, or not in UTF-8 or a similar encoding.']),
  );
});

test('does not take a file in which an editor would find markers of its own', () => {
  const starts = ['', 'x\n', 'x\r\n', 'x\r', '\uFEFF'];
  const markers = ['<<<<<<< mine\n', '<<<<<<<', '||||||| base', '=======\n', '=======', '>>>>>>> theirs'];
  const refused = starts.flatMap(start => markers.map(marker => contentObstacle(bytes(start + marker))));
  expect(new Set(refused)).toEqual(new Set(['It holds lines that look like conflict markers.']));
});
