import type { EnvironmentRow } from '../../core/catalog/environment';
import type { Task, Workflow } from '../../core/workflow/model/state';
import type { Milestone } from '../../core/workflow/report/taskActivity';
import { duration, filesChanged, listedCount, numeral, plural } from '../words/amounts';
import { reasonWords } from '../words/checkWords';
import { testWords } from '../words/stateWords';
import { joined, shown, type Wording } from '../words/wording';

/** Longest line of a card. */
const MAX_LINE = 300;

/** What is read of a task where the mouse rests on it: what it is, what it is for, what came of it, and why it waits. */
export function taskCard(
  task: Task,
  milestones: readonly Milestone[],
  state: string,
  wording: Wording,
): string {
  const { name, goal, caller, completion, startedAt, reasons } = task;
  const { t } = wording;
  const latest = completion ? undefined : milestones.at(-1)?.message;
  const began = completion || startedAt === null ? undefined : t('since {0}', wording.time(startedAt));
  const took = completion ? duration(completion.durationSeconds, wording) : began;
  return cardOf(
    t('{0}: {1}', name, state),
    goal,
    completion?.outcome.summary ?? latest,
    verdictOf(task, wording),
    joined(took, caller?.name ?? undefined),
    ...reasons.slice(0, 2).map(reason => reasonWords(reason, wording)),
  );
}

/** What it changed, and what it says of its tests; nothing while it runs. */
function verdictOf({ completion }: Task, wording: Wording): string | undefined {
  if (!completion) return undefined;
  const { t } = wording;
  const { own, shared, unknown } = completion.account;
  const outside = completion.verification.unexpectedFiles.length;
  const tests = testWords(completion.claims.testsStatus, t);
  const files = filesChanged(own.length + shared.length, wording);
  return joined(
    unknown === null ? files : t("This task's changes are unknown."),
    outside === 0 ? undefined : t('{0} outside', numeral(outside, wording)),
    tests === undefined ? undefined : t('Tests: {0}.', tests),
  );
}

/** The same of a workflow: what it is for, how far it is, how long it took, and what its tasks changed. */
export function workflowCard(
  workflow: Workflow,
  tasks: readonly Task[],
  { state, done, waiting }: { readonly state: string; readonly done: string; readonly waiting: number },
  wording: Wording,
): string {
  const { t } = wording;
  const { endedAt, createdAt } = workflow;
  const paths = new Set(
    tasks.flatMap(({ completion }) => completion?.account.own.map(({ path }) => path) ?? []),
  );
  return cardOf(
    t('{0}: {1}', workflow.name, state),
    workflow.description ?? undefined,
    joined(done, waiting === 0 ? undefined : t('{0} to review', numeral(waiting, wording))),
    joined(
      paths.size === 0 ? undefined : filesChanged(paths.size, wording),
      endedAt === null
        ? t('since {0}', wording.time(createdAt))
        : duration((endedAt - createdAt) / 1_000, wording),
    ),
  );
}

/** The same of a server: why it failed, what it is for, what it costs, who uses it, and which version it is. */
export function serverCard(server: EnvironmentRow, state: string, chats: number, wording: Wording): string {
  const { t } = wording;
  const { id, description, failure, tools, version, warnings = [] } = server;
  const n = numeral(chats, wording);
  const used = plural(chats, wording, t('on in {0} chat', n), t('on in {0} chats', n));
  return cardOf(
    t('{0}: {1}', id, state),
    failure,
    description,
    tools === undefined ? undefined : listedCount(server, wording),
    chats === 0 ? undefined : used,
    joined(version === undefined ? undefined : t('version {0}', version), server.package),
    ...warnings,
  );
}

/** A line for each thing that is known; nothing in them is hidden. */
function cardOf(...lines: readonly (string | undefined)[]): string {
  return lines
    .map(line => shown(line ?? '', MAX_LINE))
    .filter(line => line !== '')
    .join('\n');
}
