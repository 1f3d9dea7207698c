import type { Element } from './element';
import { CHECK, KINDS } from './names';

/**
 * An element as the rest of the reader knows it: `<Control ID="Sequence">` is `<Sequence>`, and a condition of ours `<Condition>`,
 * whichever of its forms the program chose that wrote it.
 * @throws {Refusal} E-PLAN-INVALID-INPUT, with line and column
 */
export function shortForm(element: Element): Element {
  const { name, attributes } = element;
  const { ID: id = '', ...others } = attributes;
  if ('condition_key' in attributes && (name === 'Condition' || name === CHECK))
    return { ...element, name: 'Condition', attributes: others };
  if (!KINDS.has(name)) return element;
  if (id === '')
    return element.fail(`"${name}" needs an ID${name === 'Condition' ? ', or condition_key' : ''}.`);
  return { ...element, name: id, attributes: others };
}

/** Whether an element is a tool's, even if a node has the same name: only those have an input. */
export function isTool({ name, attributes }: Element): boolean {
  return name === 'Action' && ('input' in attributes || 'input_key' in attributes);
}
