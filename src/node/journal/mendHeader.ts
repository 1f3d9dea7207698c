import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

/** Length of the header of a SQLite file (https://www.sqlite.org/fileformat2.html#the_database_header). */
const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';
/** SQLite's default, and so the size of every journal's pages. */
const PAGE_BYTES = 4_096;

/** Gives a copy of a journal whose first bytes are damaged the header that every journal has, so that the rest can be read. */
export function mendHeader(path: string): void {
  const file = openSync(path, 'r+');
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    readSync(file, header, 0, HEADER_BYTES, 0);
    if (header.toString('latin1', 0, MAGIC.length) === MAGIC && header.readUInt16BE(16) === PAGE_BYTES)
      return;
    writeSync(file, usualHeader(Math.floor(fstatSync(file).size / PAGE_BYTES)), 0, HEADER_BYTES, 0);
  } finally {
    closeSync(file);
  }
}

function usualHeader(pages: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 'latin1');
  header.writeUInt16BE(PAGE_BYTES, 16);
  // Written and read as write-ahead log; no reserved bytes; the three payload fractions that the format fixes.
  header.set([2, 2, 0, 64, 32, 32], 18);
  header.writeUInt32BE(1, 24);
  header.writeUInt32BE(pages, 28);
  // Schema cookie, schema format 4, UTF-8; the number at 92 must repeat the change counter at 24.
  header.writeUInt32BE(1, 40);
  header.writeUInt32BE(4, 44);
  header.writeUInt32BE(1, 56);
  header.writeUInt32BE(1, 60);
  header.writeUInt32BE(1, 92);
  return header;
}
