import { oneLine } from '../../../core/catalog/entry/plainText';
import type { CompletionAnswer } from './completionAnswer';
import {
  changeWords,
  fileName,
  files,
  firstTen,
  fitting,
  MAX_NAMED,
  quotedText,
  reportAddress,
} from './textLines';

/** Characters of the text, reviews and the next step aside (chosen here, about 1,000 tokens). */
const MAX_TEXT = 3_500;

/** Characters of one sentence that somebody else wrote. */
const MAX_WORDS = 300;

/** Characters of what could not be found out: nothing in the text counts more. */
const MAX_REASON = 1_000;

/** What came of a task, by name and whole: what could not be found out first. For clients that show a model only the text. */
export function completionText(answer: CompletionAnswer): string {
  const lines = [
    ...unknownLines(answer),
    headLine(answer),
    ownLine(answer),
    ...scopeLines(answer),
    ...lostLines(answer),
    ...sharedLines(answer),
    importedLine(answer),
    revealedLine(answer),
    commitLine(answer),
    ...warningLines(answer),
    ...claimLines(answer),
    restoreLine(answer),
  ];
  return fitting(lines, MAX_TEXT, reportAddress(answer.workflow_id)).join('\n');
}

function unknownLines({ unknown, status, snapshot: { partial } }: CompletionAnswer): readonly string[] {
  const next = status === 'awaiting_review' ? ' A person must check.' : '';
  return [
    unknown === undefined ? '' : `This task's changes are unknown: ${sentence(unknown)}${next}`,
    partial === undefined ? '' : `The account is incomplete: ${sentence(partial)}`,
  ];
}

function headLine({
  task_id: id,
  name,
  status,
  already_completed: isRepeated,
  ...answer
}: CompletionAnswer): string {
  const head = `Task ${id} ${quotedText(name, 80)} ${isRepeated === true ? 'was already completed' : 'is completed'} (${status}).`;
  if (answer.never_begun === true) return `${head} It was never started, so it changed nothing.`;
  const { own, shared } = answer.counts;
  const beside = shared === 0 ? '' : `, ${shared} shared with other tasks`;
  if (answer.unknown === undefined) return `${head} ${files(own)} changed${beside}.`;
  return own + shared === 0 ? head : `${head} At least ${files(own)} changed${beside}.`;
}

function ownLine({ attribution, counts, workflow_id: id }: CompletionAnswer): string {
  const named = attribution.own.map(changeWords);
  return counts.own === 0 ? '' : `Files: ${firstTen(named, counts.own, reportAddress(id, counts.own))}.`;
}

/** The warning in the seed's words comes with the others; here are the names. */
function scopeLines({ verification, counts, workflow_id: id }: CompletionAnswer): readonly string[] {
  if (counts.outside === 0) return [];
  const named = firstTen(
    verification.unexpected_files.map(fileName),
    counts.outside,
    reportAddress(id, counts.outside),
  );
  return [`Outside the declared areas: ${named}.`];
}

function lostLines({
  attribution,
  dropped_commits: dropped = [],
  workflow_id: id,
}: CompletionAnswer): readonly string[] {
  const { lost = [] } = attribution;
  const gone = dropped.filter(({ rewritten_as: as }) => as === undefined);
  const rewritten = dropped.flatMap(({ rewritten_as: as, ...commit }) =>
    as === undefined ? [] : [`${commitWords(commit)} is now ${as.slice(0, 7)}`],
  );
  return [
    lost.length === 0
      ? ''
      : `Work from before the task was lost: ${firstTen(lost.map(fileName), lost.length, reportAddress(id))}. Tell the user.`,
    rewritten.length === 0
      ? ''
      : `Rewritten commits from before the task: ${firstTen(rewritten, rewritten.length, reportAddress(id))}.`,
    gone.length === 0
      ? ''
      : `Commits no longer on any branch: ${firstTen(gone.map(commitWords), gone.length, reportAddress(id))}. ` +
        'The user may lose them. Tell the user, who can keep one with "git branch NAME HASH".',
  ];
}

function sharedLines(answer: CompletionAnswer): readonly string[] {
  const { attribution, counts, shared_with: others = [], workflow_id: id } = answer;
  if (counts.shared === 0) return [];
  const tasks = others
    .slice(0, MAX_NAMED)
    .map(({ task_id: task, name }) => `${quotedText(name, 80)} (${task})`);
  const more = others.length > MAX_NAMED ? ` and ${others.length - MAX_NAMED} more` : '';
  const named = firstTen(
    attribution.shared.map(changeWords),
    counts.shared,
    reportAddress(id, counts.shared),
  );
  return [
    `Shared: ${files(counts.shared)} changed while other tasks also ran, ${tasks.join(', ')}${more}: ${named}. ` +
      'Their author is unknown: review them. restore_task (module workflow-history, see mcp_activate) restores the ones you name in paths.',
  ];
}

function importedLine({ attribution, counts, workflow_id: id }: CompletionAnswer): string {
  if (counts.imported === 0) return '';
  const named = attribution.imported.map(changeWords);
  return `Not this task's work, from checkout, merge, rebase or pull (${files(counts.imported)}): ${firstTen(named, counts.imported, reportAddress(id, counts.imported))}.`;
}

function revealedLine({ attribution, counts, workflow_id: id }: CompletionAnswer): string {
  if (counts.revealed === 0) return '';
  const named = attribution.revealed.map(({ path }) => fileName(path));
  return `No longer ignored, not counted (${files(counts.revealed)}): ${firstTen(named, counts.revealed, reportAddress(id, counts.revealed))}.`;
}

function commitLine({ commits, counts, workflow_id: id }: CompletionAnswer): string {
  return counts.commits === 0
    ? ''
    : `Commits: ${firstTen(commits.map(commitWords), counts.commits, reportAddress(id))}.`;
}

function commitWords({ id, subject }: { readonly id: string; readonly subject: string }): string {
  return `${id.slice(0, 7)} ${quotedText(subject, 80)}`;
}

/** Those of cut lists are about the lists of the structured answer: here each list says so itself. */
function warningLines({ verification }: CompletionAnswer): readonly string[] {
  return verification.warnings
    .filter(text => !/ are listed, all are in sc:/.test(text))
    .map(text => oneOf(text));
}

function claimLines({ verification: { claims } }: CompletionAnswer): readonly string[] {
  const told = claims.slice(0, MAX_NAMED).map(({ claim, fact }) => `${oneOf(claim)}: ${oneOf(fact)}`);
  const left = claims.length - told.length;
  if (told.length === 0) return [];
  return [`Claims: ${told.join('; ')}${left > 0 ? `; and ${left} more` : ''}.`];
}

function restoreLine({ snapshot, counts, never_begun: isUnbegun }: CompletionAnswer): string {
  return snapshot.restorable || isUnbegun === true || counts.own === 0
    ? ''
    : "These changes can't be restored: their contents were not stored.";
}

function sentence(text: string): string {
  const line = oneLine(text, MAX_REASON);
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}

function oneOf(text: string): string {
  return oneLine(text, MAX_WORDS);
}
