import type { CatalogEntry } from '../../core/catalog/entry/entry';
import { launchText, type PreparedLaunch } from '../../core/catalog/launch/launch';
import { launchApproval } from '../../core/gateway/launch/launchApproval';
import { judged, mayLaunch, NOTHING_GIVEN } from '../../core/gateway/launch/launchDecision';
import { DisposableStore } from '../../core/support/disposable';
import { Refusal } from '../../core/support/refusal';
import { sha256 } from '../../node/machine/randomness';
import { systemClock } from '../../node/machine/systemClock';
import type { SignInHost } from '../../node/oauth/browserSignIn';
import { signInTo } from '../../node/oauth/signInTo';
import { signOutOf, signOutText } from '../../node/oauth/signOutOf';
import { type ApproveWorld, openApprovals } from './approve';
import type { Invocation } from '../options/arguments';
import { openCatalog } from '../options/catalogOf';
import { type OpenPlace, openPlace, openSignIns } from '../options/place';

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
 * @throws {Refusal} unknown-server, launch-not-approved, missing-credentials, no-sign-in, sign-in-failed, sign-in-timeout, sign-in-cancelled
 */
export async function signInOrOut(
  invocation: SignInInvocation,
  world: ApproveWorld,
  ended: AbortSignal,
): Promise<void> {
  const owned = new DisposableStore();
  try {
    const place = await openPlace(invocation, world.log);
    const signIns = await openSignIns(place, world, owned);
    const catalog = await openCatalog({ place, imports: invocation.imports, signIns, ...world }, owned);
    const entry = catalog.require(invocation.server);
    if (invocation.type === 'sign-out') {
      const revocation = await signOutOf(entry.id, { signIns, clock: systemClock });
      process.stderr.write(`${signOutText(entry.id, revocation)}\n`);
      return;
    }
    const launch = await catalog.resolve(entry);
    await requireOwn(entry, launch, place, world, owned);
    // Whoever typed the command may not have seen what the entry says.
    process.stderr.write(`Signing in to "${entry.id}" at ${launchText(entry, launch)}\n`);
    await signInTo(entry.id, launch, { signIns, host: terminal, clock: systemClock }, ended);
    process.stderr.write(`Signed in to "${entry.id}".\n`);
  } catch (error) {
    if (!ended.aborted) throw error;
    throw new Refusal('sign-in-cancelled', 'The sign-in was cancelled. Nothing was stored.');
  } finally {
    owned.dispose();
  }
}

/** The name that was typed says nothing of an address that a repository put behind it. @throws {Refusal} launch-not-approved */
async function requireOwn(
  entry: CatalogEntry,
  launch: PreparedLaunch,
  place: OpenPlace,
  world: ApproveWorld,
  owned: DisposableStore,
): Promise<void> {
  if (entry.owner !== 'workspace') return;
  const { journal } = owned.add(await openApprovals(place, world));
  const approved = journal.read(launchApproval).get(entry.id)?.launchHash;
  if (mayLaunch(judged(entry, launch, sha256), NOTHING_GIVEN, approved)) return;
  throw new Refusal(
    'launch-not-approved',
    `A repository file defines the URL of "${entry.id}", which is not approved. Review it with this command, then sign in: ${place.command('approve', entry.id)}`,
  );
}
