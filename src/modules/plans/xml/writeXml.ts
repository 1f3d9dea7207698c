import { isRecord, type Json } from '../../../core/support/json';
import { childrenOf, type Parallel, type PlanNode, type PlanTree, type Task } from '../tree/planNode';
import { isXmlText } from '../tree/xmlText';
import {
  CHECK,
  isFreeElement,
  isPointer,
  isReserved,
  LEAF_ATTRIBUTES,
  LEAF_ELEMENTS,
  PLAIN_ELEMENTS,
} from './names';

type Attributes = readonly (readonly [name: string, value: string | number | undefined])[];

const ELEMENT_OF = new Map<string, string>(
  Object.entries(PLAIN_ELEMENTS).map(([element, type]) => [type, element]),
);

/** What Groot2 has to know of nodes that BehaviorTree.CPP does not have. */
const MODELS = [
  '<Decorator ID="Cancellable"/>',
  '<Decorator ID="Guard"><input_port name="condition_key"/><input_port name="expected"/></Decorator>',
];

/**
 * Writes a tree as XML of BehaviorTree.CPP, format 4. What is read from it is the same tree.
 * `hasModels`: it begins by saying which nodes are not the program's own, so that Groot2 opens it.
 */
export function writeXml({ id, root }: PlanTree, { hasModels = false } = {}): string {
  const models = hasModels ? `<TreeNodesModel>${modelsOf(root).join('')}</TreeNodesModel>` : '';
  return `<root BTCPP_format="4"><BehaviorTree ID="${escaped(id)}">${elementOf(root)}</BehaviorTree>${models}</root>`;
}

function elementOf(node: PlanNode): string {
  const [name, attributes] = headOf(node);
  const written = attributes
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('');
  const below = childrenOf(node).map(elementOf).join('');
  return below === '' ? `<${name}${written}/>` : `<${name}${written}>${below}</${name}>`;
}

/** Name and attributes of a node's element. */
function headOf(node: PlanNode): readonly [string, Attributes] {
  const name = ['name', node.id] as const;
  switch (node.type) {
    case 'task':
      return leafHead(node);
    case 'parallel':
      return ['Parallel', [name, ...thresholds(node)]];
    case 'retry':
      return [
        'RetryUntilSuccessful',
        [
          name,
          ['num_attempts', node.max_attempts],
          ['backoff_ms', node.backoff_ms],
          ['backoff_jitter_ms', node.backoff_jitter_ms],
        ],
      ];
    case 'repeat':
      return ['Repeat', [name, ['num_cycles', node.cycles]]];
    case 'timeout':
      return [
        'Timeout',
        [
          name,
          ['msec', node.timeout_ms],
          ['timeout_category', node.timeout_category],
          ['complexity_score', node.complexity_score],
        ],
      ];
    case 'guard':
    case 'condition':
      return [
        node.type === 'guard' ? 'Guard' : 'Condition',
        [
          ...(node.type === 'condition' ? [['ID', CHECK] as const] : []),
          name,
          ['condition_key', node.condition_key],
          ['expected', node.expected === undefined ? undefined : asciiJson(node.expected)],
        ],
      ];
    default:
      return [ELEMENT_OF.get(node.type) ?? node.type, [name]];
  }
}

function thresholds({ policy }: Parallel): Attributes {
  if (policy === 'all') return [];
  if (policy === 'any')
    return [
      ['success_count', 1],
      ['failure_count', -1],
    ];
  const { threshold, failure_threshold: failures } = policy;
  return [
    ['success_count', threshold],
    // So many failures as make the threshold impossible: counted from the end.
    ['failure_count', failures ?? -threshold],
  ];
}

function leafHead(task: Task): readonly [string, Attributes] {
  const { tool, id, node_id: node, input, input_key: inputKey, output_key: outputKey } = task;
  const isBare = node === undefined && inputKey === undefined && outputKey === undefined;
  const own = isBare ? ownElement(tool, input) : undefined;
  if (own !== undefined) return [own[0], [['name', id], ...own[1]]];
  const isFree = isFreeElement(tool);
  return [
    isFree ? tool : 'Action',
    [
      ['ID', isFree ? undefined : tool],
      ['name', id],
      ['node_id', node],
      ['input_key', inputKey],
      ...(isReserved(tool) ? wholeInput(input, inputKey) : inputAttributes(input)),
      ['output_key', outputKey],
    ],
  ];
}

/** The element that BehaviorTree.CPP has for a built-in leaf. */
function ownElement(tool: string, input: Json | undefined): readonly [string, Attributes] | undefined {
  const found = Object.entries(LEAF_ELEMENTS).find(([, leaf]) => leaf === tool);
  if (found === undefined) return undefined;
  const [element] = found;
  if (tool !== 'wait') return input === undefined ? [element, []] : undefined;
  const ms = isRecord(input) && Object.keys(input).length === 1 ? input['duration_ms'] : undefined;
  return typeof ms === 'number' && /^\d+$/.test(String(ms)) ? [element, [['msec', ms]]] : undefined;
}

/** The whole as JSON, so that the element is the tool's and not that of the node with its name. */
function wholeInput(input: Json | undefined, key: string | undefined): Attributes {
  if (input !== undefined) return [['input', asciiJson(input)]];
  return key === undefined ? [['input', '']] : [];
}

/** One attribute for each field where they are texts and variables, else one with the whole as JSON. */
function inputAttributes(input: Json | undefined): Attributes {
  if (input === undefined) return [];
  const whole = [['input', asciiJson(input)]] as const;
  if (!isRecord(input) || Object.keys(input).length === 0) return whole;
  const attributes: [string, string][] = [];
  for (const [key, value] of Object.entries(input)) {
    const text = attributeText(value);
    if (text === undefined || !/^[A-Za-z][\w.-]*$/.test(key) || /^xml/i.test(key) || LEAF_ATTRIBUTES.has(key))
      return whole;
    attributes.push([key, text]);
  }
  return attributes;
}

function attributeText(value: unknown): string | undefined {
  if (typeof value === 'string') return isXmlText(value) && !isPointer(value) ? value : undefined;
  if (!isRecord(value) || Object.keys(value).length !== 1) return undefined;
  const from = value['$from'];
  const [, variable] = typeof from === 'string' ? (/^\/vars\/([A-Za-z_][\w.-]*)$/.exec(from) ?? []) : [];
  return variable === undefined ? undefined : `{${variable}}`;
}

/** JSON of characters that XML can say. */
function asciiJson(value: Json): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function modelsOf(root: PlanNode): readonly string[] {
  const leaves = new Map<string, Set<string>>();
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    open.push(...childrenOf(node));
    if (node.type !== 'task') continue;
    const [name, attributes] = leafHead(node);
    if (name in LEAF_ELEMENTS) continue;
    const ports = leaves.get(node.tool) ?? new Set();
    for (const [key] of attributes) if (!['ID', 'name'].includes(key)) ports.add(key);
    leaves.set(node.tool, ports);
  }
  const actions = [...leaves].map(([tool, ports]) => {
    const inputs = [...ports].map(port => `<input_port name="${escaped(port)}"/>`).join('');
    return `<Action ID="${escaped(tool)}">${inputs}</Action>`;
  });
  const check =
    '<Condition ID="Check"><input_port name="condition_key"/><input_port name="expected"/></Condition>';
  return [...MODELS, check, ...actions];
}
