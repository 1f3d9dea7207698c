import { type FlatNode, flatTree } from '../engine/flatTree';
import type { PlanNode, PlanTree } from '../tree/planNode';

const flat = new WeakMap<PlanTree, readonly FlatNode[]>();

/** The nodes of a run's tree, by their places; made once. */
export function nodesOf(tree: PlanTree): readonly FlatNode[] {
  const known = flat.get(tree);
  if (known !== undefined) return known;
  const nodes = flatTree(tree.root);
  flat.set(tree, nodes);
  return nodes;
}

/** The node at a place of a run's tree. */
export function nodeAt({ tree }: { readonly tree: PlanTree }, index: number): PlanNode {
  const found = nodesOf(tree)[index];
  if (found === undefined) throw new Error(`The tree has no node ${index}.`);
  return found.node;
}
