import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@cfworker/json-schema';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { planOf } from '../../src/modules/plans/files/savedPlan';
import { FIELDS } from '../../src/modules/plans/tree/readTree';

const path = join(import.meta.dirname, '../../media/plan.schema.json');
const NODE = { $ref: '#/definitions/node' };

/** What each type of node is for. */
const WORDS: { readonly [Type in keyof typeof FIELDS]: string } = {
  sequence: 'Runs its children one after the other until one fails.',
  selector: 'Runs its children one after the other until one succeeds.',
  reactive_sequence: 'Like sequence, but looks at all children from the first on at each tick.',
  reactive_selector: 'Like selector, but looks at all children from the first on at each tick.',
  sequence_with_memory: 'Like sequence, but goes on with the child that failed.',
  parallel: 'Runs its children at once.',
  retry: 'Runs its child again until it succeeds.',
  repeat: 'Runs its child again until it fails.',
  timeout: 'Fails if its child takes too long.',
  guard: 'Runs its child only if a condition holds.',
  inverter: 'Turns success into failure, and failure into success.',
  force_success: 'Succeeds whatever its child does.',
  force_failure: 'Fails whatever its child does.',
  cancellable: 'Runs its child.',
  condition: 'Looks at a variable, or a key of the shared blackboard.',
  task: 'Calls a tool, or noop, abort, wait, or bb_set.',
};

/** The schema of plan files, made of what the reader takes. */
function schema() {
  const nodes = Object.entries(FIELDS).map(([type, fields]) => {
    const { properties, required = [] } = z.toJSONSchema(fields, { target: 'draft-7', io: 'input' });
    const { children, child, ...rest } = properties ?? {};
    return {
      description: WORDS[type as keyof typeof FIELDS],
      type: 'object',
      properties: {
        type: { const: type },
        ...rest,
        ...(children === undefined ? {} : { children: { type: 'array', minItems: 1, items: NODE } }),
        ...(child === undefined ? {} : { child: NODE }),
      },
      required: ['type', ...new Set([...required, ...(child === undefined ? [] : ['child'])])],
      additionalProperties: false,
    };
  });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Plan of Switchyard',
    description: 'A behavior tree whose leaves call tools.',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      id: { type: 'string', description: 'Name of the plan.' },
      description: { type: 'string', description: 'What it is for.' },
      variables: { type: 'object', description: 'Values that inputs and conditions use.' },
      root: NODE,
    },
    required: ['root'],
    additionalProperties: false,
    definitions: { node: { anyOf: nodes } },
  };
}

test('the schema of plan files is made of what the reader takes', async () => {
  await expect(`${JSON.stringify(schema(), null, 2)}\n`).toMatchFileSnapshot(path);
});

test.each([
  [{ id: 'a', root: { type: 'task', tool: 'noop' } }, true],
  [
    {
      root: {
        type: 'sequence',
        children: [{ type: 'inverter', child: { type: 'task', tool: 'x', input: { a: 1 } } }],
      },
    },
    true,
  ],
  [
    {
      description: 'd',
      variables: { v: 1 },
      root: { type: 'retry', max_attempts: 3, child: { type: 'task', tool: 'x' } },
    },
    true,
  ],
  [{ root: { type: 'sequence', children: [] } }, false],
  [{ root: { type: 'inverter' } }, false],
  [{ root: { type: 'loop' } }, false],
  [{ root: { type: 'task', tool: 'x', inputs: 1 } }, false],
])('editor and reader agree on %j', (file, isPlan) => {
  const validator = new Validator(JSON.parse(readFileSync(path, 'utf8')) as object, '7');
  expect(validator.validate(file).valid).toBe(isPlan);
  const read = (): unknown => planOf(file);
  if (isPlan) expect(read).not.toThrow();
  else expect(read).toThrow('at /');
});
