import { defineModule } from '../../mcp/toolkit/defineModule';
import { durable } from '../../core/resources/joinedModule';
import { Plans } from './plans';
import { plansDomain } from './plansDomain';
import { PLAN_TOOLS } from './tools/planTools';

declare module '../../core/resources/joinedModule' {
  interface ModuleDoors {
    readonly plans: Plans;
  }
}

const SCHEDULER =
  'event_type msg pending_before pending pending_after base_priority priority enqueued_at sequence ticks';

const kept = durable({
  domain: plansDomain,
  told: {
    plan_started: 'run',
    plan_stepped: 'run step.ticks',
    plan_paused: 'run by',
    plan_resumed: 'run',
    plan_cancelled: 'run by',
    plan_ended: 'run state',
    plan_forgotten: '',
  },
  open: parts => new Plans(parts),
  resourceKind: null,
  runs: {
    all: plans =>
      plans.all().map(({ id, tree, state, startedAt }) => ({
        id,
        name: tree.id,
        kind: 'Plan',
        status: state,
        startedAt,
      })),
    isKept: (run, read) => {
      const { own, unclaimed } = read(plansDomain);
      return [...own.values(), unclaimed].some(space => space?.inner.runs.has(run) === true);
    },
  },
});

/** Plans, as one manifest. */
export const plansModule = defineModule({
  id: 'plans',
  displayName: 'Plans',
  description: 'Runs behavior trees whose leaves call any tool: one call for many, recorded and resumed',
  words: {
    english:
      'run a plan, behavior tree, behaviour tree, run many tools at once, chain tool calls, batch of tool calls, ' +
      'sequence of calls, run tools in parallel, retry a tool, several calls in one, script of tool calls, ' +
      'orchestrate tools, run steps one after the other, resume after a crash, Groot2, BehaviorTree.CPP',
    french:
      "exécuter un plan, arbre de comportement, enchaîner des outils, enchaîner des appels, lot d'appels, " +
      "plusieurs appels en un, outils en parallèle, réessayer un outil, suite d'étapes, reprendre après un plantage",
  },
  needs: ['blackboard', 'consensus', 'values', 'children'],
  toggles: ['enableBT', 'enableReactiveScheduler', 'enablePlanLifecycle'],
  isBulk: false,
  category: 'bt',
  ...kept,
  told: { ...kept.told, scheduler_event_enqueued: SCHEDULER, scheduler_tick_result: SCHEDULER },
  tools: PLAN_TOOLS,
});
