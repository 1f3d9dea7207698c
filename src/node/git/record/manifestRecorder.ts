import { checkText } from '../../../core/snapshots/checkTexts';
import { createHash } from 'node:crypto';
import { createReadStream, type Dirent } from 'node:fs';
import { lstat, mkdir, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isRecord } from '../../../core/support/json';
import { IgnoreRules } from './ignoreRules';
import { writeWhole } from '../plumbing/privateRepository';
import { BUILT_IN_EXCLUDES } from './builtInExcludes';
import { pathIn } from '../plumbing/changedFiles';
import { rawName, readableName } from '../plumbing/rawNames';
import type { TakenRoot } from './takenRoot';

/** Files that one list takes up. */
const FILES_LIMIT = 50_000;
/** Larger files are told apart by size and time alone (chosen here: reading them takes seconds). */
const HASH_LIMIT_BYTES = 256 * 1024 * 1024;
/** A file written this shortly before it was hashed may be written again without a new time (FAT keeps 2 s). */
const SETTLED_AFTER_MS = 2_000;
/** Git looks for a NUL in so many bytes to call a file binary. */
const BINARY_LOOK_BYTES = 8_000;

/** What an account lacks where there is a repository and no git for it. */
const NO_COMMITS = checkText('noGit');

/** A file as a list knows it. */
export interface ManifestEntry {
  readonly mode: string;
  /** The id that git gives a blob of this content; `stamp:` and size and time where it was not read. */
  readonly id: string;
  readonly isBinary: boolean;
  readonly stamp: string;
}

/** The files of a folder at one moment. */
export interface Manifest {
  readonly takenMs: number;
  readonly files: Readonly<Record<string, ManifestEntry>>;
  /** Paths that could not be read. */
  readonly unreadable: readonly string[];
  readonly isCut: boolean;
}

/** A root as it is recorded here. */
interface Recorded {
  readonly folder: string;
  readonly key: string;
  readonly remark: string | null;
}

/** Lists a folder's files with hashes, where there is no git to make trees. */
export class ManifestRecorder {
  readonly #folder: string;
  readonly #key: string;

  constructor(folder: string, key: string) {
    this.#folder = folder;
    this.#key = key;
  }

  /** The folder as it is now, kept under a name that says its content. */
  async take(root: Recorded, signal: AbortSignal): Promise<TakenRoot> {
    const known = await this.#read(`${this.#key}-latest`);
    const manifest = await listFiles(root.folder, known, signal);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const text = JSON.stringify(manifest);
    const name = `${this.#key}-${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    await writeWhole(this.#path(name), text);
    await writeWhole(this.#path(`${this.#key}-latest`), text);
    const gaps = (await liesInRepository(root.folder)) ? [NO_COMMITS] : [];
    const words = [
      root.remark,
      ...gaps,
      checkText('noContents'),
      manifest.isCut ? checkText('filesCut', FILES_LIMIT) : null,
      manifest.unreadable.length > 0
        ? checkText('notReadable', manifest.unreadable.slice(0, 5).join(', '))
        : null,
    ].filter(part => part !== null);
    return {
      snapshot: {
        root: root.folder,
        method: 'manifest',
        tree: name,
        head: null,
        branch: null,
        isRestorable: false,
        partial: words.join(' '),
      },
      record: {
        root: root.folder,
        key: root.key,
        refFolder: null,
        ref: name,
        exclude: BUILT_IN_EXCLUDES,
        lastMove: null,
        reflogBytes: 0,
        mergeHead: null,
        withheld: [],
        skippedUntracked: manifest.isCut,
        gaps,
      },
      nested: [],
      isPartial: manifest.isCut || manifest.unreadable.length > 0,
    };
  }

  /** The list of that name; undefined when it is not kept any more. */
  async find(name: string): Promise<Manifest | undefined> {
    return await this.#read(name);
  }

  /** Removes the list of that name. */
  async remove(name: string): Promise<void> {
    if (/^[\w-]+$/.test(name)) await rm(this.#path(name), { force: true });
  }

  async #read(name: string): Promise<Manifest | undefined> {
    if (!/^[\w-]+$/.test(name)) return undefined;
    try {
      const manifest: unknown = JSON.parse(await readFile(this.#path(name), 'utf8'));
      if (!isRecord(manifest) || !isRecord(manifest['files'])) return undefined;
      // Only `take` writes these files, whole.
      return manifest as unknown as Manifest;
    } catch {
      // Never made or let go.
      return undefined;
    }
  }

  #path(name: string): string {
    return join(this.#folder, `${name}.json`);
  }
}

async function listFiles(
  folder: string,
  known: Manifest | undefined,
  signal: AbortSignal,
): Promise<Manifest> {
  const takenMs = Date.now();
  // No prototype: a file may be called `__proto__`.
  const files: Record<string, ManifestEntry> = Object.create(null);
  const unreadable: string[] = [];
  let count = 0;
  const walk = async (path: string, outer: IgnoreRules): Promise<void> => {
    signal.throwIfAborted();
    const entries = await entriesIn(folder, path);
    if (entries === undefined) {
      unreadable.push(path);
      return;
    }
    const rules = entries.some(entry => entry.name === '.gitignore' && entry.isFile())
      ? outer.with(path, await readFile(onDisk(folder, `${path}/.gitignore`), 'utf8').catch(() => ''))
      : outer;
    for (const entry of entries) {
      const name = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.name === '.git' || rules.ignores(name, entry.isDirectory())) continue;
      if (entry.isDirectory()) await walk(name, rules);
      else if (count >= FILES_LIMIT) return;
      else if (entry.isFile() || entry.isSymbolicLink()) {
        count += 1;
        const file = await entryOf(onDisk(folder, name), known?.files[name], known?.takenMs ?? 0, signal);
        if (file === undefined) unreadable.push(name);
        else files[name] = file;
      }
    }
  };
  await walk('', IgnoreRules.none.with('', BUILT_IN_EXCLUDES));
  // What was listed stays listed: an ignore rule that came since takes nothing off the disk.
  for (const [name, entry] of Object.entries(known?.files ?? {})) {
    if (name in files || count >= FILES_LIMIT || hasFileAbove(name, files)) continue;
    signal.throwIfAborted();
    const file = await entryOf(onDisk(folder, name), entry, known?.takenMs ?? 0, signal);
    if (file === undefined) continue;
    count += 1;
    files[name] = file;
  }
  return { takenMs, files, unreadable, isCut: count >= FILES_LIMIT };
}

/** Whether a folder above the name is a file or a link now. */
function hasFileAbove(name: string, files: Readonly<Record<string, ManifestEntry>>): boolean {
  for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1))
    if (name.slice(0, at) in files) return true;
  return false;
}

/** What lies in the folder; undefined where it can't be read. */
async function entriesIn(folder: string, path: string): Promise<readonly Dirent[] | undefined> {
  const place = onDisk(folder, path);
  try {
    const entries = await readdir(place, { withFileTypes: true });
    if (entries.every(entry => !entry.name.includes('\uFFFD'))) return entries;
    // Names that are no text: by their bytes.
    const byBytes = await readdir(place, { withFileTypes: true, encoding: 'buffer' });
    return byBytes.map(entry =>
      Object.assign(Object.create(entry), { name: readableName(entry.name.toString('latin1')) }),
    );
  } catch {
    return undefined;
  }
}

/** Where a readable name is on disk. */
function onDisk(folder: string, path: string): string | Buffer {
  return pathIn(folder, rawName(path));
}

async function entryOf(
  path: string | Buffer,
  known: ManifestEntry | undefined,
  knownMs: number,
  signal: AbortSignal,
): Promise<ManifestEntry | undefined> {
  try {
    const found = await lstat(path, { bigint: true });
    if (!found.isFile() && !found.isSymbolicLink()) return undefined;
    const mode = found.isSymbolicLink() ? '120000' : (found.mode & 0o100n) === 0n ? '100644' : '100755';
    const stamp = `${found.size}:${found.mtimeNs}:${found.ctimeNs}:${found.ino}`;
    const isSettled = Number(found.mtimeMs) + SETTLED_AFTER_MS < knownMs;
    if (known?.stamp === stamp && isSettled) return { ...known, mode };
    if (found.isSymbolicLink()) {
      const target = Buffer.from(await readlink(path));
      return { mode, stamp, isBinary: false, id: blobId(target) };
    }
    if (found.size > BigInt(HASH_LIMIT_BYTES))
      return { mode, stamp, isBinary: true, id: `stamp:${found.size}:${found.mtimeNs}` };
    return { mode, stamp, ...(await readEntry(path, Number(found.size), signal)) };
  } catch (error) {
    if (signal.aborted) throw error;
    // Gone, locked or not ours to read.
    return undefined;
  }
}

async function readEntry(
  path: string | Buffer,
  sizeBytes: number,
  signal: AbortSignal,
): Promise<Pick<ManifestEntry, 'id' | 'isBinary'>> {
  const hash = createHash('sha1').update(`blob ${sizeBytes}\0`);
  let seen = 0;
  let isBinary = false;
  if (sizeBytes > 0) {
    // `end`: a file that grows while it is read would never end.
    for await (const chunk of createReadStream(path, { end: sizeBytes - 1, signal })) {
      // Without an encoding a stream gives bytes.
      const bytes = chunk as Buffer;
      isBinary ||= bytes.subarray(0, Math.max(0, BINARY_LOOK_BYTES - seen)).includes(0);
      seen += bytes.length;
      hash.update(bytes);
    }
  }
  return { id: hash.digest('hex'), isBinary };
}

function blobId(content: Buffer): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
}

/** Whether a repository is here or above. */
async function liesInRepository(folder: string): Promise<boolean> {
  const found = await lstat(join(folder, '.git')).catch(() => undefined);
  return found !== undefined || (dirname(folder) !== folder && (await liesInRepository(dirname(folder))));
}
