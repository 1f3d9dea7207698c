import { isRecord } from './json';

type Fields = Readonly<Record<string, unknown>>;

/** The metadata that the protocol gives a meaning; all other is whoever's who put it there. */
const OF_PROTOCOL = /^(?:progressToken$|io\.modelcontextprotocol\/)/;

/**
 * A request or notification of a client without what says `null` where the protocol lets it be left out: clients whose language turns
 * every field of a type into JSON send that. Arguments of tools are the tools' own, and stay as they are.
 */
export function withoutNulls(message: unknown): unknown {
  if (!isRecord(message) || typeof message['method'] !== 'string') return message;
  const { method, params } = message;
  if (params === null) return said(message);
  if (!isRecord(params)) return message;
  const read = method === 'initialize' ? saidThroughout(params) : paramsOf(method, said(params));
  return read === params ? message : { ...message, params: read };
}

function paramsOf(method: string, params: Fields): Fields {
  const { _meta: meta, arguments: args } = params;
  // Those of a prompt are texts.
  const texts = method === 'prompts/get' && isRecord(args) ? said(args) : args;
  const known = isRecord(meta) ? metaOf(meta) : meta;
  if (texts === args && known === meta) return params;
  return {
    ...params,
    ...(texts === args ? {} : { arguments: texts }),
    ...(known === meta ? {} : { _meta: known }),
  };
}

function metaOf(meta: Fields): Fields {
  const entries = Object.entries(meta);
  if (!entries.some(([key, value]) => OF_PROTOCOL.test(key) && (value === null || isRecord(value))))
    return meta;
  return Object.fromEntries(
    entries
      .filter(([key, value]) => value !== null || !OF_PROTOCOL.test(key))
      .map(([key, value]) => [key, OF_PROTOCOL.test(key) && isRecord(value) ? saidThroughout(value) : value]),
  );
}

/** The fields that say something, not `null`; the same object where all do. */
export function said(fields: Fields): Fields {
  const entries = Object.entries(fields);
  return entries.some(([, value]) => value === null)
    ? Object.fromEntries(entries.filter(([, value]) => value !== null))
    : fields;
}

/** Levels of what a client says of itself that are looked through: the protocol has four. */
const LEVELS = 8;

function saidThroughout(fields: Fields, levels = LEVELS): Fields {
  if (levels === 0) return fields;
  return Object.fromEntries(
    Object.entries(said(fields)).map(([key, value]) => [
      key,
      isRecord(value) ? saidThroughout(value, levels - 1) : value,
    ]),
  );
}
