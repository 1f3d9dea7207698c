import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { type Answer, listen, type TestServer } from './httpListener';

/** Answers requests on loopback until the test ends. */
export async function httpServer(answer: Answer): Promise<TestServer> {
  const server = await listen(answer);
  onTestFinished(() => server.close());
  return server;
}

/** Does something with bare sockets on loopback until the test ends. */
export async function socketServer(take: (socket: Socket) => void): Promise<{ readonly port: number }> {
  const open = new Set<Socket>();
  const server = createServer(socket => {
    open.add(socket);
    socket.on('error', () => undefined); // The other side goes as it likes.
    take(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port };
}
