import type { Clock } from '../../src/core/support/clock';
import { type Disposable, disposable } from '../../src/core/support/disposable';
import type { SignInHost } from '../../src/node/oauth/browserSignIn';
import type { SignInStore } from '../../src/node/oauth/signInRecord';
import { OAuthSignIns } from '../../src/node/oauth/signIns';
import { KeptLog } from './keptLog';
import { runningClock } from './runningClock';

/** A keyring in memory that several windows may share. */
export class MemorySignInStore implements SignInStore {
  readonly texts = new Map<string, string>();
  readonly #listeners = new Set<() => void>();

  servers(): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set(this.texts.keys()));
  }

  read(server: string): Promise<string | undefined> {
    return Promise.resolve(this.texts.get(server));
  }

  write(server: string, text: string): Promise<void> {
    this.texts.set(server, text);
    return this.#tell();
  }

  forget(server: string): Promise<void> {
    this.texts.delete(server);
    return this.#tell();
  }

  onDidChange(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return disposable(() => this.#listeners.delete(listener));
  }

  #tell(): Promise<void> {
    for (const listener of this.#listeners) listener();
    return Promise.resolve();
  }
}

/** Real sign-ins over a keyring in memory. */
export async function memorySignIns(
  store = new MemorySignInStore(),
  clock: Clock = runningClock,
  learnSecret: (secret: string) => void = () => undefined,
): Promise<OAuthSignIns> {
  return await OAuthSignIns.open({
    store,
    clock,
    log: new KeptLog(),
    learnSecret,
    advice: server => `Run the command that signs in to ${server}.`,
  });
}

/** A browser that goes where it is sent, as a person's does who is known there. `pages`: what was shown in the end. */
export function testBrowser(change: (redirect: URL) => void = () => undefined) {
  const pages: { readonly status: number; readonly url: URL }[] = [];
  const host: SignInHost = {
    async openBrowser(url) {
      const answer = await fetch(url, { redirect: 'manual' });
      const back = new URL(answer.headers.get('location') ?? 'http://127.0.0.1:1/');
      change(back);
      // The person's browser does this on its own: nobody waits for it.
      void fetch(back).then(
        page => pages.push({ status: page.status, url: back }),
        () => undefined,
      );
    },
    externalAddress: url => Promise.resolve(url),
  };
  return { host, pages };
}
