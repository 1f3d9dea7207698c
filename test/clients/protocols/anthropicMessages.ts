import * as z from 'zod';
import { eventStream, inOnePiece, type Protocol, type Said, textsIn } from '../turn';

const block = z.looseObject({ type: z.string(), content: z.unknown().optional() });

const tool = z.looseObject({ name: z.string(), defer_loading: z.boolean().default(false) });

const request = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  tools: z.array(tool).default([]),
  messages: z.array(z.looseObject({ content: z.union([z.string(), z.array(block)]) })),
});

/** Anthropic's Messages API. */
export const anthropicMessages: Protocol = {
  takes: path => /\/messages(\?|$)/.test(path),
  read(_path, body) {
    const { stream, tools, messages } = request.parse(body);
    const results = messages
      .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
      .filter(({ type }) => type === 'tool_result')
      .map(({ content }) => textsIn(content));
    // A search gives references to the tools that it found.
    const found = new Set(results.flat());
    const isDeferred = ({ name, defer_loading }: z.output<typeof tool>) => defer_loading && !found.has(name);
    return {
      offered: tools.filter(one => !isDeferred(one)).map(({ name }) => name),
      deferred: tools.filter(isDeferred).map(({ name }) => name),
      results: results.map(texts => texts.join('\n')),
      texts: textsIn(body),
      isStreamed: stream,
    };
  },
  write(said, { isStreamed }) {
    const content = blockOf(said);
    const message = {
      ...{ id: 'msg_scripted', type: 'message', role: 'assistant', model: 'scripted' },
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    };
    const stop_reason = said.type === 'call' ? 'tool_use' : 'end_turn';
    if (!isStreamed) return inOnePiece({ ...message, content: [content], stop_reason });
    const events = [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: emptied(content) },
      { type: 'content_block_delta', index: 0, delta: deltaOf(said) },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ];
    return eventStream(events.map(event => [event.type, event]));
  },
};

function blockOf(said: Said) {
  return said.type === 'words'
    ? { type: 'text' as const, text: said.text }
    : { type: 'tool_use' as const, id: said.id, name: said.tool, input: said.input };
}

/** What a block is before its parts arrive. */
function emptied(content: ReturnType<typeof blockOf>) {
  return content.type === 'text' ? { ...content, text: '' } : { ...content, input: {} };
}

function deltaOf(said: Said) {
  return said.type === 'words'
    ? { type: 'text_delta', text: said.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(said.input) };
}
