import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of the checksum at the index's end, for SHA-1 and SHA-256. */
const CHECKSUM_BYTES = [20, 32] as const;
const SIGNATURE = 'TREE';
/** A signature of four bytes and the size of what follows. */
const HEADER_BYTES = 8;

/**
 * Whether the index knows the tree that it stands for (extension `TREE` of git's index format). A hard reset notes it anew; a
 * mixed one only marks what it changed as no longer known, up to the root. Undefined where the index has no such extension, or
 * is not one.
 */
export async function knowsItsTree(gitFolder: string): Promise<boolean | undefined> {
  const index = await readFile(join(gitFolder, 'index')).catch(() => Buffer.alloc(0));
  for (let at = index.indexOf(SIGNATURE); at >= 0; at = index.indexOf(SIGNATURE, at + 1))
    if (isExtension(index, at)) return rootEntries(index, at + HEADER_BYTES) >= 0;
  return undefined;
}

/** A name may hold the same four letters: from an extension on, one follows the other to the checksum. */
function isExtension(index: Buffer, start: number): boolean {
  let at = start;
  while (at + HEADER_BYTES <= index.length) {
    at += HEADER_BYTES + index.readUInt32BE(at + SIGNATURE.length);
    if (CHECKSUM_BYTES.some(bytes => at === index.length - bytes)) return true;
  }
  return false;
}

/** How many files the index has, as its tree says; -1 where that is no longer known. The root has an empty name. */
function rootEntries(index: Buffer, at: number): number {
  return Number.parseInt(index.toString('latin1', at + 1, at + 1 + 12), 10);
}
