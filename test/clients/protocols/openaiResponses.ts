import * as z from 'zod';
import { eventStream, inOnePiece, type Protocol, type Said, textsIn } from '../turn';

/** Between a namespace and the tool's own name in it, in our words for a tool. */
const IN = '/';

const tool = z.looseObject({ type: z.string(), name: z.string().default('') });

const request = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  tools: z.array(tool.extend({ tools: z.array(tool).default([]) })).default([]),
  input: z.union([
    z.string(),
    z.array(z.looseObject({ type: z.string().optional(), output: z.unknown().optional() })),
  ]),
});

/** OpenAI's Responses API. Tools of a namespace are known as `namespace/tool`. */
export const openaiResponses: Protocol = {
  takes: path => path.endsWith('/responses'),
  read(_path, body) {
    const { stream, tools, input } = request.parse(body);
    const items = typeof input === 'string' ? [] : input;
    return {
      offered: tools.flatMap(({ type, name, tools: inside }) =>
        type === 'namespace' ? inside.map(one => `${name}${IN}${one.name}`) : [name],
      ),
      deferred: [],
      results: items
        .filter(({ type }) => type?.endsWith('call_output') === true)
        .map(({ output }) => textsIn(output).join('\n')),
      texts: textsIn(body),
      isStreamed: stream,
    };
  },
  write(said, { isStreamed }) {
    const item = itemOf(said);
    const usage = {
      ...{ input_tokens: 1, output_tokens: 1, total_tokens: 2 },
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    };
    const response = { id: 'resp_scripted', object: 'response', created_at: 1, model: 'scripted', usage };
    const complete = { ...response, status: 'completed', output: [item] };
    if (!isStreamed) return inOnePiece(complete);
    const events = [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: complete },
    ];
    return eventStream(events.map((event, at) => [event.type, { ...event, sequence_number: at }]));
  },
};

function itemOf(said: Said) {
  if (said.type === 'words') {
    const content = [{ type: 'output_text', text: said.text, annotations: [] }];
    return { type: 'message', id: 'msg_scripted', status: 'completed', role: 'assistant', content };
  }
  const [first = '', ...rest] = said.tool.split(IN);
  const name = rest.length === 0 ? { name: first } : { namespace: first, name: rest.join(IN) };
  const call = { type: 'function_call', id: `fc_${said.id}`, call_id: said.id, status: 'completed' };
  return { ...call, ...name, arguments: JSON.stringify(said.input) };
}
