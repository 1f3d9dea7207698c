import { checkText } from '../../../core/snapshots/checkTexts';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { ABSENT, type RawChange } from '../../../core/snapshots/rawChange';
import type { RootSnapshot, Snapshot } from '../../../core/snapshots/snapshot';
import { Refusal } from '../../../core/support/refusal';
import type { GitPlumbing } from '../plumbing/gitPlumbing';
import { IndexStates } from '../record/indexState';
import { KeptIndexes } from '../record/keptIndexes';
import { ManifestRecorder } from '../record/manifestRecorder';
import { PrivateRepository } from '../plumbing/privateRepository';
import { nothingSaid, rootDiff, type RootReader } from './rootChanges';
import type { RootDiff, RootMoment } from '../record/rootMoment';
import { momentOf, ROOTS_LIMIT } from '../record/rootPlace';
import { copyIndex } from '../plumbing/seedIndex';
import type { SnapshotRecords } from '../plumbing/snapshotRecords';
import { entriesOf, readableName } from '../plumbing/worktreeListing';

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
      [...roots].map(root => [
        root,
        snapshots.map((snapshot, i) => momentOf(snapshot, records[i], root) ?? unseenMoment(snapshot, root)),
      ]),
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
    if (typeof reader === 'string') return nothingSaid(reader);
    const diff = await rootDiff(reader, from, to, signal);
    if (diff.unknown === undefined || reader.type === 'manifests') return diff;
    if (to !== undefined) {
      // Objects are gone: with the indexes that we kept, the trees can be made again.
      const isMade = await Promise.all([from, to].map(moment => this.#remake(reader, moment, signal)));
      if (!isMade.includes(true)) return diff;
      // One that knows the store that they are in.
      const again = this.reader(from, to);
      return typeof again === 'string' ? diff : await rootDiff(again, from, to, signal);
    }
    const changes = await this.#lastSeenAsDeleted(reader.repository.folder, from, signal);
    const partial = [checkText('repositoryGone', from?.snapshot.label ?? '')];
    return { changes, renames: [], lines: new Map(), partial };
  }

  /** Makes the tree of a moment again in a store of its own, without the contents. Whether that was possible. */
  async #remake(
    { repository }: Extract<RootReader, { type: 'trees' }>,
    moment: RootMoment | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    const tree = moment?.snapshot.tree ?? null;
    if (this.#git === undefined || moment === undefined || tree === null) return false;
    const index = await new KeptIndexes(repository.folder).find(tree);
    if (index === undefined) return false;
    // Git writes what it learns into the index: a copy, which is swept like any other.
    const states = new IndexStates(repository.folder);
    const copy = states.pathOf(states.freshName());
    const objects = remadeIn(repository.folder);
    const place = { workTree: moment.snapshot.root, objects, objectFormat: objectFormatOf(moment.snapshot) };
    const call = { args: ['write-tree', '--missing-ok'], index: copy, needsNoWorkTree: true };
    try {
      await mkdir(objects, { recursive: true, mode: 0o700 });
      if (!(await copyIndex(index, copy))) return false;
      return (await new PrivateRepository(this.#git, repository.folder, place).line(call, signal)) === tree;
    } catch (error) {
      if (!Refusal.is(error, 'git-failed')) throw error;
      return false;
    }
  }

  /** What reads both moments; in words why nothing can. */
  reader(from: RootMoment | undefined, to: RootMoment | undefined): RootReader | string {
    const moments = [to, from].filter(moment => moment !== undefined);
    for (const { snapshot } of moments) {
      if (snapshot.tree === null) return notRecorded(snapshot);
    }
    const methods = new Set(moments.map(moment => moment.snapshot.method));
    if (methods.has('manifest')) {
      return methods.size > 1
        ? checkText('twoWays')
        : { type: 'manifests', recorder: new ManifestRecorder(join(this.#storageFolder, 'manifests'), '') };
    }
    const [newer, older = newer] = moments;
    const repository = newer === undefined ? undefined : this.repository(newer, older);
    return repository === undefined ? checkText('storeGone') : { type: 'trees', repository };
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
    const folder = join(this.#storageFolder, 'roots', record.key);
    // Without a store git takes the folder for no repository.
    const inherited = [record, other.record].flatMap(each => each?.inheritedObjects ?? []);
    const places = new Set([objects, alsoReads, join(folder, 'objects'), remadeIn(folder), ...inherited]);
    const [store = objects, ...others] = [...places].filter(place => existsSync(place));
    return new PrivateRepository(this.#git, folder, {
      workTree: snapshot.root,
      objectFormat: objectFormatOf(snapshot),
      objects: store,
      alsoReads: others,
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

/** Nothing is known of a folder that a person added to the workspace later, or took out of it before: it was there all the same. */
const NO_FOLDER_THEN = checkText('folderNotThere');

/** A root that a snapshot does not have because it could not look: not one that was not there. */
function unseenMoment(snapshot: Snapshot, root: string): RootMoment | undefined {
  const around = snapshot.roots.filter(other => isUnder(root, other.root) || isUnder(other.root, root));
  const outer = around.find(({ tree }) => tree === null);
  const missing = around.length === 0 ? NO_FOLDER_THEN : tooMany(snapshot);
  const reason = outer === undefined ? missing : (outer.partial ?? checkText('notRecorded'));
  if (reason === undefined) return undefined;
  const none = { method: 'none', tree: null, head: null, branch: null, isRestorable: false } as const;
  return { snapshot: { root, label: '', ...none, partial: reason }, record: undefined };
}

function isUnder(inner: string, outer: string): boolean {
  return inner.startsWith(outer.endsWith(sep) ? outer : `${outer}${sep}`);
}

function tooMany(snapshot: Snapshot): string | undefined {
  return snapshot.roots.length < ROOTS_LIMIT ? undefined : checkText('someRepositories', ROOTS_LIMIT);
}

/** Trees that were made again lie apart: a snapshot that found them in its store would take their contents to be there. */
function remadeIn(folder: string): string {
  return join(folder, 'remade');
}

function objectFormatOf(snapshot: RootSnapshot): string {
  return snapshot.tree?.length === 64 ? 'sha256' : 'sha1';
}

/** Why a root was not recorded, with its name where there may be others. */
function notRecorded({ label, partial }: RootSnapshot): string {
  const reason = partial ?? checkText('notRecorded');
  return label === '' || partial === null ? reason : checkText('notRecordedFor', label, reason);
}
