import { onTestFinished } from 'vitest';
import type { OAuthClient, ResolvedLaunch } from '../../src/core/catalog/entry/entry';
import type { Clock } from '../../src/core/support/clock';
import { type Disposable, disposable } from '../../src/core/support/disposable';
import type { SignInHost } from '../../src/node/oauth/browserSignIn';
import type { SignInStore } from '../../src/node/oauth/signInRecord';
import { OAuthSignIns } from '../../src/node/oauth/signIns';
import { signInTo } from '../../src/node/oauth/signInTo';
import { SdkConnector } from '../../src/node/upstream/sdkConnector';
import { idOf } from './catalogWorld';
import { KeptLog } from './keptLog';
import { runningClock } from './runningClock';

type HttpLaunch = Extract<ResolvedLaunch, { type: 'http' }>;

/** A keyring in memory that several windows may share. `isLocked` makes it reject, as a real one does. */
export class MemorySignInStore implements SignInStore {
  isLocked = false;
  readonly texts = new Map<string, string>();
  readonly #listeners = new Set<() => void>();

  servers(): Promise<ReadonlySet<string>> {
    return this.#opened(() => new Set(this.texts.keys()));
  }

  read(server: string): Promise<string | undefined> {
    return this.#opened(() => this.texts.get(server));
  }

  write(server: string, text: string): Promise<void> {
    return this.#opened(() => {
      this.texts.set(server, text);
      this.#tell();
    });
  }

  forget(server: string): Promise<void> {
    return this.#opened(() => {
      this.texts.delete(server);
      this.#tell();
    });
  }

  onDidChange(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return disposable(() => this.#listeners.delete(listener));
  }

  #opened<T>(use: () => T): Promise<T> {
    return this.isLocked ? Promise.reject(new Error('keyring locked')) : Promise.resolve(use());
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
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

/** A connection to the server `wiki`, until the test ends. */
export async function connectAt(url: string, signIns: OAuthSignIns, launch: Partial<HttpLaunch> = {}) {
  const connection = await new SdkConnector({
    version: '1.0.0',
    workspaceFolder: undefined,
    log: new KeptLog(),
    signIns,
  }).connect(
    idOf('wiki'),
    { type: 'http', url, headers: {}, ...launch },
    { onClosed: () => undefined, onToolsChanged: () => undefined, onNotice: () => undefined },
    new AbortController().signal,
  );
  onTestFinished(() => connection.close());
  return connection;
}

/** What a sign-in of a test has that others have not. */
export interface SignInWishes {
  readonly oauth?: OAuthClient;
  readonly host?: SignInHost;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
}

/** Signs in to the server `wiki` as a person would. */
export async function signInAt(
  url: string,
  signIns: OAuthSignIns,
  {
    oauth,
    host = testBrowser().host,
    clock = runningClock,
    signal = new AbortController().signal,
  }: SignInWishes = {},
): Promise<void> {
  const launch = { type: 'http', url, headers: {}, ...(oauth === undefined ? {} : { oauth }) } as const;
  await signInTo(idOf('wiki'), launch, { signIns, host, clock }, signal);
}

/** What the sign-in says that does not work, without the words before it; `signed in` where it works. */
export async function failureAt(...of: Parameters<typeof signInAt>): Promise<string> {
  return await signInAt(...of).then(
    () => 'signed in',
    (error: Error) => error.message.replace('The sign-in to "wiki" did not work. ', ''),
  );
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
