// Stands before the program for tools that can't send a token.
import { once } from 'node:events';
import { createServer, request } from 'node:http';

/**
 * Adds the token to every request. Host and Origin are passed on as they are, so that the program judges foreign ones;
 * only the proxy's own address becomes the program's.
 */
export async function startAuthProxy({ url, token }) {
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
    const passed = request(
      { host: upstream.hostname, port: upstream.port, method, path, headers },
      answer => {
        outgoing.writeHead(answer.statusCode, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
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
