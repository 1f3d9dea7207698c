import { createHash } from 'node:crypto';
import { constants, createReadStream, type BigIntStats } from 'node:fs';
import { access, lstat, open } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Rights, WithheldFile } from './snapshotRecords';
import { diskName } from './rawNames';
import type { WorktreeListing } from './worktreeListing';

/** Files up to this size are kept with their content. */
export const CONTENT_LIMIT_BYTES = 5 * 1024 * 1024;
/** Larger files are told apart by three samples instead of all their bytes (chosen here). */
const WHOLE_HASH_BYTES = 64 * 1024 * 1024;
const SAMPLE_BYTES = 64 * 1024;
/** Rights of a file that its group and everybody else may read. */
const FOR_ALL = 0o044;
/** What the id of such a file begins with. */
export const SAMPLED = 'sampled:';
/** Names that hold keys in most projects: not stored when an ignore rule that covered them goes away. */
const SECRET_NAMES =
  /(?:^|\/)(?:\.env(?:\..*)?|\.netrc|\.npmrc|\.pgpass|id_[a-z0-9]+|credentials.*|secrets?(?:\..*)?|.*\.(?:pem|key|p12|pfx|keystore|jks|kdbx|secret))$/i;

/** What to tell our index of the work tree. Raw names. */
export interface IndexFeed {
  readonly removals: readonly string[];
  readonly additions: readonly string[];
  readonly withheld: readonly WithheldFile[];
  /** Folders that can't be looked into, with a slash at the end: what was known of them stays as it was. */
  readonly closed: readonly string[];
  /** Of `additions`, those that may be kept out for being secret. */
  readonly secretLike: readonly string[];
  /** Of `additions`, those that not everybody may read, with their rights: git keeps the executable bit alone. */
  readonly rights: Rights;
}

/** Looks at every path that is not as the index has it and says what becomes of it. */
export async function feedFrom(
  folder: string,
  listing: WorktreeListing,
  known: readonly WithheldFile[],
  objectFormat: string,
  signal: AbortSignal,
): Promise<IndexFeed> {
  const removals = new Set<string>();
  const closed = new Set(listing.closed);
  for (const name of listing.gone) {
    if ((await lookAt(pathIn(folder, name))) === 'closed') closed.add(`${dirname(name)}/`);
    else removals.add(name);
  }
  const additions: string[] = [];
  const withheld: WithheldFile[] = [];
  const rights: [string, number][] = [];
  const knownByName = new Map(known.map(file => [file.name, file]));
  const untracked = new Set(listing.untracked);
  const links = new Map<string, boolean>();
  const looked = new Set([...listing.changed, ...listing.untracked]);
  // A withheld file that became ignored is in no list any more, yet a later change of it must be seen.
  for (const file of known) if (!removals.has(file.name)) looked.add(file.name);
  for (const name of looked) {
    signal.throwIfAborted();
    const path = pathIn(folder, name);
    const found = await lookAt(path);
    if (found === 'closed') {
      closed.add(`${dirname(name)}/`);
      withheld.push(...known.filter(file => file.name === name));
      continue;
    }
    const isGone = found === undefined || (!untracked.has(name) && liesUnder(name, untracked));
    if (isGone || (await isBehindLink(folder, name, links))) {
      removals.add(name);
      continue;
    }
    if (found.isDirectory()) {
      // A submodule is listed when its commit moved; any other directory took a file's place.
      if (listing.changed.includes(name) && (await isRepository(pathIn(folder, `${name}/.git`))))
        additions.push(name);
      else removals.add(name);
      continue;
    }
    const why = await reasonToWithhold(path, found);
    if (why === undefined && knownByName.get(name)?.why !== 'secret') {
      additions.push(name);
      const mode = Number(found.mode) & 0o777;
      if (found.isFile() && (mode & FOR_ALL) !== FOR_ALL) rights.push([name, mode]);
    } else {
      withheld.push(
        await withholdFile(folder, name, found, why ?? 'secret', knownByName.get(name), objectFormat),
      );
      if (why !== 'unreadable') removals.add(name);
    }
  }
  return {
    removals: [...removals],
    additions,
    withheld,
    closed: [...closed],
    secretLike: additions.filter(name => untracked.has(name) && SECRET_NAMES.test(name)),
    rights,
  };
}

/** What lies there; `closed` where the folder that it is in can't be looked into. */
async function lookAt(path: string | Buffer): Promise<BigIntStats | 'closed' | undefined> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EACCES' ? 'closed' : undefined;
  }
}

/** Whether a folder above it is a link: what lies behind that is somewhere else. `known`: what was found of folders. */
async function isBehindLink(folder: string, name: string, known: Map<string, boolean>): Promise<boolean> {
  const parent = dirname(name);
  if (parent === '.' || parent === '/') return false;
  let isBehind = known.get(parent);
  if (isBehind === undefined) {
    const found = await lstat(pathIn(folder, parent)).catch(() => undefined);
    isBehind = found?.isSymbolicLink() === true || (await isBehindLink(folder, parent, known));
    known.set(parent, isBehind);
  }
  return isBehind;
}

/** The file as a snapshot that does not keep its content knows it. */
export async function withholdFile(
  folder: string,
  name: string,
  found: BigIntStats,
  why: WithheldFile['why'],
  known: WithheldFile | undefined,
  objectFormat: string,
): Promise<WithheldFile> {
  const stamp = stampOf(found);
  const isExecutable = (found.mode & 0o100n) !== 0n;
  const mode = found.isSymbolicLink() ? '120000' : isExecutable ? '100755' : '100644';
  const sizeBytes = Number(found.size);
  const id =
    why === 'unreadable' || why === 'special'
      ? null
      : known?.stamp === stamp && known.id !== null
        ? known.id
        : await contentId(pathIn(folder, name), sizeBytes, objectFormat);
  return { name, why, mode, sizeBytes, id, stamp };
}

/** What is the same as long as nobody wrote to the file. */
export function stampOf(found: BigIntStats): string {
  return `${found.size}:${found.mtimeNs}:${found.ino}`;
}

/** Where a raw name is on disk. */
export function pathIn(folder: string, name: string): string | Buffer {
  const own = diskName(name);
  return typeof own === 'string' ? join(folder, own) : Buffer.concat([Buffer.from(`${folder}${sep}`), own]);
}

async function reasonToWithhold(
  path: string | Buffer,
  found: BigIntStats,
): Promise<'too-large' | 'unreadable' | 'special' | undefined> {
  if (found.isSymbolicLink()) return undefined;
  if (!found.isFile()) return 'special';
  if (found.size > BigInt(CONTENT_LIMIT_BYTES)) return 'too-large';
  try {
    await access(path, constants.R_OK);
    return undefined;
  } catch {
    return 'unreadable';
  }
}

async function contentId(
  path: string | Buffer,
  sizeBytes: number,
  objectFormat: string,
): Promise<string | null> {
  try {
    if (sizeBytes > WHOLE_HASH_BYTES) return await sampledId(path, sizeBytes);
    const hash = createHash(objectFormat).update(`blob ${sizeBytes}\0`);
    // `end`: a file that grows while it is read would never end.
    for await (const chunk of createReadStream(path, { end: Math.max(sizeBytes - 1, 0) })) hash.update(chunk);
    return hash.digest('hex');
  } catch {
    // Gone or locked since we looked: its content is not known.
    return null;
  }
}

async function sampledId(path: string | Buffer, sizeBytes: number): Promise<string> {
  const hash = createHash('sha256').update(String(sizeBytes));
  const file = await open(path, 'r');
  try {
    const sample = Buffer.alloc(SAMPLE_BYTES);
    for (const at of [0, Math.floor(sizeBytes / 2), sizeBytes - SAMPLE_BYTES]) {
      const { bytesRead } = await file.read(sample, 0, SAMPLE_BYTES, at);
      hash.update(sample.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
  return `${SAMPLED}${hash.digest('hex')}`;
}

/** Whether one of the files is where a folder of the name would be. */
export function liesUnder(name: string, files: ReadonlySet<string>): boolean {
  for (let parent = dirname(name); parent !== '.' && parent !== '/'; parent = dirname(parent)) {
    if (files.has(parent)) return true;
  }
  return false;
}

async function isRepository(gitFolder: string | Buffer): Promise<boolean> {
  return await access(gitFolder).then(
    () => true,
    () => false,
  );
}
