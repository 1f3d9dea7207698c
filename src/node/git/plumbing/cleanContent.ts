import { createHash } from 'node:crypto';
import { withoutFilters } from './gitEnvironment';
import type { GitPlumbing } from './gitPlumbing';
import type { PrivateRepository } from './privateRepository';
import type { Repository } from './repository';
import { entriesOf, namesFor, rawName, readableName } from './worktreeListing';

/** Paths whose conversion one account works out, a git each; the rest counts as different (chosen here). */
const CONVERSIONS_LIMIT = 300;
const ATTRIBUTES = ['text', 'crlf', 'eol', 'ident', 'working-tree-encoding', 'filter'];
/** A pointer that Git LFS commits in a file's place (https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md). */
const LFS_POINTER =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:.*\n)*?oid sha256:([0-9a-f]{64})\n/;

/** A path with the bytes on disk and the blob that a commit has for it. */
export interface Candidate {
  readonly path: string;
  readonly rawId: string;
  readonly committedId: string;
}

/** What became of candidates whose ids differ. */
export interface Conversions {
  /** The committed blob is nonetheless what git would make of the bytes: line ends, idents and encodings converted. */
  readonly alike: ReadonlySet<Candidate>;
  /** Only a filter could tell, and filters are not run; Git LFS can be told without. */
  readonly unknown: ReadonlySet<Candidate>;
}

/** Compares bytes on disk with committed blobs as git would convert them. */
export async function convertedAlike(
  git: GitPlumbing,
  repository: Repository,
  target: PrivateRepository,
  candidates: readonly Candidate[],
  signal: AbortSignal,
): Promise<Conversions> {
  const alike = new Set<Candidate>();
  const unknown = new Set<Candidate>();
  if (candidates.length === 0) return { alike, unknown };
  const attributes = await attributesOf(git, repository, candidates, signal);
  let worked = 0;
  for (const candidate of candidates) {
    const found = attributes.get(candidate.path);
    const isConverted =
      found !== undefined && (found.isConverted || (repository.settings.convertsLineEnds && !found.isBinary));
    if (!isConverted || worked >= CONVERSIONS_LIMIT) continue;
    worked += 1;
    const raw = await target.run(
      { args: ['cat-file', 'blob', candidate.rawId], needsNoWorkTree: true },
      signal,
    );
    const { path, committedId } = candidate;
    if (found.hasFilter) {
      const content = await lfsContentId(target, committedId, signal);
      if (content === undefined) unknown.add(candidate);
      else if (content === createHash('sha256').update(raw.stdout).digest('hex')) alike.add(candidate);
    } else if ((await cleanId(git, repository, path, raw.stdout, signal)) === committedId)
      alike.add(candidate);
  }
  return { alike, unknown };
}

interface Conversion {
  readonly isConverted: boolean;
  readonly isBinary: boolean;
  readonly hasFilter: boolean;
}

async function attributesOf(
  git: GitPlumbing,
  repository: Repository,
  candidates: readonly Candidate[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Conversion>> {
  const { stdout } = await git.run({
    cwd: repository.folder,
    args: ['check-attr', '-z', '--stdin', ...ATTRIBUTES],
    input: namesFor(candidates.map(candidate => rawName(candidate.path))),
    signal,
  });
  const fields = entriesOf(stdout);
  const conversions = new Map<string, Conversion>();
  for (let i = 0; i + 2 < fields.length; i += 3) {
    const path = readableName(fields[i] ?? '');
    const [attribute, value] = [fields[i + 1], fields[i + 2]];
    const known = conversions.get(path) ?? { isConverted: false, isBinary: false, hasFilter: false };
    const isOn = value !== 'unspecified' && value !== 'unset';
    conversions.set(path, {
      isConverted: known.isConverted || isOn,
      isBinary: known.isBinary || (attribute === 'text' && value === 'unset'),
      hasFilter: known.hasFilter || (attribute === 'filter' && isOn),
    });
  }
  return conversions;
}

async function cleanId(
  git: GitPlumbing,
  repository: Repository,
  path: string,
  content: Buffer,
  signal: AbortSignal,
): Promise<string> {
  return await git.text({
    cwd: repository.folder,
    args: ['hash-object', '--stdin', '--path', path],
    input: content,
    env: withoutFilters(repository.settings.filters),
    signal,
  });
}

/** SHA-256 of the content that a committed pointer stands for; undefined when it is no pointer. */
async function lfsContentId(
  target: PrivateRepository,
  committedId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { stdout } = await target.run(
    { args: ['cat-file', 'blob', committedId], needsNoWorkTree: true },
    signal,
  );
  return LFS_POINTER.exec(stdout.toString('latin1', 0, 1024))?.[1];
}
