import { coordinationError } from '../../../core/coordination/coordinationError';
import type { Caller } from '../../../core/gateway/sessions/sessions';
import { Refusal } from '../../../core/support/refusal';
import type { CallableNow } from '../../../core/toolbox/nativeTool';
import type { Toolbox } from '../../../core/toolbox/toolbox';
import { BUILT_IN_LEAVES, type PlanTree, type Task } from '../tree/planNode';
import { mayRepeat, onlyReads } from './leafCalls';
import { nodesOf } from './nodeAt';
import { type OpenRounds, ROUND_LEAF } from './openRounds';

/** Tools that a leaf can't call: a run within a run could not be paused or cancelled as one. Use a subtree. */
const NEVER: ReadonlySet<string> = new Set(['plan_run_bt', 'plan_run_reactive']);

/** A tool that a tree calls. */
export interface UsedTool {
  readonly tool: string;
  /** The server or module that has it; null for a built-in leaf. */
  readonly server: string | null;
  readonly isOwn: boolean;
  readonly leaves: number;
  /** A person will be asked before it runs. */
  readonly asks: boolean;
  /** Whether its calls are made again where a crash cut them short. */
  readonly mayRepeat: boolean;
  /** Whether it says that it changes nothing. */
  readonly onlyReads: boolean;
  /** Servers that rounds of a model switch on for themselves. */
  readonly roundServers: readonly string[];
}

/** What tools are looked up with. */
interface Lookup {
  readonly toolbox: Pick<Toolbox, 'look' | 'allows'>;
  readonly rounds: OpenRounds | undefined;
}

interface ToolProblem {
  readonly place: string;
  readonly leaf: string;
  readonly tool: string;
  readonly code: string;
  readonly message: string;
  /** The server that would have to be switched on. */
  readonly server?: string;
}

/** What most leaves are. */
const BUILT_IN = {
  server: null,
  isOwn: true,
  leaves: 1,
  asks: false,
  mayRepeat: false,
  onlyReads: false,
  roundServers: [],
} as const;

/** A tool that can't be called, in the answer of a dry run or a refusal. */
export type { ToolProblem };

/** The tools of a tree, each once, and what stands in the way of a run. */
export async function checkTools(
  lookup: Lookup,
  caller: Caller,
  tree: PlanTree,
  signal: AbortSignal,
): Promise<{ readonly tools: readonly UsedTool[]; readonly problems: readonly ToolProblem[] }> {
  const tools = new Map<string, UsedTool>();
  const problems: ToolProblem[] = [];
  const looked = new Map<string, Promise<CallableNow | Refusal>>();
  for (const { node, id: leaf, place } of nodesOf(tree)) {
    if (node.type !== 'task') continue;
    const { tool } = node;
    const known = tools.get(tool);
    if (tool === ROUND_LEAF) {
      const servers = await lookAtRound(lookup, caller, node);
      if (Refusal.is(servers)) problems.push({ place, leaf, tool, ...problemOf(servers) });
      else tools.set(tool, withRound(known, servers));
      continue;
    }
    if (known !== undefined) {
      tools.set(tool, { ...known, leaves: known.leaves + 1 });
      continue;
    }
    if (BUILT_IN_LEAVES.has(tool)) {
      if (tool === 'bb_set' && !lookup.toolbox.allows(caller.session, tool))
        problems.push({ place, leaf, tool, ...problemOf(notGiven(tool)) });
      tools.set(tool, { ...BUILT_IN, tool, mayRepeat: true });
      continue;
    }
    const looking = looked.get(tool) ?? look(lookup.toolbox, caller, tool, signal);
    looked.set(tool, looking);
    const found = await looking;
    if (Refusal.is(found)) problems.push({ place, leaf, tool, ...problemOf(found) });
    else {
      const { server, isOwn, asks } = found;
      tools.set(tool, {
        ...BUILT_IN,
        tool,
        server,
        isOwn,
        asks,
        mayRepeat: mayRepeat(found),
        onlyReads: onlyReads(found),
      });
    }
  }
  return { tools: [...tools.values()], problems };
}

/** The servers of a round, or why it can't run. */
async function lookAtRound(
  { toolbox, rounds }: Lookup,
  { session }: Caller,
  node: Task,
): Promise<readonly string[] | Refusal> {
  if (!toolbox.allows(session, ROUND_LEAF)) return notGiven(ROUND_LEAF);
  // One that starts rounds would have no end.
  if (session.startsWith('round_'))
    return new Refusal('tool-not-allowed', "A round of a model can't start another one.");
  try {
    const { checkRound } = await import('./roundLeaf');
    return await checkRound(node, rounds);
  } catch (error) {
    if (Refusal.is(error)) return error;
    throw error;
  }
}

function withRound(known: UsedTool | undefined, servers: readonly string[]): UsedTool {
  const { leaves = 0, roundServers = [] } = known ?? {};
  const all = new Set([...roundServers, ...servers]);
  return { ...BUILT_IN, tool: ROUND_LEAF, leaves: leaves + 1, roundServers: [...all] };
}

function notGiven(tool: string): Refusal {
  return new Refusal('tool-not-allowed', `"${tool}" is not among the tools that this agent was given.`);
}

function problemOf({ code, message, details }: Refusal): Pick<ToolProblem, 'code' | 'message' | 'server'> {
  const { server } = details;
  const isOff = code === 'not-active-here' && typeof server === 'string';
  return { code, message, ...(isOff ? { server } : {}) };
}

/** Says which leaves stand in the way. */
export function toolRefusal(problems: readonly ToolProblem[]): Refusal {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return coordinationError('E-PLAN-TOOL', {
    message: `at ${first?.place}: ${first?.message}${more}`,
    hint: `${hintFor(first?.code)}; nothing was run`,
    details: { place: first?.place, leaves: problems.slice(0, 20) },
  });
}

function hintFor(code: string | undefined): string {
  if (code === 'E-PLAN-NO-MODEL') return 'leave llm_round out, or have the user configure a model';
  if (code === 'tool-not-allowed') return 'leave the leaf out, or use another tool';
  return 'activate its server or fix the name';
}

async function look(
  toolbox: Pick<Toolbox, 'look'>,
  caller: Caller,
  tool: string,
  signal: AbortSignal,
): Promise<CallableNow | Refusal> {
  if (NEVER.has(tool))
    return coordinationError('E-PLAN-TOOL', { message: `A leaf can't call "${tool}". Put its tree here.` });
  try {
    return await toolbox.look(caller, tool, signal);
  } catch (error) {
    if (Refusal.is(error)) return error;
    throw error;
  }
}
