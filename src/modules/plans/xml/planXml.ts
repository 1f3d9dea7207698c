import type { PlanTree } from '../tree/planNode';

/** Reads a tree written as XML of BehaviorTree.CPP 4. Loaded when it is first needed. @throws {Refusal} E-PLAN-INVALID-INPUT, with line and column */
export async function treeOfXml(text: string): Promise<PlanTree> {
  const { readXml } = await import('./readXml');
  return readXml(text);
}

/** A tree as XML of BehaviorTree.CPP 4. Loaded when it is first needed. */
export async function xmlOf(tree: PlanTree, how: { readonly hasModels: boolean }): Promise<string> {
  const { writeXml } = await import('./writeXml');
  return writeXml(tree, how);
}
