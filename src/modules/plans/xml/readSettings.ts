import type { Condition, Guard, Parallel, Repeat, Retry, Timeout, TimeoutCategory } from '../tree/planNode';
import { type Element, jsonIn } from './element';
import { nameIn } from './names';

type Bare<Node> = Omit<Node, 'child' | 'children' | 'id'>;

/** What the attributes of an element say of its node, as yet unchecked but for their form. */
export const settingsOf = {
  Parallel(element: Element): Bare<Parallel> {
    const successes = numberIn(element, 'success_count') ?? -1;
    const failures = numberIn(element, 'failure_count') ?? 1;
    const isDefault = !('success_count' in element.attributes) && !('failure_count' in element.attributes);
    return {
      type: 'parallel',
      policy: isDefault ? 'all' : { mode: 'quota', threshold: successes, failure_threshold: failures },
    };
  },

  RetryUntilSuccessful(element: Element): Bare<Retry> {
    return {
      type: 'retry',
      max_attempts: required(element, 'num_attempts'),
      ...optional(element, 'backoff_ms'),
      ...optional(element, 'backoff_jitter_ms'),
    };
  },

  Repeat: (element: Element): Bare<Repeat> => ({ type: 'repeat', cycles: required(element, 'num_cycles') }),

  Timeout(element: Element): Bare<Timeout> {
    const { timeout_category: category, msec } = element.attributes;
    return {
      type: 'timeout',
      ...(category === undefined || msec !== undefined ? { timeout_ms: required(element, 'msec') } : {}),
      ...(category === undefined ? {} : { timeout_category: category as TimeoutCategory }),
      ...optional(element, 'complexity_score'),
    };
  },

  Guard: (element: Element): Bare<Guard> => ({ type: 'guard', ...conditionOf(element) }),

  Condition: (element: Element): Bare<Condition> => ({ type: 'condition', ...conditionOf(element) }),
};

function conditionOf(element: Element) {
  const key = nameIn(element, 'condition_key');
  if (key === undefined) return element.fail(`"${element.name}" needs condition_key.`);
  const expected = jsonIn(element, 'expected');
  return { condition_key: key, ...(expected === undefined ? {} : { expected }) };
}

/** What the attribute says, under its own name. */
function optional<Name extends string>(element: Element, attribute: Name): { [Key in Name]?: number } {
  const value = numberIn(element, attribute);
  return value === undefined ? {} : ({ [attribute]: value } as { [Key in Name]?: number });
}

function required(element: Element, attribute: string): number {
  return numberIn(element, attribute) ?? element.fail(`"${element.name}" needs ${attribute}.`);
}

function numberIn(element: Element, attribute: string): number | undefined {
  const text = element.attributes[attribute];
  if (text === undefined) return undefined;
  if (!/^-?\d+(\.\d+)?$/.test(text.trim()))
    return element.fail(`${attribute} must be a number: variables are not supported here.`);
  return Number(text);
}
