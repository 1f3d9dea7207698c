import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { onTestFinished } from 'vitest';

/** Whether certificates can be made on this machine. */
export const canMakeCertificates = spawnSync('openssl', ['version']).status === 0;

/** A key and a certificate for a host, in files that are gone after the test. */
function certificateFor(host: string): { readonly key: string; readonly cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`, '-keyout', key, '-out', cert],
  ]);
  if (made.status !== 0) throw new Error(made.stderr.toString());
  return { key, cert };
}

/** TLS in front of a port of loopback. `host`: the name that the certificate is for. */
export async function tlsFor(
  host: string,
  port: number,
): Promise<{ readonly port: number; readonly cert: string }> {
  const { key, cert } = certificateFor(host);
  const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, socket =>
    joined(socket, connect(port, '127.0.0.1')),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, cert };
}

/**
 * A proxy that lets in whoever has the password, and reaches one place only. `asked` has what it was asked to connect to.
 */
export async function proxyTo(
  place: string,
  port: number,
  password: string,
): Promise<{ readonly port: number; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const wanted = `Basic ${Buffer.from(`user:${password}`).toString('base64')}`;
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connect', ({ url, headers }, socket: Socket) => {
    asked.push(url ?? '');
    if (headers['proxy-authorization'] !== wanted)
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    if (url !== place) return void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const far = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 Connection Established\r\n\r\n'));
    joined(socket, far);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, asked };
}

function joined(one: Socket, other: Socket): void {
  for (const socket of [one, other]) {
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
  }
  one.pipe(other).pipe(one);
}
