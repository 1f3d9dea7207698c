import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server that can forget its flows without a word to either side, as a router does after a while; new ones pass. */
export class ForgetfulNat {
  readonly #server: Server;
  readonly #all: Socket[] = [];
  #open: Socket[] = [];
  #flows = 0;

  private constructor(port: number) {
    this.#server = createServer(client => {
      const there = connect(port, '127.0.0.1');
      this.#flows += 1;
      this.#pair(client, there);
      this.#pair(there, client);
    });
  }

  /** `port`: where the server listens on this machine. */
  static async start(port: number): Promise<ForgetfulNat> {
    const nat = new ForgetfulNat(port);
    nat.#server.listen(0, '127.0.0.1');
    await once(nat.#server, 'listening');
    return nat;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Connections that were made since it forgot the others. */
  get flows(): number {
    return this.#flows;
  }

  forget(): void {
    for (const socket of this.#open) socket.removeAllListeners('data').removeAllListeners('close').resume();
    this.#open = [];
    this.#flows = 0;
  }

  close(): void {
    for (const socket of this.#all) socket.destroy();
    this.#server.close();
  }

  #pair(from: Socket, to: Socket): void {
    this.#all.push(from);
    this.#open.push(from);
    from.on('error', () => undefined);
    from.on('data', data => void to.write(data));
    from.on('close', () => to.destroy());
  }
}
