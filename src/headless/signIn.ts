import { join } from 'node:path';
import { Catalog } from '../core/catalog/catalog';
import { SEARCH_WEIGHTS } from '../core/catalog/catalogIndex';
import { DisposableStore } from '../core/support/disposable';
import type { Log } from '../core/support/log';
import type { Redactor } from '../core/support/redactor';
import { CredentialFile } from '../node/catalog/credentialFile';
import { MiniSearchIndex } from '../node/catalog/miniSearchIndex';
import { PathPrograms } from '../node/catalog/pathPrograms';
import { ServersFile } from '../node/catalog/serversFile';
import { ShippedRegistry } from '../node/catalog/shippedRegistry';
import { machineSurroundings } from '../node/machine/surroundings';
import { systemClock } from '../node/machine/systemClock';
import type { SignInHost } from '../node/oauth/browserSignIn';
import { signInTo } from '../node/oauth/signInTo';
import type { Invocation } from './arguments';
import { CREDENTIAL_ADVICE, openPlace, openSignIns } from './place';

type SignInInvocation = Extract<Invocation, { type: 'sign-in' | 'sign-out' }>;

/** The person opens the address themselves: a program without a window starts no browser. */
const terminal: SignInHost = {
  async openBrowser(url) {
    process.stderr.write(`Open this address in your browser, on this machine:\n${url.href}\n`);
  },
  externalAddress: async url => url,
};

/**
 * Signs a person in to a server, or forgets that, for programs that run with the same state folder.
 * @throws {Refusal} unknown-server, missing-credentials, no-sign-in, sign-in-failed, sign-in-timeout
 */
export async function signInOrOut(
  invocation: SignInInvocation,
  { log, redactor }: { readonly log: Log; readonly redactor: Redactor },
  ended: AbortSignal,
): Promise<void> {
  const owned = new DisposableStore();
  try {
    const place = await openPlace(invocation, log);
    const signIns = await openSignIns(place, log, owned);
    const catalog = owned.add(
      new Catalog(
        {
          sources: [new ServersFile(place.serversFile, 'user'), new ShippedRegistry()],
          credentials: owned.add(await CredentialFile.open(join(place.stateFolder, 'credentials.json'), log)),
          signIns,
          surroundings: machineSurroundings(place.workspace, CREDENTIAL_ADVICE),
          programs: new PathPrograms(),
          index: new MiniSearchIndex(SEARCH_WEIGHTS),
          log,
          redactor,
        },
        { knownTools: () => [] },
      ),
    );
    await catalog.load();
    const entry = catalog.require(invocation.server);
    if (invocation.type === 'sign-out') {
      await signIns.forget(entry.id);
      process.stderr.write(`The sign-in to "${entry.id}" is forgotten.\n`);
      return;
    }
    const launch = await catalog.resolve(entry);
    await signInTo(entry.id, launch, { signIns, host: terminal, clock: systemClock }, ended);
    process.stderr.write(`Signed in to "${entry.id}".\n`);
  } finally {
    owned.dispose();
  }
}
