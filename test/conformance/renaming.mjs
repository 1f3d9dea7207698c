// The suite asks for a server's own names; behind us they are prefixed. This takes the prefix off for the suite alone.

/** Methods whose `name` is one of a server. */
const NAMED = new Set(['tools/call', 'prompts/get']);

/** What VS Code 1.139 says that it can do. */
export const VSCODE_CAPABILITIES = {
  roots: { listChanged: true },
  sampling: {},
  elicitation: { form: {}, url: {} },
  tasks: { list: {}, cancel: {}, requests: { sampling: { createMessage: {} }, elicitation: { create: {} } } },
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
};

/** What turns one server's exposed names into its own, and back. `capabilities` take the place of the suite's own. */
export function renamingFor(server, capabilities) {
  const prefix = `${server}__`;
  return {
    /** A request's body with exposed names. */
    request(body) {
      const message = JSON.parse(body);
      const { method, params } = message;
      if (method === 'initialize' && capabilities) params.capabilities = capabilities;
      const named = NAMED.has(method) ? params : method === 'completion/complete' ? params.ref : undefined;
      if (named?.name !== undefined) named.name = prefix + named.name;
      return JSON.stringify(message);
    },
    /** The headers of a request of the newer era, with exposed names. */
    headers(headers) {
      const { 'mcp-method': method, 'mcp-name': name } = headers;
      if (NAMED.has(method) && name !== undefined) headers['mcp-name'] = prefix + name;
    },
    /** One line or one body of an answer, with the server's own names. */
    answer: text => text.replaceAll(`"name":"${prefix}`, '"name":"'),
  };
}
