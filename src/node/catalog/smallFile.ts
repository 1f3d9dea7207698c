import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Nobody writes a larger one by hand; a mistaken path must not fill our memory. */
const LARGEST_BYTES = 1_048_576;

/** What became of reading a file. */
export type FileReading =
  | { readonly type: 'text'; readonly text: string; readonly mode: number; readonly uid: number }
  | { readonly type: 'absent' }
  /** Why it can't be read, as a sentence about "it". */
  | { readonly type: 'unreadable'; readonly why: string };

/** Reads a small text file. What was checked and what was read are one and the same file. */
export async function readSmallFile(path: string, largestBytes = LARGEST_BYTES): Promise<FileReading> {
  try {
    // Without O_NONBLOCK (which Windows has not), opening a pipe would wait for a writer for ever.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stat = await file.stat();
      if (stat.isDirectory()) return { type: 'unreadable', why: 'It is a folder.' };
      if (!stat.isFile()) return { type: 'unreadable', why: 'It is no ordinary file.' };
      if (stat.size > largestBytes) {
        return { type: 'unreadable', why: `It is larger than ${largestBytes / 1_048_576} MiB.` };
      }
      const text = textOf(await file.readFile());
      return { type: 'text', text, mode: stat.mode, uid: stat.uid };
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { type: 'absent' };
    if (code === 'EISDIR') return { type: 'unreadable', why: 'It is a folder.' };
    if (code === 'EACCES' || code === 'EPERM') return { type: 'unreadable', why: 'You may not read it.' };
    return { type: 'unreadable', why: `The system says ${code}.` };
  }
}

/** The text without its mark, which tells UTF-16 from UTF-8. */
function textOf(bytes: Buffer): string {
  const mark = bytes.toString('hex', 0, 2);
  return new TextDecoder(mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8').decode(bytes);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'an unknown error';
}
