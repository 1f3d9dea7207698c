import * as z from 'zod';
import { once } from '../../../core/support/once';
import {
  type DroppedCommit,
  type FileChange,
  snapshotTypeOf,
  type TaskAccount,
  type TaskId,
} from '../../../core/snapshots/snapshot';
import type { CompletedTask } from '../../../core/workflow/domain/taskRuns';
import { TASK_STATUSES } from '../../../core/workflow/model/words';
import { reportAddress } from './textLines';

/** Files in each list of an answer: the whole is in sc://workflows/{id} (chosen here, about 4,000 tokens). */
const MAX_LISTED = 200;

const change = once(() => ({
  path: z.string().describe('Relative to the workspace.'),
  from: z.string().optional().describe('Previous path.'),
  status: z.enum(['added', 'modified', 'deleted', 'renamed', 'mode', 'type']).describe('Status.'),
  mode: z.string().optional().describe('Modes before and after.'),
  insertions: z.int().optional().describe('Lines.'),
  deletions: z.int().optional().describe('Lines.'),
  binary: z.boolean().optional().describe('Binary file.'),
}));
const changes = once(() => z.array(z.strictObject(change())));
const commit = once(() => ({
  id: z.string().describe('Commit hash.'),
  subject: z.string().describe('First line of its message.'),
}));
const commits = once(() => z.array(z.strictObject(commit())));
const dropped = once(() =>
  z.array(
    z.strictObject({ ...commit(), rewritten_as: z.string().optional().describe('Commit that replaced it.') }),
  ),
);
const count = once(() => z.int().describe('Total, including unlisted ones.'));

/** What `complete_task` answers. */
export const completionFields = once(() => ({
  task_id: z.string().describe('Task ID.'),
  name: z.string().describe('Name.'),
  workflow_id: z.string().describe('Workflow ID.'),
  status: z.enum(TASK_STATUSES).describe('Status.'),
  already_completed: z
    .boolean()
    .optional()
    .describe('Task was already completed; this repeats the first answer.'),
  never_begun: z.boolean().optional().describe('Task ended without being started.'),
  unknown: z
    .string()
    .optional()
    .describe("Why this task's changes are unknown. The lists are then meaningless."),
  duration_seconds: z.int().describe('Time from start to end.'),
  counts: z
    .strictObject({
      own: count(),
      imported: count(),
      shared: count(),
      revealed: count(),
      outside: count(),
      commits: count(),
    })
    .describe('Full totals; lists may be truncated.'),
  files_changed: z
    .strictObject({
      added: z.array(z.string()).describe('New files.'),
      modified: z.array(z.string()).describe('Modified files.'),
      deleted: z.array(z.string()).describe('Deleted files.'),
      renamed: z
        .array(
          z.strictObject({
            from: z.string().describe('Previous path.'),
            to: z.string().describe('Current path.'),
          }),
        )
        .describe('Moved files.'),
    })
    .describe("This task's own changes, committed or not."),
  attribution: z
    .strictObject({
      own: changes().describe('Own changes.'),
      imported: changes().describe('Changes from checkout, merge, rebase or pull.'),
      shared: z
        .array(
          z.strictObject({
            ...change(),
            with: z.array(z.string()).describe('Changes made while other tasks ran.'),
          }),
        )
        .describe('Another task ran at the same time.'),
      revealed: changes().describe('Previously ignored files.'),
      pre_existing_touched: changes().describe('Had uncommitted changes before the task.'),
      lost: z.array(z.string()).optional().describe('Of these, files whose earlier content is lost.'),
    })
    .describe('Attribution of the changes.'),
  shared_with: z
    .array(
      z.strictObject({
        task_id: z.string().describe('Task ID.'),
        name: z.string().describe('Name.'),
      }),
    )
    .optional()
    .describe('The tasks that ran at the same time.'),
  commits: commits().describe('Commits made during the task.'),
  dropped_commits: dropped()
    .optional()
    .describe('Commits no longer on any branch: unless rewritten, the user may lose them.'),
  history: z
    .enum(['linear', 'unknown', 'merged', 'rebased', 'switched', 'reset'])
    .describe('HEAD movements during the task; unknown without a reflog.'),
  verification: z
    .strictObject({
      scope_match: z.boolean().describe('Whether changes stayed in the declared areas.'),
      unexpected_files: z.array(z.string()).describe('Files outside the areas.'),
      warnings: z.array(z.string()).describe('Summary text.'),
      claims: z
        .array(
          z.strictObject({
            claim: z.string().describe('What the agent claimed.'),
            fact: z.string().describe('What was found.'),
          }),
        )
        .describe('Claims compared with facts.'),
    })
    .describe('What was checked.'),
  snapshot: z
    .strictObject({
      type: z.enum(['git', 'checksum']).describe('git: contents are stored in git; checksum: compared only.'),
      restorable: z.boolean().describe('Whether the files can be restored.'),
      partial: z.string().optional().describe('What is missing, and why.'),
    })
    .describe('Snapshots that the account is based on.'),
}));

const answer = once(() => z.strictObject(completionFields()));

/** The same, as the text is written from it. */
export type CompletionAnswer = z.output<ReturnType<typeof answer>>;

/**
 * A completion in the tool's words; long lists are cut, with a warning that says where the rest is.
 * @param nameOf the name of a task; undefined where it was deleted
 */
export function completionAnswer(
  { task, completion, isRepeated }: CompletedTask,
  nameOf: (task: TaskId) => string | undefined,
) {
  const { account, verification } = completion;
  const own = account.own;
  const paths = (...statuses: FileChange['status'][]) =>
    own.filter(({ status }) => statuses.includes(status)).map(({ path }) => path);
  const renamed = own.flatMap(({ path, from, status }) =>
    status === 'renamed' ? [{ from: from ?? path, to: path }] : [],
  );
  return {
    task_id: task.id,
    name: task.name,
    workflow_id: task.workflow,
    status: task.status,
    ...(isRepeated ? { already_completed: true } : {}),
    ...(completion.end === null ? { never_begun: true } : {}),
    ...(account.unknown === null ? {} : { unknown: account.unknown }),
    duration_seconds: completion.durationSeconds,
    counts: {
      own: own.length,
      imported: account.imported.length,
      shared: account.shared.length,
      revealed: account.revealed.length,
      outside: verification.unexpectedFiles.length,
      commits: account.commits.length,
    },
    files_changed: {
      added: cut(paths('added')),
      modified: cut(paths('modified', 'mode', 'type')),
      deleted: cut(paths('deleted')),
      renamed: cut(renamed),
    },
    attribution: attributionOf(account),
    ...(account.shared.length === 0 ? {} : { shared_with: sharedWith(account, nameOf) }),
    commits: cut(account.commits).map(({ id, subject }) => ({ id, subject })),
    ...(account.dropped.length === 0 ? {} : { dropped_commits: cut(account.dropped).map(droppedRow) }),
    history: account.history,
    verification: {
      scope_match: verification.scopeMatch,
      unexpected_files: cut(verification.unexpectedFiles),
      warnings: [...verification.warnings, ...cutWarnings(account, task.workflow)],
      claims: verification.claims.map(claim => ({ ...claim })),
    },
    snapshot: {
      type: completion.end === null ? ('checksum' as const) : snapshotTypeOf(completion.end),
      restorable: account.isRestorable,
      ...(account.partial === null ? {} : { partial: account.partial }),
    },
  };
}

function sharedWith({ shared }: TaskAccount, nameOf: (task: TaskId) => string | undefined) {
  const ids = [...new Set(shared.flatMap(({ with: others }) => others))];
  return cut(ids).map(id => ({ task_id: id, name: nameOf(id) ?? 'a deleted task' }));
}

function attributionOf(account: TaskAccount) {
  const lost = account.preExistingTouched.filter(({ isDestroyed }) => isDestroyed).map(({ path }) => path);
  return {
    own: cut(account.own).map(changeRow),
    imported: cut(account.imported).map(changeRow),
    shared: cut(account.shared).map(shared => ({ ...changeRow(shared), with: [...shared.with] })),
    revealed: cut(account.revealed).map(changeRow),
    pre_existing_touched: cut(account.preExistingTouched).map(changeRow),
    ...(lost.length === 0 ? {} : { lost: cut(lost) }),
  };
}

function droppedRow({ id, subject, rewrittenAs }: DroppedCommit) {
  return { id, subject, ...(rewrittenAs === undefined ? {} : { rewritten_as: rewrittenAs }) };
}

function changeRow({ path, from, status, mode, insertions, deletions, isBinary }: FileChange) {
  return {
    path,
    ...(from === undefined ? {} : { from }),
    status,
    ...(mode === undefined ? {} : { mode }),
    ...(insertions === undefined ? {} : { insertions }),
    ...(deletions === undefined ? {} : { deletions }),
    ...(isBinary === undefined ? {} : { binary: isBinary }),
  };
}

function cut<Item>(list: readonly Item[]): Item[] {
  return list.slice(0, MAX_LISTED);
}

function cutWarnings(account: TaskAccount, workflow: string): readonly string[] {
  const lists = {
    own: account.own,
    imported: account.imported,
    shared: account.shared,
    revealed: account.revealed,
  };
  return Object.entries(lists)
    .filter(([, list]) => list.length > MAX_LISTED)
    .map(
      ([name, list]) =>
        `${MAX_LISTED} of ${list.length} ${name} changes are listed; see all in ${reportAddress(workflow, list.length)}.`,
    );
}
