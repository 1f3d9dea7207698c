import { beforeEach, expect, test } from 'vitest';
import {
  fakeModel,
  LanguageModelError,
  languageModels,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
} from '../../../test/support/fakeModels';
import { roundWorldWith } from '../../../test/support/roundWorld';
import { noSignal } from '../../../test/support/testCore';
import type { ModelPart, ModelRequest } from '../../core/rounds/modelPort';
import { MAX_ANSWER_BYTES } from '../../core/rounds/answerLimit';
import { languageModel } from './languageModel';

const REQUEST: ModelRequest = {
  model: 'm',
  messages: [{ role: 'user', content: 'PROMPT-SECRET' }],
  tools: [],
  settings: {},
};

beforeEach(() => {
  languageModels.models = [];
});

async function answerOf(request: Partial<ModelRequest> = {}, signal = noSignal()) {
  const parts: ModelPart[] = [];
  for await (const part of languageModel.ask({ ...REQUEST, ...request }, signal)) parts.push(part);
  return parts;
}

test('a request has the history, tools, and settings as VS Code takes them; parts of other kinds are left out', async () => {
  const { model, sent } = fakeModel('m', [
    new LanguageModelTextPart('Hel'),
    { thinking: 'Hm' },
    new LanguageModelTextPart('lo'),
    new LanguageModelToolCallPart('c2', 'read', { path: 'a' }),
  ]);
  languageModels.models = [fakeModel('other').model, model];
  const parts = await answerOf({
    messages: [
      { role: 'system', content: 'Be brief' },
      { role: 'user', content: 'Go' },
      {
        role: 'tool_request',
        content: 'I look',
        tool_calls: [{ id: 'c1', name: 'read', arguments: { n: 1 } }],
      },
      { role: 'tool_response', tool_calls: [{ tool_call_id: 'c1', tool_name: 'read', content: 'text' }] },
      { role: 'assistant', content: 'So' },
    ],
    tools: [{ name: 'read', description: 'Reads', parameters: { type: 'object' } }],
    settings: { temperature: 0, maxOutputTokens: 9, toolChoice: 'required' },
  });
  expect(parts).toEqual([
    { type: 'text', text: 'Hel' },
    { type: 'text', text: 'lo' },
    { type: 'call', id: 'c2', name: 'read', json: '{"path":"a"}' },
  ]);
  expect(sent[0]?.messages).toEqual([
    { role: 'user', content: 'Be brief' },
    { role: 'user', content: 'Go' },
    { role: 'assistant', content: [{ value: 'I look' }, { callId: 'c1', name: 'read', input: { n: 1 } }] },
    { role: 'user', content: [{ callId: 'c1', content: [{ value: 'text' }] }] },
    { role: 'assistant', content: 'So' },
  ]);
  expect(sent[0]?.options).toMatchObject({
    modelOptions: { temperature: 0, max_tokens: 9 },
    tools: [{ name: 'read', description: 'Reads', inputSchema: { type: 'object' } }],
    toolMode: 2,
  });
  expect(Object.keys(sent[0]?.options['modelOptions'] as object)).toEqual(['temperature', 'max_tokens']);
});

test('without tools, or where none may be called, none are sent', async () => {
  const { model, sent } = fakeModel('m', []);
  languageModels.models = [model];
  await answerOf();
  await answerOf({
    tools: [{ name: 'read', description: '', parameters: {} }],
    settings: { toolChoice: 'none' },
  });
  expect(sent.map(({ options }) => 'tools' in options)).toEqual([false, false]);
});

test.each(['m', 'fake/m', 'm-family', 'fake/m-family'])('a model is found as %s', async name => {
  const { model, sent } = fakeModel('m', []);
  languageModels.models = [model];
  await answerOf({ model: name });
  expect(sent).toHaveLength(1);
});

test('a model that is not there: the error names those that are', async () => {
  await expect(answerOf()).rejects.toMatchObject({
    code: 'model-not-found',
    message: expect.stringContaining('VS Code has no language model.'),
  });
  languageModels.models = Array.from({ length: 12 }, (_, i) => fakeModel(`m${i}`).model);
  await expect(answerOf({ model: 'none' })).rejects.toMatchObject({
    code: 'model-not-found',
    message: expect.stringMatching(/^VS Code has no model "none"\. It has: m0, .*m9, …\.$/),
  });
});

/** As VS Code hands on what a provider threw. */
function unknown(name: string): LanguageModelError {
  const error = new LanguageModelError('Unknown', 'said PROMPT-SECRET');
  error.cause = Object.assign(new Error('said PROMPT-SECRET'), { name });
  return error;
}

test.each([
  [
    'NoPermissions',
    new LanguageModelError('NoPermissions', 'PROMPT-SECRET'),
    'model-denied',
    'Run LLM Round…',
  ],
  ['Blocked', new LanguageModelError('Blocked', 'PROMPT-SECRET'), 'model-busy', 'Try later'],
  ['NotFound', new LanguageModelError('NotFound', 'PROMPT-SECRET'), 'model-not-found', 'Name another model'],
  ['a quota that is used up', unknown('ChatQuotaExceeded'), 'model-busy', 'quota of this model'],
  ['requests that come too fast', unknown('ChatRateLimited'), 'model-busy', 'Try later'],
  ['what it has no code for', unknown('Error'), 'model-failed', 'name another model'],
  ['an error of the provider itself', new Error('PROMPT-SECRET'), 'model-failed', 'Try again'],
])(
  '%s in VS Code is told with what to do, at the start and in the middle, without its words',
  async (_what, error, code, next) => {
    for (const answer of [[error], [new LanguageModelTextPart('Hel'), error]]) {
      languageModels.models = [fakeModel('m', answer).model];
      const failure: unknown = await answerOf().catch((thrown: unknown) => thrown);
      expect(failure).toMatchObject({ code, message: expect.stringContaining(next) });
      expect(String(failure)).not.toContain('SECRET');
    }
  },
);

test('a model that says nothing more is left at once when the round is cancelled, and is told to stop', async () => {
  const { model, sent } = fakeModel('m', [new LanguageModelTextPart('Hel'), new Promise(() => undefined)]);
  languageModels.models = [model];
  const abort = new AbortController();
  const answer = answerOf({}, abort.signal);
  await new Promise(resolve => setTimeout(resolve));
  abort.abort(new Error('Enough'));
  await expect(answer).rejects.toThrow('Enough');
  expect(sent[0]?.token.isCancellationRequested).toBe(true);
});

test('a model that never ends is told to stop at the limit of an answer, and the round ends with what it said', async () => {
  const { model, sent } = fakeModel(
    'm',
    Array.from({ length: 30 }, () => new LanguageModelTextPart('x'.repeat(100_000))),
  );
  languageModels.models = [model];
  const { run } = await roundWorldWith(() => ({ model: languageModel }));
  expect(await run()).toMatchObject({
    finish_reason: 'length',
    message: { role: 'assistant', content: 'x'.repeat(MAX_ANSWER_BYTES) },
  });
  expect(sent[0]?.token.isCancellationRequested).toBe(true);
});

test('images go with the words of the user; an address of one, which no model of VS Code reads, is refused', async () => {
  const { model, sent } = fakeModel('m', []);
  languageModels.models = [model];
  const asked = (url: string) => ({
    messages: [{ role: 'user', content: 'See', images: [{ url }] }] as const,
  });
  await answerOf(asked('data:image/png;base64,AAEC'));
  expect(sent[0]?.messages).toEqual([
    { role: 'user', content: [{ value: 'See' }, { data: Buffer.from([0, 1, 2]), mimeType: 'image/png' }] },
  ]);
  await expect(answerOf(asked('https://a.example/x.png'))).rejects.toMatchObject({
    code: 'model-refused',
    message: expect.stringContaining('data: URL'),
  });
});

test('who has to call one tool is offered that one; a form of the answer is refused before anything is sent', async () => {
  const { model, sent } = fakeModel('m', []);
  languageModels.models = [model];
  const tools = ['read', 'write'].map(name => ({ name, description: '', parameters: {} }));
  await answerOf({ tools, settings: { toolChoice: { name: 'write' } } });
  expect(sent[0]?.options).toMatchObject({ tools: [{ name: 'write' }], toolMode: 2 });
  expect(sent[0]?.options['tools']).toHaveLength(1);
  await expect(answerOf({ settings: { format: { type: 'json_object' } } })).rejects.toMatchObject({
    code: 'model-refused',
  });
  expect(sent).toHaveLength(1);
});
