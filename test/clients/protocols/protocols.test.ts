import { expect, test } from 'vitest';
import type { Protocol, Said } from '../turn';
import { anthropicMessages } from './anthropicMessages';
import { geminiContents } from './geminiContents';
import { openaiChat } from './openaiChat';
import { openaiResponses } from './openaiResponses';

const call: Said = { type: 'call', id: 'call_1', tool: 'mcp_activate', input: { name: 'lamp' } };
const words: Said = { type: 'words', text: 'Done.' };

/** One protocol, with a request of it that offers mcp_activate and brings the results `one` and `two`. */
interface Sample {
  readonly protocol: Protocol;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const samples: Readonly<Record<string, Sample>> = {
  'Anthropic messages': {
    protocol: anthropicMessages,
    path: '/v1/messages?beta=true',
    body: {
      model: 'm',
      stream: true,
      system: [{ type: 'text', text: 'Be kind.' }],
      tools: [{ name: 'mcp_activate', input_schema: {} }],
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'one' }] },
        { role: 'user', content: [{ type: 'tool_result', content: [{ type: 'text', text: 'two' }] }] },
      ],
    },
  },
  'OpenAI chat completions': {
    protocol: openaiChat,
    path: '/v1/chat/completions',
    body: {
      model: 'm',
      stream: true,
      tools: [{ type: 'function', function: { name: 'mcp_activate' } }],
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'assistant', content: null },
        { role: 'tool', tool_call_id: 'a', content: 'one' },
        { role: 'tool', tool_call_id: 'b', content: [{ type: 'text', text: 'two' }] },
      ],
    },
  },
  'OpenAI responses': {
    protocol: openaiResponses,
    path: '/v1/responses',
    body: {
      model: 'm',
      stream: true,
      instructions: 'Be kind.',
      tools: [{ type: 'function', name: 'mcp_activate' }, { type: 'web_search' }],
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
        { type: 'function_call_output', call_id: 'a', output: 'one' },
        { type: 'custom_tool_call_output', call_id: 'b', output: [{ type: 'input_text', text: 'two' }] },
      ],
    },
  },
  'Gemini contents': {
    protocol: geminiContents,
    path: '/v1beta/models/m:streamGenerateContent?alt=sse',
    body: {
      systemInstruction: { parts: [{ text: 'Be kind.' }] },
      tools: [{ functionDeclarations: [{ name: 'mcp_activate' }] }, { googleSearch: {} }],
      contents: [
        { role: 'user', parts: [{ text: 'Hello' }] },
        { role: 'user', parts: [{ functionResponse: { name: 'a', response: { output: 'one' } } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'b', response: { output: 'two' } } }] },
      ],
    },
  },
};

const all = Object.entries(samples);

test.each(all)('%s: a request tells tools, results and every text', (_name, { protocol, path, body }) => {
  expect(protocol.takes(path)).toBe(true);
  expect(protocol.takes('/v1/models')).toBe(false);
  const asked = protocol.read(path, body);
  expect(asked.offered).toContain('mcp_activate');
  expect(asked.results).toEqual([expect.stringContaining('one'), expect.stringContaining('two')]);
  expect(asked.texts).toContain('Be kind.');
  expect(asked.isStreamed).toBe(true);
});

test.each(all)('%s: a request of another form is refused', (_name, { protocol, path }) => {
  expect(() => protocol.read(path, { prompt: 'Hello' })).toThrow(/invalid/i);
});

test.each(all)('%s: an answer is written as events and in one piece', (_name, { protocol, path, body }) => {
  const asked = protocol.read(path, body);
  for (const said of [call, words]) {
    const streamed = protocol.write(said, asked);
    expect(streamed.contentType).toBe('text/event-stream');
    const whole = protocol.write(said, { ...asked, isStreamed: false });
    expect(whole.contentType).toBe('application/json');
    const parts = said.type === 'call' ? ['mcp_activate', 'call_1', 'lamp'] : ['Done.'];
    for (const part of parts) {
      expect(textOf(eventsIn(streamed.body))).toContain(part);
      expect(textOf(JSON.parse(whole.body))).toContain(part);
    }
  }
});

test('Anthropic messages: a block grows from nothing, and its arguments come as JSON text', () => {
  const { body } = anthropicMessages.write(call, asStream);
  expect(eventsIn(body)).toMatchObject([
    { type: 'message_start', message: { content: [], stop_reason: null } },
    { type: 'content_block_start', content_block: { type: 'tool_use', name: 'mcp_activate', input: {} } },
    { type: 'content_block_delta', delta: { type: 'input_json_delta', partial_json: '{"name":"lamp"}' } },
    { type: 'content_block_stop' },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    { type: 'message_stop' },
  ]);
  expect(body.startsWith('event: message_start\ndata: {')).toBe(true);
});

test('Anthropic messages: a deferred tool is offered once a search has found it', () => {
  const tools = [{ name: 'ToolSearch' }, { name: 'lamp__light', defer_loading: true }];
  const before = anthropicMessages.read('/v1/messages', { model: 'm', tools, messages: [] });
  expect(before).toMatchObject({ offered: ['ToolSearch'], deferred: ['lamp__light'] });

  const found = { type: 'tool_result', content: [{ type: 'tool_reference', tool_name: 'lamp__light' }] };
  const messages = [{ role: 'user', content: [found] }];
  const after = anthropicMessages.read('/v1/messages', { model: 'm', tools, messages });
  expect(after).toMatchObject({ offered: ['ToolSearch', 'lamp__light'], deferred: [] });
});

test('OpenAI chat completions: the stream ends with the reason and [DONE]', () => {
  const { body } = openaiChat.write(call, asStream);
  const [delta, end] = eventsIn(body);
  const { id, tool: name } = call;
  const written = { id, function: { name, arguments: '{"name":"lamp"}' } };
  expect(delta).toMatchObject({ choices: [{ delta: { tool_calls: [written] }, finish_reason: null }] });
  expect(end).toMatchObject({ choices: [{ delta: {}, finish_reason: 'tool_calls' }] });
  expect(body.endsWith('data: [DONE]\n\n')).toBe(true);
});

test("OpenAI responses: a namespace's tool is known with its namespace, and called in it", () => {
  const tools = [{ type: 'namespace', name: 'mcp__x', tools: [{ type: 'function', name: 'light' }] }];
  const { offered } = openaiResponses.read('/v1/responses', { model: 'm', tools, input: 'Hello' });
  expect(offered).toEqual(['mcp__x/light']);
  const { body } = openaiResponses.write({ ...call, tool: 'mcp__x/light' }, asStream);
  const item = { type: 'function_call', namespace: 'mcp__x', name: 'light', arguments: '{"name":"lamp"}' };
  expect(eventsIn(body).at(-1)).toMatchObject({ type: 'response.completed', response: { output: [item] } });
});

test('Gemini contents: whether a stream is wanted stands in the path', () => {
  const path = '/v1beta/models/m:generateContent';
  expect(geminiContents.takes(path)).toBe(true);
  expect(geminiContents.read(path, { contents: [] }).isStreamed).toBe(false);
});

const asStream = { offered: [], deferred: [], results: [], texts: [], isStreamed: true };

/** The events of a stream but its last mark, parsed. */
function eventsIn(body: string): readonly unknown[] {
  return body
    .split('\n')
    .filter(line => line.startsWith('data: {'))
    .map(line => JSON.parse(line.slice('data: '.length)) as unknown);
}

function textOf(value: unknown): string {
  return JSON.stringify(value);
}
