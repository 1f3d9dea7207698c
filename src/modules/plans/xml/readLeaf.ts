import type { Json } from '../../../core/support/json';
import type { Task } from '../tree/planNode';
import { LEAF_ATTRIBUTES, VARIABLE } from './names';
import { type Element, jsonIn } from './element';

/** A leaf, of an element in its short form: `builtIn` where it is one of those that BehaviorTree.CPP has itself. */
export function leafOf(element: Element, builtIn: string | undefined): Task {
  const { name, attributes } = element;
  const { name: id, node_id: node, input_key: inputKey, output_key: outputKey } = attributes;
  const input = builtIn === 'wait' ? { duration_ms: milliseconds(element) } : inputOf(element);
  return {
    type: 'task',
    ...(id === undefined ? {} : { id }),
    ...(node === undefined ? {} : { node_id: node }),
    tool: builtIn ?? name,
    ...(inputKey === undefined ? {} : { input_key: inputKey }),
    ...(input === undefined ? {} : { input }),
    ...(outputKey === undefined ? {} : { output_key: outputKey }),
  };
}

/** Attributes are texts and variables; what is neither is in `input`, as JSON. */
function inputOf(element: Element): Json | undefined {
  // So a tool without an input is written that has the name of a node.
  if (element.attributes['input'] === '') return undefined;
  const whole = jsonIn(element, 'input');
  if (whole !== undefined) return whole;
  const given = Object.entries(element.attributes).filter(
    ([key]) => !LEAF_ATTRIBUTES.has(key) && !key.startsWith('_'),
  );
  if (given.length === 0) return undefined;
  return Object.fromEntries(
    given.map(([key, text]): [string, Json] => {
      const [, variable] = VARIABLE.exec(text) ?? [];
      return [key, variable === undefined ? text : { $from: `/vars/${variable}` }];
    }),
  );
}

function milliseconds(element: Element): number {
  const text = element.attributes['msec'] ?? '';
  return /^\d+$/.test(text) ? Number(text) : element.fail('"Sleep" needs msec, a number.');
}
