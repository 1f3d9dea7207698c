import { isRecord, type Json } from '../../../core/support/json';
import { childrenOf, type PlanNode, type Task } from '../tree/planNode';
import type { Element } from './element';
import { variableIn } from './names';

/** Attributes of a SubTree that are no ports. */
const NO_PORTS: ReadonlySet<string> = new Set(['ID', 'name']);

/** What a name inside of a subtree stands for: a variable of the tree around it, or a text. */
type Meaning = { readonly variable: string } | { readonly text: string };

type Renamed = (name: string) => Meaning | undefined;

/**
 * The nodes of a subtree with the names that they have in the tree around it, as in BehaviorTree.CPP: ports stand for what the
 * SubTree element says, else for the default of its model. Other variables that the subtree sets are its own, unless `_autoremap`
 * is on: `free` gives them a name that nobody has. What it only reads is looked for in the run.
 * @throws {Refusal} E-PLAN-INVALID-INPUT, with line and column
 */
export function withPorts(
  root: PlanNode,
  element: Element,
  defaults: Readonly<Record<string, string>>,
  free: (wanted: string) => string,
): PlanNode {
  const { attributes } = element;
  const given = Object.entries({ ...defaults, ...attributes }).filter(
    ([name]) => !NO_PORTS.has(name) && !name.startsWith('_'),
  );
  const meanings = new Map(given.map(([name, text]) => [name, meaningOf(element, name, text)] as const));
  if (!isOn(element, '_autoremap'))
    for (const name of setIn(root))
      if (!meanings.has(name))
        meanings.set(name, { variable: free(`${attributes['ID']?.replace(/\W/g, '-')}-${name}`) });
  if (meanings.size === 0) return root;
  return renamed(root, name => meanings.get(name), element);
}

function meaningOf(element: Element, port: string, text: string): Meaning {
  const variable = variableIn(element, port, text);
  if (variable !== undefined) return { variable };
  if (text.includes('{')) element.fail(`Port "${port}" must be a text, or one variable: {name}.`);
  return { text };
}

function isOn(element: Element, attribute: string): boolean {
  const text = element.attributes[attribute] ?? 'false';
  if (['true', '1'].includes(text)) return true;
  return ['false', '0'].includes(text) ? false : element.fail(`${attribute} must be true or false.`);
}

/** The variables that leaves below a node set. */
function setIn(root: PlanNode): ReadonlySet<string> {
  const names = new Set<string>();
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    open.push(...childrenOf(node));
    if (node.type === 'task' && node.output_key !== undefined) names.add(node.output_key);
  }
  return names;
}

function renamed(node: PlanNode, meaning: Renamed, element: Element): PlanNode {
  if ('children' in node)
    return { ...node, children: node.children.map(child => renamed(child, meaning, element)) };
  if (node.type === 'task') return task(node, meaning, element);
  const own = 'child' in node ? { ...node, child: renamed(node.child, meaning, element) } : node;
  if (own.type !== 'guard' && own.type !== 'condition') return own;
  return { ...own, condition_key: variableOf(own.condition_key, meaning, element, 'looks at') };
}

function task(given: Task, meaning: Renamed, element: Element): Task {
  const { input_key: key, input, output_key: output, ...rest } = given;
  return {
    ...rest,
    ...(key === undefined ? {} : keyed(key, meaning)),
    ...(input === undefined ? {} : { input: filledIn(input, meaning) }),
    ...(output === undefined ? {} : { output_key: variableOf(output, meaning, element, 'sets') }),
  };
}

function keyed(key: string, meaning: Renamed): Pick<Task, 'input' | 'input_key'> {
  const found = meaning(key);
  if (found === undefined) return { input_key: key };
  return 'text' in found ? { input: { $literal: found.text } } : { input_key: found.variable };
}

function variableOf(name: string, meaning: Renamed, element: Element, does: string): string {
  const found = meaning(name);
  if (found === undefined) return name;
  if ('variable' in found) return found.variable;
  return element.fail(`The tree ${does} port "${name}", so it must be a variable: {name}.`);
}

/** An input with the names in its pointers and texts. What stands in a literal stays. */
function filledIn(input: Json, meaning: Renamed): Json {
  if (Array.isArray(input)) return input.map((part: Json) => filledIn(part, meaning));
  if (!isRecord(input)) return input;
  const { $from: pointer, $text: text } = input as Readonly<Record<string, Json>>;
  if ('$literal' in input) return input;
  if (typeof pointer === 'string') return pointed(input, pointer, meaning);
  if (typeof text === 'string') return { ...input, $text: texted(text, meaning) };
  return Object.fromEntries(
    Object.entries(input).map(([key, part]): [string, Json] => [key, filledIn(part, meaning)]),
  );
}

function pointed(form: Readonly<Record<string, Json>>, pointer: string, meaning: Renamed): Json {
  const [, name = '', rest = ''] = /^\/vars\/([^/]*)(.*)$/s.exec(pointer) ?? [];
  const found = meaning(unescaped(name));
  if (found === undefined) return form;
  if ('variable' in found) return { ...form, $from: `/vars/${escaped(found.variable)}${rest}` };
  // There is nothing within a text: what points there is left to its default.
  return rest === '' ? { $literal: found.text } : form;
}

function texted(text: string, meaning: Renamed): string {
  return text.replace(/\{\/vars\/([^{}/]*)(\/[^{}]*)?\}/g, (form, name: string, rest = '') => {
    const found = meaning(unescaped(name));
    if (found === undefined) return form;
    if ('variable' in found) return `{/vars/${escaped(found.variable)}${rest}}`;
    return rest === '' ? found.text : form;
  });
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
