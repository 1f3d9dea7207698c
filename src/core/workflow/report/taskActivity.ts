import type { Domain } from '../../journal/domain';
import type { TaskId } from '../../snapshots/snapshot';
import type { Instant } from '../../support/clock';

/** Milestones kept for a task: from the sixth on the newest takes the last one's place. */
export const MAX_MILESTONES = 5;

/** A word on how a task is getting on. */
export interface Milestone {
  readonly message: string;
  /** Per cent. */
  readonly progress: number | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly at: Instant;
}

interface Activity {
  readonly milestones: Milestone[];
  /** When its session was last heard of. */
  seenAt: Instant;
}

type Activities = Map<TaskId, Activity>;

/** What can be asked of it. */
export type ActivityWish =
  | ({ readonly verb: 'milestone'; readonly task: TaskId } & Omit<Milestone, 'at'>)
  | { readonly verb: 'seen'; readonly tasks: readonly TaskId[] }
  | { readonly verb: 'forget'; readonly tasks: readonly TaskId[] };

/** What can have happened in it. */
export type ActivityFact =
  | ({
      readonly type: 'milestoneLogged';
      readonly task: TaskId;
      /** It takes the place of the last one. */
      readonly isReplacing: boolean;
    } & Omit<Milestone, 'at'>)
  | { readonly type: 'tasksSeen'; readonly tasks: readonly TaskId[] }
  | { readonly type: 'activityForgotten'; readonly tasks: readonly TaskId[] };

/** What is told of running tasks often and cheaply: milestones and signs of life. Losing the last ones is no harm (D1). */
export const taskActivity: Domain<Activities, ActivityWish, ActivityFact> = {
  name: 'taskActivity',
  version: 1,
  durability: 'normal',

  create: () => new Map(),

  decide(activities, wish) {
    switch (wish.verb) {
      case 'milestone': {
        const { verb: _verb, ...milestone } = wish;
        const isReplacing = (activities.get(wish.task)?.milestones.length ?? 0) >= MAX_MILESTONES;
        return [{ type: 'milestoneLogged', ...milestone, isReplacing }];
      }
      case 'seen':
        return wish.tasks.length === 0 ? [] : [{ type: 'tasksSeen', tasks: wish.tasks }];
      case 'forget':
        return wish.tasks.length === 0 ? [] : [{ type: 'activityForgotten', tasks: wish.tasks }];
    }
  },

  evolve(activities, fact, at) {
    switch (fact.type) {
      case 'milestoneLogged': {
        const activity = activityOf(activities, fact.task, at);
        const { message, progress, metadata } = fact;
        if (activity.milestones.length >= MAX_MILESTONES) activity.milestones.pop();
        activity.milestones.push({ message, progress, metadata, at });
        return;
      }
      case 'tasksSeen':
        for (const task of fact.tasks) activityOf(activities, task, at);
        return;
      case 'activityForgotten':
        for (const task of fact.tasks) activities.delete(task);
        return;
    }
  },

  label: fact => ({ level: fact.type === 'milestoneLogged' ? 'info' : 'debug' }),

  erases: ({ type }) => (type === 'activityForgotten' ? 'now' : undefined),

  save: activities => [...activities],
  // What this domain saved itself, in this version.
  load: saved => new Map(Array.isArray(saved) ? (saved as [TaskId, Activity][]) : []),
};

function activityOf(activities: Activities, task: TaskId, at: Instant): Activity {
  const activity = activities.get(task) ?? { milestones: [], seenAt: at };
  activity.seenAt = at;
  activities.set(task, activity);
  return activity;
}
