import { createServer, type Server, Socket } from 'node:net';

/** What happens to what a client sends and a proxy looks for: it arrives and the answer does not, it never arrives, only what is before it does, or it arrives late. */
export type Fault = 'answer lost' | 'never sent' | 'cut through' | 'sent late';

/** How late `sent late` is, in milliseconds: the client is back before. */
const LATE_MS = 1_500;

/** A way to a PostgreSQL server that loses connections where a test wants it to. */
export class PgProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #fault: { readonly kind: Fault; readonly at: string } | undefined;
  #isOpen = true;
  /** How often something was lost. */
  losses = 0;

  private constructor(target: number) {
    this.#server = createServer(client => this.#join(client, target));
  }

  static async start(target: number): Promise<PgProxy> {
    const proxy = new PgProxy(target);
    await new Promise<void>(done => void proxy.#server.listen(0, '127.0.0.1', done));
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** The next thing sent with this text in it is lost, once. */
  loseNext(at: string, kind: Fault): void {
    this.#fault = { kind, at };
  }

  /** Nobody gets through, and who is through hears nothing more; or everybody does again. */
  setOpen(isOpen: boolean): void {
    this.#isOpen = isOpen;
    if (!isOpen) for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #join(client: Socket, target: number): void {
    if (!this.#isOpen) return void client.destroy();
    const server = new Socket();
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
    }
    server.connect(target, '127.0.0.1');
    client.on('data', data => this.#pass(data, client, server));
    server.on('data', data => void client.write(data));
    client.on('end', () => server.end());
    server.on('close', () => client.destroy());
  }

  #pass(data: Buffer, client: Socket, server: Socket): void {
    const fault = this.#fault;
    if (fault === undefined || !data.includes(fault.at)) return void server.write(data);
    this.#fault = undefined;
    this.losses += 1;
    client.removeAllListeners('end');
    server.removeAllListeners('data');
    client.destroy();
    if (fault.kind === 'answer lost') server.write(data);
    if (fault.kind === 'cut through') server.end(data.subarray(0, data.indexOf(fault.at)));
    if (fault.kind === 'never sent') server.destroy();
    if (fault.kind === 'sent late') setTimeout(() => server.write(data), LATE_MS);
  }
}
