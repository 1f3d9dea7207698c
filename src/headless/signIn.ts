import { join } from 'node:path';
import { Catalog } from '../core/catalog/catalog';
import { SEARCH_WEIGHTS } from '../core/catalog/catalogIndex';
import { launchText } from '../core/catalog/launch';
import { DisposableStore } from '../core/support/disposable';
import type { Log } from '../core/support/log';
import type { Redactor } from '../core/support/redactor';
import { Refusal } from '../core/support/refusal';
import { CredentialFile } from '../node/catalog/credentialFile';
import { MiniSearchIndex } from '../node/catalog/miniSearchIndex';
import { programsOutside } from '../node/catalog/pathPrograms';
import { ServersFile } from '../node/catalog/serversFile';
import { ShippedRegistry } from '../node/catalog/shippedRegistry';
import { machineSurroundings } from '../node/machine/surroundings';
import { systemClock } from '../node/machine/systemClock';
import type { SignInHost } from '../node/oauth/browserSignIn';
import { signInTo } from '../node/oauth/signInTo';
import { signOutOf, signOutText } from '../node/oauth/signOutOf';
import type { Invocation } from './arguments';
import { importNow } from './flagImports';
import { CREDENTIAL_ADVICE, DATA_FOLDER, openPlace, openSignIns } from './place';

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
 * @throws {Refusal} unknown-server, missing-credentials, no-sign-in, sign-in-failed, sign-in-timeout, sign-in-cancelled
 */
export async function signInOrOut(
  invocation: SignInInvocation,
  { log, redactor }: { readonly log: Log; readonly redactor: Redactor },
  ended: AbortSignal,
): Promise<void> {
  const owned = new DisposableStore();
  try {
    const place = await openPlace(invocation, log);
    const signIns = await openSignIns(place, { log, redactor }, owned);
    const stored = owned.add(await CredentialFile.open(join(place.stateFolder, 'credentials.json'), log));
    const imports = await importNow(invocation.imports, place.workspace, log, owned);
    const catalog = owned.add(
      new Catalog(
        {
          sources: [new ServersFile(place.serversFile, 'user'), imports, new ShippedRegistry(DATA_FOLDER)],
          credentials: imports.credentials(stored),
          signIns,
          surroundings: machineSurroundings(place.workspace, CREDENTIAL_ADVICE),
          programs: programsOutside(place.workspace),
          index: new MiniSearchIndex(SEARCH_WEIGHTS),
          concepts: () => [],
          log,
          redactor,
        },
        { knownTools: () => [] },
      ),
    );
    await catalog.load();
    imports.follow(catalog);
    const entry = catalog.require(invocation.server);
    if (invocation.type === 'sign-out') {
      const revocation = await signOutOf(entry.id, { signIns, clock: systemClock });
      process.stderr.write(`${signOutText(entry.id, revocation)}\n`);
      return;
    }
    const launch = await catalog.resolve(entry);
    // Whoever typed the command may not have seen what the entry says.
    process.stderr.write(`Signing in to "${entry.id}" at ${launchText(entry, launch)}\n`);
    await signInTo(entry.id, launch, { signIns, host: terminal, clock: systemClock }, ended);
    process.stderr.write(`Signed in to "${entry.id}".\n`);
  } catch (error) {
    if (!ended.aborted) throw error;
    throw new Refusal('sign-in-cancelled', 'The sign-in was broken off. Nothing of it is kept.');
  } finally {
    owned.dispose();
  }
}
