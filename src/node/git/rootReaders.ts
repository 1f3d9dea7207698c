import { join } from 'node:path';
import { ABSENT, type RawChange } from '../../core/snapshots/rawChange';
import type { RootSnapshot, Snapshot } from '../../core/snapshots/snapshot';
import type { GitPlumbing } from './gitPlumbing';
import { IndexStates } from './indexState';
import { ManifestRecorder } from './manifestRecorder';
import { PrivateRepository } from './privateRepository';
import { rootDiff, type RootDiff, type RootMoment, type RootReader } from './rootChanges';
import { momentOf } from './rootPlace';
import type { SnapshotRecords } from './snapshotRecords';
import { entriesOf, readableName } from './worktreeListing';

/** Finds what reads a root's snapshots, also when the root is not there any more. */
export class RootReaders {
  readonly #git: GitPlumbing | undefined;
  readonly #storageFolder: string;
  readonly #records: SnapshotRecords;

  constructor(git: GitPlumbing | undefined, storageFolder: string, records: SnapshotRecords) {
    this.#git = git;
    this.#storageFolder = storageFolder;
    this.#records = records;
  }

  /** Every root that one of the snapshots has, as it was at each of them. */
  async moments(
    ...snapshots: readonly Snapshot[]
  ): Promise<ReadonlyMap<string, readonly (RootMoment | undefined)[]>> {
    const records = await Promise.all(snapshots.map(snapshot => this.#records.find(snapshot.id)));
    const roots = new Set(snapshots.flatMap(snapshot => snapshot.roots.map(root => root.root)));
    return new Map(
      [...roots].map(root => [root, snapshots.map((snapshot, i) => momentOf(snapshot, records[i], root))]),
    );
  }

  /** When a snapshot was taken, by the machine's clock. */
  async recordedMs({ id, takenAt }: Snapshot): Promise<number> {
    return (await this.#records.find(id))?.recordedMs ?? takenAt;
  }

  /** How a root differs between two moments. */
  async diff(
    from: RootMoment | undefined,
    to: RootMoment | undefined,
    signal: AbortSignal,
  ): Promise<RootDiff> {
    const reader = this.reader(from, to);
    if (typeof reader === 'string') return { changes: [], renames: [], lines: new Map(), partial: [reader] };
    const diff = await rootDiff(reader, from, to, signal);
    if (to !== undefined || diff.partial.length === 0 || reader.type === 'manifests') return diff;
    const changes = await this.#lastSeenAsDeleted(reader.repository.folder, from, signal);
    const partial = [
      `The repository ${from?.snapshot.label ?? ''} is gone with its contents; its files are told as they were last seen.`,
    ];
    return { ...diff, changes, partial };
  }

  /** What reads both moments; in words why nothing can. */
  reader(from: RootMoment | undefined, to: RootMoment | undefined): RootReader | string {
    const moments = [to, from].filter(moment => moment !== undefined);
    for (const { snapshot } of moments) {
      if (snapshot.tree === null) return snapshot.partial ?? 'It was not recorded.';
    }
    const methods = new Set(moments.map(moment => moment.snapshot.method));
    if (methods.has('manifest')) {
      return methods.size > 1
        ? 'One moment was recorded with git and the other without, so they can not be compared.'
        : { type: 'manifests', recorder: new ManifestRecorder(join(this.#storageFolder, 'manifests'), '') };
    }
    const [newer, older = newer] = moments;
    const repository = newer === undefined ? undefined : this.repository(newer, older);
    return repository === undefined
      ? 'What was kept beside the snapshot is gone.'
      : { type: 'trees', repository };
  }

  /** Removes a list of files that no snapshot needs any more. */
  async dropManifest(name: string): Promise<void> {
    await new ManifestRecorder(join(this.#storageFolder, 'manifests'), '').remove(name);
  }

  /** The private repository that has a moment's tree, and reads another's too. */
  repository(moment: RootMoment, other: RootMoment = moment): PrivateRepository | undefined {
    const { snapshot, record } = moment;
    if (this.#git === undefined || record === undefined || record.refFolder === null) return undefined;
    const objects = this.#objectsOf(moment);
    const alsoReads = this.#objectsOf(other);
    if (objects === undefined || alsoReads === undefined) return undefined;
    return new PrivateRepository(this.#git, join(this.#storageFolder, 'roots', record.key), {
      workTree: snapshot.root,
      objectFormat: objectFormatOf(snapshot),
      objects,
      ...(alsoReads === objects ? {} : { alsoReads }),
    });
  }

  #objectsOf({ snapshot, record }: RootMoment): string | undefined {
    if (record === undefined || record.refFolder === null) return undefined;
    const folder =
      snapshot.method === 'tree' ? record.refFolder : join(this.#storageFolder, 'roots', record.key);
    return join(folder, 'objects');
  }

  /** The files of a root that was deleted with its objects, from our index of it. */
  async #lastSeenAsDeleted(
    folder: string,
    from: RootMoment | undefined,
    signal: AbortSignal,
  ): Promise<readonly RawChange[]> {
    const states = new IndexStates(folder);
    const state = await states.load();
    if (state === undefined || from === undefined || this.#git === undefined) return [];
    const place = { workTree: from.snapshot.root, objectFormat: objectFormatOf(from.snapshot) };
    const args = ['ls-files', '-z', '--stage'];
    const call = { args, index: states.pathOf(state.index), needsNoWorkTree: true };
    const { stdout } = await new PrivateRepository(this.#git, folder, place).run(call, signal);
    return entriesOf(stdout).map(entry => {
      const [oldMode = '', oldId = ''] = entry.split(' ');
      const path = readableName(entry.slice(entry.indexOf('\t') + 1));
      return { path, oldMode, oldId, newMode: ABSENT, newId: '' };
    });
  }
}

function objectFormatOf(snapshot: RootSnapshot): string {
  return snapshot.tree?.length === 64 ? 'sha256' : 'sha1';
}
