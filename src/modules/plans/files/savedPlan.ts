import { isRecord, type Json } from '../../../core/support/json';
import { Refusal } from '../../../core/support/refusal';
import type { PlanTree } from '../tree/planNode';
import { readTree } from '../tree/readTree';
import { treeOfXml } from '../xml/planXml';

/** Where plans are saved, in the workspace folder. */
export const PLANS_FOLDER = '.switchyard/plans';

/** A plan that somebody saved as a file. */
export interface SavedPlan {
  readonly tree: PlanTree;
  readonly description: string;
  /** What its variables are unless somebody says otherwise. */
  readonly variables: Readonly<Record<string, Json>>;
}

/** Fields beside those of a tree. */
const OTHERS = ['$schema', 'description', 'variables'];

/** Reads a plan that was JSON. @throws {Refusal} E-PLAN-INVALID-INPUT, with its place as a JSON Pointer */
export function planOf(value: unknown): SavedPlan {
  if (!isRecord(value)) return { tree: readTree(value), description: '', variables: {} };
  const { description, variables } = value;
  const tree = Object.fromEntries(Object.entries(value).filter(([key]) => !OTHERS.includes(key)));
  return {
    tree: readTree(tree),
    description: typeof description === 'string' ? description : '',
    variables: isRecord(variables) ? (variables as Readonly<Record<string, Json>>) : {},
  };
}

/** Reads a plan that is XML. @throws {Refusal} E-PLAN-INVALID-INPUT, with line and column */
export async function planOfXml(text: string): Promise<SavedPlan> {
  return { tree: await treeOfXml(text), description: '', variables: {} };
}

/** A plan as the file holds it. */
export function writtenPlan({ id, root }: PlanTree, variables: Readonly<Record<string, Json>>): string {
  const saved = { id, ...(Object.keys(variables).length === 0 ? {} : { variables }), root };
  return `${JSON.stringify(saved, null, 2)}\n`;
}

/** What is wrong with a plan, in a line; undefined for anything that is no refusal. */
export function problemOf(error: unknown): string | undefined {
  return Refusal.is(error) ? error.message : undefined;
}
