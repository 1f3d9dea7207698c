import { nearestNames } from '../../../core/catalog/entry/nearest';
import type { Caller } from '../../../core/gateway/sessions/sessions';
import { isRecord, type Json } from '../../../core/support/json';
import type { CallableNow } from '../../../core/toolbox/nativeTool';
import type { Toolbox } from '../../../core/toolbox/toolbox';
import { readNewEntry } from '../../blackboard/tools/entrySchemas';
import { BUILT_IN_LEAVES, type PlanTree, type Task } from '../tree/planNode';
import type { ToolProblem } from './checkTools';
import { filled, leafNamed, pointersIn } from './expressions';
import { nodesOf } from './nodeAt';
import { ROUND_LEAF } from './openRounds';

type Misfit = Pick<ToolProblem, 'code' | 'message'>;

/**
 * The leaves that will fail when they are reached, by what is written in them: arguments that their tool refuses, and pointers that can
 * name nothing. Arguments that are filled in later are not looked at, nor tools that can't be called now (`checkTools`).
 */
export async function checkInputs(
  toolbox: Pick<Toolbox, 'look'>,
  caller: Caller,
  tree: PlanTree,
  signal: AbortSignal,
): Promise<readonly ToolProblem[]> {
  const nodes = nodesOf(tree);
  const leaves = new Set(nodes.flatMap(({ node, id }) => (node.type === 'task' ? id : [])));
  const looked = new Map<string, Promise<CallableNow | undefined>>();
  const look = async (tool: string): Promise<CallableNow | undefined> => {
    const looking = looked.get(tool) ?? toolbox.look(caller, tool, signal).catch(() => undefined);
    looked.set(tool, looking);
    return await looking;
  };
  const problems: ToolProblem[] = [];
  for (const { node, id: leaf, place } of nodes) {
    if (node.type !== 'task') continue;
    const { tool } = node;
    const misfit = pointerMisfit(node, leaves) ?? (await argumentMisfit(node, look));
    if (misfit !== undefined) problems.push({ place, leaf, tool, ...misfit });
  }
  return problems;
}

function pointerMisfit({ input }: Task, leaves: ReadonlySet<string>): Misfit | undefined {
  if (input === undefined) return undefined;
  for (const { pointer, hasDefault } of pointersIn(input)) {
    const message = hasDefault ? undefined : wrongIn(pointer, leaves);
    if (message !== undefined) return { code: 'E-PLAN-NO-VALUE', message };
  }
  return undefined;
}

function wrongIn(pointer: string, leaves: ReadonlySet<string>): string | undefined {
  const leaf = leafNamed(pointer);
  const shown = pointer.slice(0, 80);
  if (leaf === null) return `"${shown}" is no pointer: it begins with /vars/<name> or /outputs/<leaf id>.`;
  if (leaf === undefined || leaves.has(leaf)) return undefined;
  const [near] = nearestNames(leaf, [...leaves]);
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
  return `There will be no value at ${shown}: the tree has no leaf "${leaf.slice(0, 60)}".${hint}`;
}

async function argumentMisfit(
  { tool, input = {}, input_key: key }: Task,
  look: (tool: string) => Promise<CallableNow | undefined>,
): Promise<Misfit | undefined> {
  if (key !== undefined || tool === ROUND_LEAF || pointersIn(input).length > 0) return undefined;
  const written = filled(input, { vars: new Map(), output: () => undefined });
  if (tool === 'bb_set') return entryMisfit(written);
  const found = BUILT_IN_LEAVES.has(tool) ? undefined : (await look(tool))?.misfit(written);
  return found && { code: found.code, message: found.message };
}

function entryMisfit(input: Json): Misfit | undefined {
  const read = readNewEntry(isRecord(input) ? { value: null, ...input } : {});
  return typeof read === 'string' ? { code: 'E-BB-INVALID-INPUT', message: read } : undefined;
}
