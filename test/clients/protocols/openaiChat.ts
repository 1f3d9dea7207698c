import * as z from 'zod';
import { eventStream, inOnePiece, type Protocol, type Said, textsIn } from '../turn';

const request = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).default([]),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown().optional() })),
});

/** OpenAI's chat completions, which many other providers speak as well. */
export const openaiChat: Protocol = {
  takes: path => path.endsWith('/chat/completions'),
  read(_path, body) {
    const { stream, tools, messages } = request.parse(body);
    return {
      offered: tools.map(({ function: { name } }) => name),
      deferred: [],
      results: messages
        .filter(({ role }) => role === 'tool')
        .map(({ content }) => textsIn(content).join('\n')),
      texts: textsIn(body),
      isStreamed: stream,
    };
  },
  write(said, { isStreamed }) {
    const finish_reason = said.type === 'call' ? 'tool_calls' : 'stop';
    const head = { id: 'chatcmpl-scripted', created: 1, model: 'scripted' };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const message = messageOf(said);
    if (!isStreamed) {
      const choices = [{ index: 0, message, finish_reason }];
      return inOnePiece({ ...head, object: 'chat.completion', choices, usage });
    }
    const chunk = (delta: unknown, reason: string | null) => ({
      ...{ ...head, object: 'chat.completion.chunk' },
      choices: [{ index: 0, delta, finish_reason: reason }],
    });
    return eventStream([
      [undefined, chunk(message, null)],
      [undefined, { ...chunk({}, finish_reason), usage }],
      [undefined, '[DONE]'],
    ]);
  },
};

/** A message, which is also the one delta of its stream. */
function messageOf(said: Said) {
  if (said.type === 'words') return { role: 'assistant', content: said.text };
  const { id, tool: name, input } = said;
  const call = { index: 0, id, type: 'function', function: { name, arguments: JSON.stringify(input) } };
  return { role: 'assistant', content: null, tool_calls: [call] };
}
