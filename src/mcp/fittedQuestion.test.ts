import { expect, test } from 'vitest';
import { fittedQuestion } from './fittedQuestion';

const SAMPLE = 'sampling/createMessage';
const ELICIT = 'elicitation/create';

test('hands tools only to a client that takes them', () => {
  const use = { role: 'user', content: [{ type: 'tool_result', toolUseId: '1', content: [] }] };
  for (const params of [{ tools: [] }, { toolChoice: { mode: 'auto' } }, { messages: [use] }]) {
    expect(() => fittedQuestion({ sampling: {} }, SAMPLE, params)).toThrow('takes no tools');
    expect(fittedQuestion({ sampling: { tools: {} } }, SAMPLE, params)).toEqual(params);
  }
});

test('asks for the context of other servers only a client that gives it', () => {
  const params = { includeContext: 'allServers', maxTokens: 1 };
  expect(fittedQuestion({ sampling: {} }, SAMPLE, params)).toEqual({ maxTokens: 1 });
  expect(fittedQuestion({ sampling: { context: {} } }, SAMPLE, params)).toEqual(params);
});

test('asks nobody in a way that was not declared', () => {
  expect(() => fittedQuestion(undefined, SAMPLE, {})).toThrow('does not support');
  expect(() => fittedQuestion({}, ELICIT, {})).toThrow('does not support');
  expect(() => fittedQuestion({ elicitation: {} }, ELICIT, { mode: 'url' })).toThrow('does not support');
  expect(() => fittedQuestion({ elicitation: { form: {} } }, ELICIT, { mode: 'url' })).toThrow(
    'does not support',
  );
  expect(() => fittedQuestion({ elicitation: { url: {} } }, ELICIT, { mode: 'form' })).toThrow(
    'does not support',
  );
  expect(fittedQuestion({ elicitation: {} }, ELICIT, { message: 'm' })).toEqual({ message: 'm' });
});
