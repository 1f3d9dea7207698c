/** The catalog name of a server or built-in module, e.g. "github". Made by `serverId` only. */
export type ServerId = string & { readonly brand: 'ServerId' };

/** One chat conversation, or one MCP connection of a client that names none (ARCHITECTURE.md D4). */
export type SessionId = string & { readonly brand: 'SessionId' };

/** Letters, digits, `_`, `-`; starts with a letter or digit; at most 32 characters, so that tool names keep room. */
const SERVER_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/;

/** The id, or undefined where the text can't be one. `__` separates server and tool in exposed names, so no id holds it. */
export function serverId(text: string): ServerId | undefined {
  return SERVER_ID.test(text) && !text.includes('__') && !text.endsWith('_') ? (text as ServerId) : undefined;
}

/** Brands a session key that a transport made or received. */
export function sessionId(text: string): SessionId {
  return text as SessionId;
}
