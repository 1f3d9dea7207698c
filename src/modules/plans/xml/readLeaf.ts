import type { Json } from '../../../core/support/json';
import type { Task } from '../tree/planNode';
import { LEAF_ATTRIBUTES, nameIn, variableIn } from './names';
import { type Element, jsonIn } from './element';

/**
 * A leaf, of an element in its short form: `builtIn` where it is one of those that BehaviorTree.CPP has itself. `outputs`: the
 * attributes that a model calls outputs.
 */
export function leafOf(element: Element, builtIn: string | undefined, outputs: readonly string[]): Task {
  const { name, attributes } = element;
  if ('ID' in attributes)
    element.fail(`"${name}" can't have an ID. A field of that name goes into input, as JSON.`);
  const { name: id, node_id: node } = attributes;
  const [inputKey, outputKey] = [nameIn(element, 'input_key'), outputOf(element, outputs)];
  const input = builtIn === 'wait' ? { duration_ms: milliseconds(element) } : inputOf(element, outputs);
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

/** The variable for what a leaf gives: its `output_key`, or an attribute that its model calls an output. */
function outputOf(element: Element, outputs: readonly string[]): string | undefined {
  const [key = 'output_key', more] = ['output_key', ...outputs].filter(name => name in element.attributes);
  if (more !== undefined) element.fail(`"${more}" is a second output: a leaf has one, its output_key.`);
  if (key === 'output_key') return nameIn(element, key);
  const variable = variableIn(element, key, element.attributes[key] ?? '');
  return variable ?? element.fail(`"${key}" is an output, so it must be a variable: {name}.`);
}

/** Attributes are texts and variables; what is neither is in `input`, as JSON. */
function inputOf(element: Element, outputs: readonly string[]): Json | undefined {
  const { attributes } = element;
  const given = Object.entries(attributes).filter(
    ([key]) => !LEAF_ATTRIBUTES.has(key) && !key.startsWith('_') && !outputs.includes(key),
  );
  const [first] = given;
  if (first === undefined)
    // Without any, where the tool has the name of a node.
    return attributes['input'] === '' ? undefined : jsonIn(element, 'input');
  if ('input' in attributes || 'input_key' in attributes)
    return element.fail(`"${first[0]}" would be lost: put the whole input into input, or into input_key.`);
  return Object.fromEntries(
    given.map(([key, text]): [string, Json] => {
      const variable = variableIn(element, key, text);
      return [key, variable === undefined ? text : { $from: `/vars/${variable}` }];
    }),
  );
}

function milliseconds(element: Element): Json {
  const text = element.attributes['msec'] ?? '';
  const variable = variableIn(element, 'msec', text);
  if (variable !== undefined) return { $from: `/vars/${variable}` };
  return /^\d+$/.test(text) ? Number(text) : element.fail('"Sleep" needs msec, a number or a variable.');
}
