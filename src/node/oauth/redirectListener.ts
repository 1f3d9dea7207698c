import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Refusal } from '../../core/support/refusal';

/** What the authorization server sent along when it sent the browser back. */
export interface Redirect {
  readonly code: string | null;
  readonly error: string | null;
  /** Who says that it sent it (RFC 9207). */
  readonly iss: string | null;
}

/** Waits for one browser on loopback. */
export interface RedirectListener {
  /** `http://127.0.0.1:<port>/callback` */
  readonly url: URL;
  /** Comes once: whoever brings the state a second time finds nothing. */
  readonly redirect: Promise<Redirect>;
  close(): void;
}

const PATH = '/callback';

/** The pages load nothing and tell nobody where they came from. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  connection: 'close',
};

/**
 * Listens for the browser that comes back with this state, and turns everybody else away. `fixedPort`: the one that the
 * authorization server knows, where it compares ports.
 * @throws {Refusal} sign-in-failed: somebody else has the port
 */
export async function listenForRedirect(state: string, fixedPort = 0): Promise<RedirectListener> {
  const arrived = Promise.withResolvers<Redirect>();
  let isUsed = false;
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) => {
    const parameters = parametersOf(request);
    if (parameters === undefined) return answer(response, 404, 'There is nothing here.');
    if (isUsed || !isEqual(parameters.get('state'), state)) {
      // Not the end of the wait: whoever guesses must not be able to spoil the sign-in of the person.
      return answer(
        response,
        400,
        'This is not the sign-in that was begun. Go back to Switchyard and begin anew.',
      );
    }
    isUsed = true;
    const error = parameters.get('error');
    answer(
      response,
      200,
      error === null
        ? 'You can close this page now.'
        : 'The sign-in was not granted. You can close this page.',
    );
    arrived.resolve({ code: parameters.get('code'), error, iss: parameters.get('iss') });
  });
  server.maxConnections = 16;
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(portTaken(fixedPort, error)));
    server.listen(fixedPort, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}${PATH}`),
    redirect: arrived.promise,
    close: () => server.close(),
  };
}

function portTaken(port: number, cause: Error): Refusal {
  const why = `Port ${port} (oauth.callbackPort of its entry) can't be listened on. Close what uses it, or register another one.`;
  return new Refusal('sign-in-failed', why, {}, { cause });
}

function parametersOf({ method, url }: IncomingMessage): URLSearchParams | undefined {
  const [path, query = ''] = (url ?? '').split('?', 2);
  return method === 'GET' && path === PATH ? new URLSearchParams(query) : undefined;
}

function isEqual(given: string | null, state: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(state)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, HEADERS).end(`<!doctype html><title>Switchyard</title><p>${text}</p>`);
}
