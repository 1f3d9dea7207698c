// The suite asks for a server's own names; behind us they are prefixed. This takes the prefix off for the suite alone.

/** Methods whose `name` is one of a server. */
const NAMED = new Set(['tools/call', 'prompts/get']);

/** What turns one server's exposed names into its own, and back. */
export function renamingFor(server) {
  const prefix = `${server}__`;
  return {
    /** A request's body with exposed names. */
    request(body) {
      const message = JSON.parse(body);
      const { method, params } = message;
      const named = NAMED.has(method) ? params : method === 'completion/complete' ? params.ref : undefined;
      if (named?.name !== undefined) named.name = prefix + named.name;
      return JSON.stringify(message);
    },
    /** One line or one body of an answer, with the server's own names. */
    answer: text => text.replaceAll(`"name":"${prefix}`, '"name":"'),
  };
}
