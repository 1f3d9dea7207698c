import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readRecord } from './jsonRecord';
import { onOwnDisk } from './ownDisk';
import { writeWhole } from './privateRepository';

/** A path whose content a snapshot does not have. */
export interface WithheldFile {
  /** Raw bytes as latin1 text, relative to the root. */
  readonly name: string;
  readonly why: 'too-large' | 'unreadable' | 'special' | 'secret';
  readonly mode: string;
  readonly sizeBytes: number;
  /** Id that a blob of this content has, `sampled:` and a hash for very large files, null when it could not be read. */
  readonly id: string | null;
  /** Size, time and inode: while they are the same, so is the content. */
  readonly stamp: string;
}

/** Rights of files by their names, raw bytes as latin1 text. */
export type Rights = readonly (readonly [name: string, mode: number])[];

/** What is kept beside a root's tree, for the account and for letting go. */
export interface RootRecord {
  readonly root: string;
  /** Name of the root's private folder. */
  readonly key: string;
  /** Git folder that holds the ref, null for a manifest. */
  readonly refFolder: string | null;
  readonly ref: string | null;
  readonly exclude: string;
  /** Last line of HEAD's reflog, null where there is none, and how long the reflog was. */
  readonly lastMove: string | null;
  readonly reflogBytes: number;
  /** Commit that an unfinished merge brings in. */
  readonly mergeHead: string | null;
  /** Commits of the local branches, by name; left out where they were too many, and in older records. */
  readonly branches?: Readonly<Record<string, string>>;
  /** Commits of the newest stashes; not there in older records. */
  readonly stashes?: readonly string[];
  readonly withheld: readonly WithheldFile[];
  /** Whether files that git does not know were left out. */
  readonly skippedUntracked: boolean;
  /** Of the resets before it, by their move, whether they wrote files: only the disk of that moment told. */
  readonly resets?: Readonly<Record<string, boolean>>;
  /** Folders that ignore rules hide which were added since tasks are recorded here, raw names; not there in records of older versions. */
  readonly hidden?: readonly string[];
  /** Folders that could not be read, raw names with a slash at the end; not there in records of older versions. */
  readonly closed?: readonly string[];
  /** Of files that not everybody may read, as far as they were looked at; not there in records of older versions. */
  readonly rights?: Rights;
  /** Object store of a repository that could not be used then: what did not change since is only there. */
  readonly inheritedObjects?: string;
  /** What could not be looked at, in words for every account from or to this moment; not there in records of older versions. */
  readonly gaps?: readonly string[];
}

/** What is kept of a snapshot beside its trees. */
export interface SnapshotRecord {
  readonly id: string;
  readonly takenAt: number;
  /** The same by the machine's clock, to be compared with times of files; left out in older ones. */
  readonly recordedMs?: number;
  readonly roots: readonly RootRecord[];
}

/** The records of all snapshots of a workspace, a file each. */
export class SnapshotRecords {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Keeps the record, before the refs are made, so that every ref of ours can be found again. */
  async save(record: SnapshotRecord): Promise<void> {
    await onOwnDisk(() => mkdir(this.#folder, { recursive: true, mode: 0o700 }));
    await writeWhole(this.#path(record.id), JSON.stringify(record));
  }

  /** The record, undefined when it was let go, never made, or is damaged. */
  async find(id: string): Promise<SnapshotRecord | undefined> {
    if (!/^[\w-]+$/.test(id)) return undefined;
    const record = await readRecord(this.#path(id));
    if (!Array.isArray(record?.['roots'])) return undefined;
    // Only `save` writes these files, whole.
    return record as unknown as SnapshotRecord;
  }

  /** The record of one root. */
  async ofRoot(id: string, root: string): Promise<RootRecord | undefined> {
    return (await this.find(id))?.roots.find(record => record.root === root);
  }

  /** Keeps with a root how its resets went. */
  async keepResets(id: string, root: string, resets: Readonly<Record<string, boolean>>): Promise<void> {
    const record = await this.find(id);
    if (record === undefined) return;
    const roots = record.roots.map(found => (found.root === root ? { ...found, resets } : found));
    await this.save({ ...record, roots });
  }

  /** Every record's id. */
  async ids(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names.filter(name => name.endsWith('.json')).map(name => name.slice(0, -'.json'.length));
  }

  /** Lets go of the record. */
  async remove(id: string): Promise<void> {
    await rm(this.#path(id), { force: true });
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}
