import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Asked, Told, Writer } from './teamWriter';

/** Each record that a watch wakes for is one by itself. */
const APART_MS = 25;

type Hearing<Type extends Told['type']> = Extract<Told, { readonly type: Type }>;

/** A process that records, with a journal or a connection of its own. */
export class Peer {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts one with so many writers that is ready to record. */
  static async start(
    script: string,
    kind: Writer,
    place: string,
    workspace: string,
    writers = 1,
  ): Promise<Peer> {
    const peer = new Peer(
      fork(script, [kind, place, workspace, String(writers)], { execPath: process.execPath }),
    );
    await peer.hears('ready');
    return peer;
  }

  ask(asked: Asked): void {
    this.#child.send(asked);
  }

  /** The next message of this type. */
  async hears<Type extends Told['type']>(type: Type): Promise<Hearing<Type>> {
    return await new Promise((resolve, reject) => {
      const heard = (told: Told): void => {
        if (told.type !== type) return;
        this.#child.off('message', heard).off('exit', ended);
        resolve(told as Hearing<Type>);
      };
      const ended = (): void => reject(new Error('A process that records has ended.'));
      this.#child.on('message', heard).once('exit', ended);
    });
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }
}

/** How many notes a second all of these record together, in so many milliseconds. */
export async function recordedPerSecond(peers: readonly Peer[], forMs: number): Promise<number> {
  const all = await Promise.all(
    peers.map(async peer => {
      const recorded = peer.hears('recorded');
      peer.ask({ forMs });
      return (await recorded).perSecond;
    }),
  );
  return all.reduce((sum, each) => sum + each, 0);
}

/** From when a record was acknowledged in one process until a watch in the other woke, in milliseconds. */
export async function wakes(from: Peer, to: Peer, times: number): Promise<readonly number[]> {
  const watching = to.hears('ready');
  to.ask('watch');
  await watching;
  const all: number[] = [];
  for (let i = 0; i < times; i++) {
    const [woke, ended] = [to.hears('woke'), from.hears('ended')];
    from.ask('once');
    all.push((await woke).atMs - (await ended).atMs);
    await delay(APART_MS);
  }
  return all;
}
