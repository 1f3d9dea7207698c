import { childrenOf, type PlanNode } from '../tree/planNode';

/** A node with its place: nodes are numbered from the root down, each before those below it. */
export interface FlatNode {
  readonly index: number;
  readonly parent: number | undefined;
  readonly children: readonly number[];
  readonly node: PlanNode;
  /** As it was given, else made of its type or tool. Given ones may be there more than once. */
  readonly id: string;
  /** Where it stands, as a JSON Pointer into the tree. */
  readonly place: string;
}

/** All nodes of a tree, from the root down. Without calling itself: any depth. */
export function flatTree(root: PlanNode): readonly FlatNode[] {
  const nodes: { -readonly [Key in keyof FlatNode]: FlatNode[Key] }[] = [];
  const open: { readonly node: PlanNode; readonly parent: number | undefined; readonly place: string }[] = [
    { node: root, parent: undefined, place: '/root' },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, parent, place } = next;
    const index = nodes.length;
    nodes.push({ index, parent, children: [], node, id: node.id ?? '', place });
    const above = parent === undefined ? undefined : nodes[parent];
    if (above !== undefined) above.children = [...above.children, index];
    const below = childrenOf(node).map((child, i) => ({
      node: child,
      parent: index,
      place: 'child' in node ? `${place}/child` : `${place}/children/${i}`,
    }));
    open.push(...below.toReversed());
  }
  nameAll(nodes);
  return nodes;
}

/** Gives a name to those that have none: that of their tool or type, and a number. */
function nameAll(nodes: { id: string; readonly node: PlanNode }[]): void {
  const taken = new Set(nodes.map(({ id }) => id));
  const counts = new Map<string, number>();
  for (const flat of nodes) {
    if (flat.id !== '') continue;
    const { node } = flat;
    const word = node.type === 'task' ? (node.node_id ?? node.tool) : node.type;
    let count = counts.get(word) ?? 0;
    let id = '';
    do {
      count += 1;
      id = count === 1 && node.type === 'task' ? word : `${word}-${count}`;
    } while (taken.has(id));
    counts.set(word, count);
    taken.add(id);
    flat.id = id;
  }
}
