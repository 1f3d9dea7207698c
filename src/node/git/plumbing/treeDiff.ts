import { isAddition, type LineCount, type RawChange, type Rename } from '../../../core/snapshots/rawChange';
import { Refusal } from '../../../core/support/refusal';
import type { PrivateRepository } from './privateRepository';
import { entriesOf, readableName } from './worktreeListing';

/** Renames with edits are looked for among so many files on a side. */
const RENAME_LIMIT = 1_000;

/** How two trees differ. Paths are text. */
export interface TreeDiff {
  readonly changes: readonly RawChange[];
  readonly renames: readonly Rename[];
  readonly lines: ReadonlyMap<string, LineCount>;
  /** Contents of before that are gone, by their ids, so that lines and moves with edits could not be looked for. */
  readonly lacking?: ReadonlySet<string>;
}

/** The entries that differ, a move told as a deletion and an addition. Each id names a tree or a commit. */
export async function changedEntries(
  repository: PrivateRepository,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<readonly RawChange[]> {
  if (from === to) return [];
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--end-of-options', from, to];
  return parseDiff(await answerOf(repository, args, signal)).changes;
}

/** The entries that differ with line counts and moves. */
export async function diffTrees(
  repository: PrivateRepository,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<TreeDiff> {
  if (from === to) return { changes: [], renames: [], lines: new Map() };
  const run = async (...options: readonly string[]): Promise<TreeDiff> => {
    const fixed = ['diff-tree', '-r', '-z', '--raw', '--numstat', '--no-ext-diff', '--no-textconv'];
    const args = [...fixed, ...options, '--end-of-options', from, to];
    return parseDiff(await answerOf(repository, args, signal));
  };
  let plain: TreeDiff;
  try {
    plain = await run('--no-renames');
  } catch (error) {
    if (!Refusal.is(error, 'git-failed')) throw error;
    return await diffByIds(repository, from, to, signal);
  }
  const couldBeMoves =
    plain.changes.some(change => change.oldMode === '000000') &&
    plain.changes.some(change => change.newMode === '000000');
  if (!couldBeMoves) return plain;
  try {
    return { ...plain, renames: (await run('-M', `-l${RENAME_LIMIT}`)).renames };
  } catch (error) {
    // In a partial clone the content may be on a server only: moves without edits are found by their ids.
    if (!Refusal.is(error, 'git-failed')) throw error;
    return { ...plain, renames: (await run('-M100%')).renames };
  }
}

/** The same by the ids alone, where contents are gone. */
async function diffByIds(
  repository: PrivateRepository,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<TreeDiff> {
  const run = async (option: string): Promise<TreeDiff> => {
    const args = ['diff-tree', '-r', '-z', '--raw', option, '--end-of-options', from, to];
    return parseDiff(await answerOf(repository, args, signal));
  };
  const { changes } = await run('--no-renames');
  const lacking = await missingOf(repository, changes, signal);
  return { changes, renames: (await run('-M100%')).renames, lines: new Map(), lacking };
}

/** The contents of before that are not there; all of them where git does not say which. */
async function missingOf(
  repository: PrivateRepository,
  changes: readonly RawChange[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const files = changes.filter(change => !isAddition(change) && change.oldMode !== '160000');
  const before = files.map(change => change.oldId);
  const args = ['cat-file', '--batch-check=%(objectname)', '--buffer'];
  const input = before.map(id => `${id}\n`).join('');
  const call = { args, input, needsNoWorkTree: true };
  const answers = (await repository.run(call, signal)).stdout.toString('latin1').split('\n');
  const missing = before.filter((id, i) => answers[i] !== id);
  return new Set(missing.length > 0 ? missing : before);
}

async function answerOf(
  repository: PrivateRepository,
  args: readonly string[],
  signal: AbortSignal,
): Promise<Buffer> {
  return (await repository.run({ args, needsNoWorkTree: true }, signal)).stdout;
}

/** Reads `--raw` and then `--numstat` entries of `-z`. */
function parseDiff(answer: Buffer): TreeDiff {
  const fields = entriesOf(answer);
  const changes: RawChange[] = [];
  const moves: { from: string; to: string }[] = [];
  const lines = new Map<string, LineCount>();
  const moveLines = new Map<string, LineCount>();
  for (let i = 0; i < fields.length;) {
    const field = fields[i] ?? '';
    if (field.startsWith(':')) {
      const [oldMode = '', newMode = '', oldId = '', newId = '', status = ''] = field.slice(1).split(' ');
      const path = readableName(fields[i + 1] ?? '');
      if (status.startsWith('R')) {
        moves.push({ from: path, to: readableName(fields[i + 2] ?? '') });
        i += 3;
      } else {
        changes.push({ path, oldMode, newMode, oldId, newId });
        i += 2;
      }
      continue;
    }
    const [insertions = '', deletions = '', ...name] = field.split('\t');
    const count: LineCount =
      insertions === '-' ? 'binary' : { insertions: Number(insertions), deletions: Number(deletions) };
    const path = name.join('\t');
    if (path === '') {
      moveLines.set(readableName(fields[i + 2] ?? ''), count);
      i += 3;
    } else {
      lines.set(readableName(path), count);
      i += 1;
    }
  }
  const renames = moves.map(move => {
    const count = moveLines.get(move.to);
    return count === undefined ? move : { ...move, lines: count };
  });
  return { changes, renames, lines };
}
