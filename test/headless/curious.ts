import { script } from './world';

/** Asks what the call says, as often as it says, and answers the call with what it was told, in the order in which that came. */
export const CURIOUS = script(`
let last = 100, call; const open = new Set(); let told = [];
const send = message => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
const text = words => ({ content: [{ type: 'text', text: words }] });
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === undefined) {
    open.delete(id); told.push(result ?? error);
    if (open.size === 0) { send({ id: call, result: text(JSON.stringify(told)) }); told = []; }
    return;
  }
  if (id === undefined) return;
  const answer = {
    initialize: () => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'c', version: '1' } }),
    'tools/list': () => ({ tools: ['ask', 'open'].map(name => ({ name, inputSchema: { type: 'object' } })) }),
    'tools/call': () => {
      const { method, params: asked, times = 1, elicitations } = params.arguments;
      if (params.name === 'open') { send({ id, error: { code: -32042, message: 'Open it', data: { elicitations } } }); return; }
      call = id;
      for (let at = 0; at < times; at += 1) { open.add(++last); send({ id: last, method, params: asked }); }
    },
  }[method]?.();
  if (answer !== undefined) send({ id, result: answer });
});`);
