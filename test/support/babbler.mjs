// A server that babbles: between answers it writes whatever comes to it, decided by the seed in its first argument.
import { createInterface } from 'node:readline';

let state = Number(process.argv[2] ?? 1);
/** The next of the numbers that the seed gives (mulberry32), below a bound. */
function below(bound) {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
}

const pick = list => list[below(list.length)];
const bytes = () => Buffer.from(Array.from({ length: below(200) }, () => below(256)));
const METHODS = [
  'notifications/message',
  'notifications/progress',
  'notifications/cancelled',
  'notifications/resources/updated',
  'notifications/tools/list_changed',
  'notifications/elicitation/complete',
  'sampling/createMessage',
  'elicitation/create',
  'roots/list',
  'ping',
  '__proto__',
];

function anything(depth = 0) {
  const simple = [null, true, -0, 1e308, below(99), '', 'wörds\u2028\u0000', '\ud800', '__proto__', 'null'];
  const kind = below(depth > 2 ? 2 : 4);
  if (kind === 2) return Array.from({ length: below(4) }, () => anything(depth + 1));
  if (kind < 3) return pick(simple);
  const names = [
    'level',
    'data',
    'uri',
    'progressToken',
    'requestId',
    'progress',
    'content',
    '__proto__',
    'a',
  ];
  return Object.fromEntries(Array.from({ length: below(4) }, () => [pick(names), anything(depth + 1)]));
}

const message = () =>
  JSON.stringify({
    jsonrpc: pick(['2.0', '2.0', '2.0', '1.0', null]),
    ...(below(2) ? { id: pick([below(50), 'x', null, 1.5, {}]) } : {}),
    ...(below(3)
      ? { method: pick(METHODS), params: below(4) ? anything() : { uri: 'a://b', level: 'info', data: 1 } }
      : {}),
    ...(below(3) ? {} : { result: anything() }),
    ...(below(5) ? {} : { error: anything() }),
  });

function babble() {
  for (let left = below(4); left > 0; left -= 1) {
    const line = message();
    const noise = pick([() => line, () => line, () => line.slice(0, below(line.length)), bytes, () => '[]']);
    process.stdout.write(noise());
    process.stdout.write('\n');
  }
}

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, logging: {} },
    serverInfo: { name: 'babbler', version: '1' },
  }),
  'tools/list': () => ({ tools: [{ name: 'talk', inputSchema: { type: 'object' } }] }),
  'tools/call': () => (below(20) ? { content: [{ type: 'text', text: 'A word.' }] } : anything()),
};

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  const answer = answers[method];
  if (id === undefined || !answer) return;
  if (method === 'tools/call') babble();
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: answer(params) })}\n`);
});
