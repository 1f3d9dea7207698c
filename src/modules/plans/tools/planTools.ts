import type { Tool } from '../../../mcp/toolkit/defineTool';
import { planCancel } from './plan_cancel';
import { planCompileBt } from './plan_compile_bt';
import { planDryRun } from './plan_dry_run';
import { planFanout } from './plan_fanout';
import { planJoin } from './plan_join';
import { planPause } from './plan_pause';
import { planReduce } from './plan_reduce';
import { planResume } from './plan_resume';
import { planRunBt } from './plan_run_bt';
import { planRunReactive } from './plan_run_reactive';
import { planStatus } from './plan_status';

/** The tools of plans, in the order they are listed. */
export const PLAN_TOOLS: readonly Tool[] = [
  planRunBt,
  planRunReactive,
  planCompileBt,
  planDryRun,
  planStatus,
  planPause,
  planResume,
  planCancel,
  planFanout,
  planJoin,
  planReduce,
];
