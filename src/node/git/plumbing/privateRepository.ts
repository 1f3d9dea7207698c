import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { writeWholeFile } from '../../machine/wholeFile';
import type { GitAnswer, GitCall, GitPlumbing } from './gitPlumbing';
import { onOwnDisk } from './ownDisk';

/** Switches every conversion off, above all `.gitattributes`: what we store are the bytes on disk, and no filter is run. */
const RAW_ATTRIBUTES = '* -text -eol -crlf -filter -ident -working-tree-encoding\n';

/** A call to git in a private repository: its place and environment are set there. */
export type PrivateCall = Pick<GitCall, 'args' | 'input' | 'answers' | 'allowsMagic'> & {
  /** The index to work on, where the command reads or writes one. */
  readonly index?: string;
  /** A work tree other than the root. */
  readonly workTree?: string;
  /** Reads objects only, so that it also works after the work tree was deleted. */
  readonly needsNoWorkTree?: boolean;
};

/** Where a private repository's work tree and objects are. */
export interface PrivatePlace {
  readonly workTree: string;
  /** The user's object store; undefined for one of our own. */
  readonly objects?: string;
  /** Other object stores to read from. */
  readonly alsoReads?: readonly string[];
  readonly objectFormat: string;
}

/** A git folder of ours for a work tree of the user's: our configuration, our attributes, our index; their objects. */
export class PrivateRepository {
  readonly folder: string;
  readonly #git: GitPlumbing;
  readonly #place: PrivatePlace;
  #written: string | undefined;

  constructor(git: GitPlumbing, folder: string, place: PrivatePlace) {
    this.#git = git;
    this.folder = folder;
    this.#place = place;
  }

  /** Where the objects are that this repository reads and writes. */
  get objects(): string {
    return this.#place.objects ?? join(this.folder, 'objects');
  }

  /** Makes the git folder, or brings its settings and ignore rules up to date. */
  async prepare(settings: ReadonlyMap<string, string>, exclude: string): Promise<void> {
    const config = this.#config(settings);
    const wanted = `${config}\0${exclude}`;
    if (this.#written === wanted) return;
    for (const part of ['refs', 'objects', 'info'])
      await mkdir(join(this.folder, part), { recursive: true, mode: 0o700 });
    await writeWhole(join(this.folder, 'HEAD'), 'ref: refs/heads/none\n');
    await writeWhole(join(this.folder, 'config'), config);
    await writeWhole(join(this.folder, 'info', 'attributes'), RAW_ATTRIBUTES);
    await writeWhole(join(this.folder, 'info', 'exclude'), exclude);
    this.#written = wanted;
  }

  /** A repository in that folder which reads the same objects, with the same settings, these ignore rules and no others. */
  async aside(folder: string, workTree: string, exclude: string): Promise<PrivateRepository> {
    for (const part of ['refs', 'objects', 'info']) await mkdir(join(folder, part), { recursive: true });
    await copyFile(join(this.folder, 'config'), join(folder, 'config'));
    await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/none\n');
    await writeFile(join(folder, 'info', 'exclude'), exclude);
    return new PrivateRepository(this.#git, folder, { ...this.#place, workTree, objects: this.objects });
  }

  /** Runs git here. @throws {Refusal} git-failed, git-missing, git-timeout, git-output */
  async run(call: PrivateCall, signal: AbortSignal): Promise<GitAnswer> {
    const { index, workTree = this.#place.workTree, needsNoWorkTree, ...rest } = call;
    const { alsoReads = [] } = this.#place;
    return await this.#git.run({
      ...rest,
      signal,
      // Always there, also when the work tree is gone; git finds the work tree by its variable.
      cwd: needsNoWorkTree === true ? this.folder : workTree,
      env: {
        GIT_DIR: this.folder,
        GIT_WORK_TREE: workTree,
        GIT_OBJECT_DIRECTORY: this.objects,
        ...(alsoReads.length === 0
          ? {}
          : { GIT_ALTERNATE_OBJECT_DIRECTORIES: alsoReads.map(inList).join(delimiter) }),
        GIT_INDEX_FILE: index ?? join(this.folder, 'no-index'),
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_ATTR_NOSYSTEM: '1',
      },
    });
  }

  /** The answer of `run` as one line of text. */
  async line(call: PrivateCall, signal: AbortSignal): Promise<string> {
    return (await this.run(call, signal)).stdout.toString('utf8').trim();
  }

  #config(settings: ReadonlyMap<string, string>): string {
    const { objectFormat } = this.#place;
    const isSha1 = objectFormat === 'sha1';
    const lines = [
      '[core]',
      `\trepositoryformatversion = ${isSha1 ? 0 : 1}`,
      '\tbare = false',
      '\tautocrlf = false',
      // The user's own object store keeps the rights that it has.
      ...(this.#place.objects === undefined ? ['\tsharedRepository = 0600'] : []),
      ...[...settings].map(([key, value]) => `\t${key.slice('core.'.length)} = ${quoted(value)}`),
    ];
    if (!isSha1) lines.push('[extensions]', `\tobjectFormat = ${objectFormat}`);
    return `${lines.join('\n')}\n`;
  }
}

/** A short name for a place, the same in every window. */
export function placeKey(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 20);
}

/** Puts the text into the file, which is its owner's alone, at once or not at all. @throws {Refusal} see `onOwnDisk` */
export async function writeWhole(path: string, text: string): Promise<void> {
  const present = await readFile(path, 'utf8').catch(() => undefined);
  if (present !== text) await onOwnDisk(() => writeWholeFile(path, text, 0o600));
}

/** A path in a list of paths, in which git takes one in quotes for one whatever it holds. */
function inList(path: string): string {
  return path.includes(delimiter) || path.startsWith('"') ? quoted(path) : path;
}

function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
