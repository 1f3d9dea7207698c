import { oneLine } from '../../../core/catalog/entry/plainText';
import { Refusal } from '../../../core/support/refusal';
import type { PlanNode, PlanTree } from '../tree/planNode';
import { MAX_DEPTH, MAX_NODES, readTree, withFields } from '../tree/readTree';
import { type Element, rootOf } from './element';
import { leafOf } from './readLeaf';
import { ATTRIBUTES, LEAF_ELEMENTS, PLAIN_ELEMENTS, SCRIPTS, SET_ELEMENTS, UNSUPPORTED } from './names';
import { isTool, shortForm } from './shortForm';
import { settingsOf } from './readSettings';
import { withPorts } from './subtreePorts';

/**
 * Reads a tree from XML of BehaviorTree.CPP, format 4 (https://www.behaviortree.dev/docs/learn-the-basics/xml_format).
 * Subtrees take the place of what refers to them.
 * @throws {Refusal} E-PLAN-INVALID-INPUT, with line and column
 */
export function readXml(text: string): PlanTree {
  const root = rootOf(text);
  if (root.name !== 'root') root.fail(`The outermost element must be "root", not "${root.name}".`);
  const format = root.attributes['BTCPP_format'];
  if (format !== '4') root.fail('BTCPP_format must be "4".');
  const trees = treesOf(root);
  const main = root.attributes['main_tree_to_execute'] ?? mainOf(root, [...trees.keys()]);
  const tree = trees.get(main);
  if (tree === undefined) return root.fail(`There is no tree "${main}".`);
  const reader = new Reader(trees, modelsOf(root), namesIn(text));
  // What the reader made is checked like any other tree, now as a whole.
  return readTree({ id: main === '' ? undefined : main, root: reader.tree(tree, []) });
}

/** The trees by their IDs. One that is alone needs none. */
function treesOf({ children }: Element): ReadonlyMap<string, Element> {
  const trees = new Map<string, Element>();
  const isAlone = children.filter(({ name }) => name === 'BehaviorTree').length === 1;
  for (const each of children) {
    if (each.name === 'include') each.fail('"include" is not supported: put its trees into this text.');
    if (each.name !== 'BehaviorTree') continue;
    const id = each.attributes['ID'] ?? '';
    if (id === '' && !isAlone) each.fail('A BehaviorTree needs an ID.');
    if (trees.has(id)) each.fail(`There are two trees "${id}".`);
    trees.set(id, each);
  }
  return trees;
}

/** The tree to run where the text doesn't say it: the only one that is no part of another. */
function mainOf(root: Element, ids: readonly string[]): string {
  const parts = new Set<string | undefined>();
  const open = root.children.filter(({ name }) => name !== 'TreeNodesModel');
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.name === 'SubTree') parts.add(next.attributes['ID']);
    for (const child of next.children) open.push(child);
  }
  const [main, another] = ids.length === 1 ? ids : ids.filter(id => !parts.has(id));
  if (main !== undefined && another === undefined) return main;
  if (ids.length === 0) root.fail('There is no tree: no element "BehaviorTree".');
  return root.fail(`Say which tree runs, as main_tree_to_execute of root: ${ids.join(', ')}.`);
}

/** Makes nodes of elements. */
class Reader {
  readonly #trees: ReadonlyMap<string, Element>;
  readonly #models: Models;
  /** Whether a text may be a name that something has already. */
  readonly #isTaken: (name: string) => boolean;
  readonly #made = new Set<string>();
  #count = 0;

  constructor(trees: ReadonlyMap<string, Element>, models: Models, isTaken: (name: string) => boolean) {
    this.#trees = trees;
    this.#models = models;
    this.#isTaken = isTaken;
  }

  /** `within`: the trees that this one is a part of. */
  tree(tree: Element, within: readonly string[]): PlanNode {
    refuseText(tree);
    const [root, ...more] = tree.children;
    if (root === undefined) return tree.fail('A BehaviorTree needs a node.');
    if (more.length > 0) more[0]?.fail('A BehaviorTree has one node: put several into a Sequence.');
    return this.#node(root, [...within, tree.attributes['ID'] ?? ''], within.length);
  }

  #node(element: Element, within: readonly string[], depth: number): PlanNode {
    const node = this.#read(element, within, depth);
    try {
      withFields(node, '');
    } catch (error) {
      if (!Refusal.is(error)) throw error;
      element.fail(error.message.replace('at : ', ''));
    }
    return node;
  }

  #read(given: Element, within: readonly string[], depth: number): PlanNode {
    refuseText(given);
    const element = shortForm(given);
    const { name, attributes, children } = element;
    this.#count += 1;
    if (this.#count > MAX_NODES) element.fail(`A tree has ${MAX_NODES} nodes at most.`);
    if (depth >= MAX_DEPTH) element.fail(`A tree is ${MAX_DEPTH} levels deep at most.`);
    const script = Object.keys(attributes).find(key => SCRIPTS.has(key));
    if (script !== undefined)
      element.fail(`Scripts such as "${script}" are not supported. Use a Guard or a Condition.`);
    const outputs = this.#models.outputs.get(name) ?? [];
    if (isTool(given) && children.length === 0) return leafOf(element, undefined, outputs);
    if (isKey(name, UNSUPPORTED)) element.fail(`"${name}" is not supported. ${UNSUPPORTED[name]}`);
    if (name === 'SubTree') return this.#subtree(element, within);
    const id = attributes['name'] === undefined ? {} : { id: attributes['name'] };
    const below = (): { readonly children: readonly PlanNode[] } => ({
      children: children.map(child => this.#node(child, within, depth + 1)),
    });
    const only = (): { readonly child: PlanNode } => {
      const [child, ...more] = children;
      if (child === undefined || more.length > 0) return element.fail(`"${name}" has one child.`);
      return { child: this.#node(child, within, depth + 1) };
    };
    if (isKey(name, { ...PLAIN_ELEMENTS, ...SET_ELEMENTS, ...LEAF_ELEMENTS })) refuseUnknown(element);
    if (isKey(name, PLAIN_ELEMENTS)) {
      const type = PLAIN_ELEMENTS[name];
      switch (type) {
        case 'inverter':
        case 'force_success':
        case 'force_failure':
        case 'cancellable':
          return { type, ...id, ...only() };
        default:
          if (children.length === 0) element.fail(`"${name}" needs a child.`);
          return { type, ...id, ...below() };
      }
    }
    if (isKey(name, SET_ELEMENTS)) {
      if (name === 'Condition') {
        if (children.length > 0) element.fail('A Condition has no children.');
        return { ...settingsOf.Condition(element), ...id };
      }
      if (name === 'Parallel') {
        if (children.length === 0) element.fail('"Parallel" needs a child.');
        return { ...settingsOf.Parallel(element), ...id, ...below() };
      }
      return { ...settingsOf[name](element), ...id, ...only() };
    }
    if (children.length > 0 || ['Control', 'Decorator'].includes(given.name))
      element.fail(`"${name}" is no node with children. Known: ${known()}.`);
    return leafOf(element, isKey(name, LEAF_ELEMENTS) ? LEAF_ELEMENTS[name] : undefined, outputs);
  }

  #subtree(element: Element, within: readonly string[]): PlanNode {
    const { attributes, children } = element;
    const id = attributes['ID'] ?? '';
    if (children.length > 0) element.fail('A SubTree has no children: its ports are attributes of it.');
    const tree = this.#trees.get(id);
    if (tree === undefined) return element.fail(`There is no tree "${id}".`);
    if (within.includes(id)) return element.fail(`Tree "${id}" is a part of itself.`);
    const root = this.tree(tree, within);
    return withPorts(root, element, this.#models.defaults.get(id) ?? {}, name => this.#free(name));
  }

  /** A variable for one use of a tree. */
  #free(wanted: string): string {
    let name = wanted;
    for (let n = 2; this.#made.has(name) || this.#isTaken(name); n += 1) name = `${wanted}-${n}`;
    this.#made.add(name);
    return name;
  }
}

/** What a text says of ports, by the names of nodes. */
interface Models {
  /** What ports of a tree stand for where a SubTree does not say it. */
  readonly defaults: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Ports of leaves that are outputs. */
  readonly outputs: ReadonlyMap<string, readonly string[]>;
}

function modelsOf(root: Element): Models {
  const models = root.children
    .filter(({ name }) => name === 'TreeNodesModel')
    .flatMap(({ children }) => children);
  const idOf = ({ attributes }: Element): string => attributes['ID'] ?? '';
  const defaultsOf = ({ children }: Element) =>
    Object.fromEntries(
      children.flatMap(({ attributes: { name, default: text } }) =>
        name === undefined || text === undefined ? [] : [[name, text] as const],
      ),
    );
  const outputsOf = ({ children }: Element) =>
    children.flatMap(({ name, attributes }) => (name === 'output_port' ? [attributes['name'] ?? ''] : []));
  const trees = models.filter(({ name }) => name === 'SubTree');
  const leaves = models.filter(({ name }) => name === 'Action' || name === 'Condition');
  return {
    defaults: new Map(trees.map(each => [idOf(each), defaultsOf(each)])),
    outputs: new Map(leaves.map(each => [idOf(each), outputsOf(each)])),
  };
}

/** Refuses an attribute that would be lost, e.g. one of version 3, or of another node. */
function refuseUnknown(element: Element): void {
  const { name, attributes } = element;
  const fitting = ['name', ...(ATTRIBUTES[name] ?? [])];
  for (const key of Object.keys(attributes))
    if (!key.startsWith('_') && !fitting.includes(key))
      element.fail(`"${name}" has no attribute "${key}", only ${fitting.join(', ')}.`);
}

/** Refuses text between tags, which BehaviorTree.CPP passes over: whoever wrote it takes it for a step, or for an input. */
function refuseText({ name, text, fail }: Element): void {
  if (text !== '')
    fail(
      `The text in "${name}" would be lost: ${oneLine(text, 60)}. A step is an element, an input is an attribute, and a note is a <!-- comment -->.`,
    );
}

function namesIn(text: string): (name: string) => boolean {
  return name => text.includes(name);
}

function known(): string {
  return Object.keys({ ...PLAIN_ELEMENTS, ...SET_ELEMENTS }).join(', ');
}

function isKey<Table extends object>(name: string, table: Table): name is keyof Table & string {
  return Object.hasOwn(table, name);
}
