import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/** Definitions never change, and clients ask for the whole list again and again: each is written as JSON once. */
const written = new WeakMap<object, string>();

/** Lists that hold such definitions and nothing else. */
const lists = new WeakSet<readonly object[]>();

/** The last list that was written: it seldom changes between two askings, and putting it together takes longer than comparing. */
let lastWritten: { readonly list: readonly object[]; readonly json: string } = { list: [], json: '' };

/** A list of tools that will be written as JSON from what is known of its definitions. They must never change. */
export function lastingList<T extends object>(definitions: T[]): T[] {
  lists.add(definitions);
  return definitions;
}

/** A definition as JSON. */
export function definitionJson(definition: object): string {
  const json = written.get(definition) ?? JSON.stringify(definition);
  written.set(definition, json);
  return json;
}

/** The message as JSON. */
export function messageJson(message: JSONRPCMessage): string {
  const tools = 'result' in message ? message.result['tools'] : undefined;
  if (!('result' in message) || !Array.isArray(tools) || !lists.has(tools)) return JSON.stringify(message);
  const { result, ...envelope } = message;
  const { tools: _listed, ...others } = result;
  return `${opened(envelope)}"result":${opened(others)}"tools":[${listJson(tools as readonly object[])}]}}`;
}

function listJson(list: readonly object[]): string {
  const isLast =
    list.length === lastWritten.list.length && list.every((each, i) => each === lastWritten.list[i]);
  if (!isLast) lastWritten = { list, json: list.map(definitionJson).join(',') };
  return lastWritten.json;
}

/** An object as JSON, open for one more field. */
function opened(object: object): string {
  const json = JSON.stringify(object).slice(0, -1);
  return json === '{' ? json : `${json},`;
}
