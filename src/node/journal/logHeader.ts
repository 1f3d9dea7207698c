import { closeSync, openSync, readSync } from 'node:fs';

/** What a write-ahead log begins with: its mark, its form, and so on, then two sums of the first 24 bytes. */
const BYTES = 32;
const SUMMED = 24;
const MAGIC = 0x377f_0682;

/** Whether SQLite would take this write-ahead log for none, and drop what it holds without a word. An empty or missing one holds nothing. */
export function isLogDamaged(log: string): boolean {
  const header = new DataView(new ArrayBuffer(BYTES));
  const size = readStart(log, header);
  if (size === 0) return false;
  const magic = header.getUint32(0);
  // The last bit of the mark tells the order of bytes of the sums' numbers.
  if (size < BYTES || magic >>> 1 !== MAGIC >>> 1) return true;
  let [first, second] = [0, 0];
  for (let at = 0; at < SUMMED; at += 8) {
    first = (first + header.getUint32(at, magic === MAGIC) + second) >>> 0;
    second = (second + header.getUint32(at + 4, magic === MAGIC) + first) >>> 0;
  }
  return first !== header.getUint32(SUMMED) || second !== header.getUint32(SUMMED + 4);
}

/** How much of it there was to read; 0 too where it can't be read, which opening tells of. */
function readStart(path: string, into: DataView): number {
  try {
    const file = openSync(path, 'r');
    try {
      return readSync(file, into, 0, BYTES, 0);
    } finally {
      closeSync(file);
    }
  } catch {
    return 0;
  }
}
