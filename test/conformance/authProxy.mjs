// Stands before the program for tools that can't send a token.
import { once } from 'node:events';
import { createServer, request } from 'node:http';

/**
 * Adds the token to every request. Host and Origin are passed on as they are, so that the program judges foreign ones;
 * only the proxy's own address becomes the program's. `renaming` changes the names in bodies.
 */
export async function startAuthProxy({ url, token }, renaming) {
  const upstream = new URL(url);
  const server = createServer((incoming, outgoing) => {
    const own = `${server.address().port}`;
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    for (const name of ['host', 'origin']) {
      const value = headers[name];
      const [, before, host] = /^((?:http:\/\/)?)(127\.0\.0\.1|localhost)(?=:)/.exec(value ?? '') ?? [];
      if (host !== undefined && value === `${before}${host}:${own}`)
        headers[name] = `${before}${host}:${upstream.port}`;
    }
    const { method, url: path } = incoming;
    if (renaming) {
      delete headers['content-length'];
      renaming.headers(headers);
    }
    const passed = request(
      { host: upstream.hostname, port: upstream.port, method, path, headers },
      answer => {
        const { 'content-length': _length, ...rest } = answer.headers;
        outgoing.writeHead(answer.statusCode, renaming ? rest : answer.headers);
        outgoing.flushHeaders();
        if (renaming) passLines(answer, outgoing, renaming.answer);
        else answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    if (renaming && method === 'POST') void passWhole(incoming, passed, renaming.request);
    else incoming.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}${upstream.pathname}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Passes a body on when it is whole, changed. What is no JSON goes on as it is. */
async function passWhole(incoming, passed, change) {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString('utf8');
  try {
    passed.end(change(body));
  } catch {
    passed.end(body);
  }
}

/** Passes lines on as they come, each changed: an event of a stream is one line. */
function passLines(answer, outgoing, change) {
  let rest = '';
  answer.setEncoding('utf8').on('data', text => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) outgoing.write(`${change(line)}\n`);
  });
  answer.on('end', () => outgoing.end(change(rest)));
  answer.on('error', () => outgoing.destroy());
}
