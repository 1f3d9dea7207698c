import type { Outcome } from '../../src/core/workflow/model/state';
import { Bus } from '../../src/core/journal/bus';
import type { Event } from '../../src/core/journal/event';
import { LiveJournal } from '../../src/core/journal/liveJournal';
import { Stigmergy } from '../../src/modules/stigmergy/stigmergy';
import { stigmergyDomain } from '../../src/modules/stigmergy/stigmergyDomain';
import { taskActivity } from '../../src/core/workflow/report/taskActivity';
import type { StartTaskInput } from '../../src/core/workflow/model/wishes';
import { workflowDomain } from '../../src/core/workflow/domain/workflowDomain';
import { Workflows } from '../../src/core/workflow/workflows';
import { runHistory } from '../../src/core/resources/runHistory';
import { sessionId } from '../../src/shared/ids';
import { FakePrograms } from './fakePrograms';
import { FakeSnapshots } from './fakeSnapshots';
import { KeptLog } from './keptLog';
import { MemoryEventStore, type MemoryLog } from './memoryEventStore';
import { StoppedClock } from './stoppedClock';
import { noSignal } from './testCore';

/** The tracker over a real journal, with a disk of its own. Give `log`, `clock` and `snapshots` of another for a second window. */
export async function workflowWorld(
  shared: {
    readonly log?: MemoryLog;
    /** How this window sees the log. */
    readonly store?: MemoryEventStore;
    readonly clock?: StoppedClock;
    readonly snapshots?: FakeSnapshots;
    readonly workspace?: string;
    readonly programs?: FakePrograms;
    /** Begins every id of this window. */
    readonly window?: string;
  } = {},
) {
  const clock = shared.clock ?? new StoppedClock();
  const lines = new KeptLog();
  const bus = new Bus(lines);
  const events: Event[] = [];
  bus.subscribe(event => events.push(event));
  const store = shared.store ?? new MemoryEventStore(shared.log);
  const domains = [workflowDomain, taskActivity, stigmergyDomain];
  const journal = await LiveJournal.open({
    domains,
    history: runHistory([]),
    store,
    clock,
    bus,
    log: lines,
  });
  const snapshots = shared.snapshots ?? new FakeSnapshots(clock);
  const programs = shared.programs ?? new FakePrograms(shared.window ?? 'program');
  let ids = 0;
  const workflows = new Workflows({
    journal,
    snapshots,
    clock,
    ids: { next: () => `${shared.window ?? 'id'}-${++ids}` },
    sha256: text => `hash of ${text}`,
    log: lines,
    livePrograms: programs,
    workspace: shared.workspace ?? '/work',
  });
  const stigmergy = new Stigmergy({ journal, bus, clock, workspace: shared.workspace ?? '/work' });
  return {
    workflows,
    stigmergy,
    journal,
    store,
    log: store.log,
    clock,
    snapshots,
    programs,
    events,
    lines: lines.lines,
  };
}

/** Two agents in two chats. */
export const anna = { session: sessionId('anna') };
export const ben = { session: sessionId('ben') };
/** An agent that says nothing of packages and tests. */
export const NOTHING_SAID = { packagesAdded: null, packagesRemoved: null, commands: null, testsStatus: null };
/** Everything on one page. */
export const ALL = { workflow: null, task: null, status: null, limit: 100, cursor: null };

/** What an agent says at the end. */
export function outcome(facts: Partial<Outcome> = {}): Outcome {
  return {
    summary: 'Done.',
    achievements: [],
    limitations: [],
    needsReview: false,
    reviewReason: null,
    nextSteps: [],
    ...facts,
  };
}

/** A tracker, with short words for what an agent does. */
export async function agentWorld(shared: Parameters<typeof workflowWorld>[0] = {}) {
  const made = await workflowWorld(shared);
  const { workflows } = made;
  return {
    ...made,
    begin: (plan: { step: string; goal: string }[] = [], key: string | null = null, name = 'Auth') =>
      workflows.startWorkflow({ name, description: null, plan, idempotencyKey: key }, anna),
    start: async (workflow: string | null, facts: Partial<StartTaskInput> = {}, caller = anna) =>
      (
        await workflows.startTask(
          {
            workflow,
            parent: null,
            name: 'JWT',
            goal: 'Verify tokens',
            areas: [],
            dependsOn: [],
            plannedStep: null,
            resume: null,
            caller: null,
            ...facts,
          },
          caller,
          noSignal(),
        )
      ).task,
    complete: (task: string, facts: Partial<Outcome> = {}, caller = anna) =>
      workflows.completeTask(
        { task, status: 'success', outcome: outcome(facts), claims: NOTHING_SAID },
        caller,
        noSignal(),
      ),
    undo: async (task: string) => {
      const plan = await workflows.planUndo(task, noSignal());
      return await workflows.undoRestore(plan.id, new Map(), noSignal());
    },
    eventCount: () => made.log.rows.length,
  };
}

/** What a task changed itself. */
export const own = (completed: { completion: { account: { own: readonly { path: string }[] } } }) =>
  completed.completion.account.own.map(({ path }) => path);
