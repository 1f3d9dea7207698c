import type { Catalog } from '../../core/catalog/catalog';
import { type CatalogEntry, isStrangers, type ResolvedLaunch } from '../../core/catalog/entry/entry';
import { oneLine } from '../../core/catalog/entry/plainText';
import { launchText, type PreparedLaunch } from '../../core/catalog/launch/launch';
import { launchApproval } from '../../core/gateway/launch/launchApproval';
import { judged, mayLaunch, NOTHING_GIVEN } from '../../core/gateway/launch/launchDecision';
import { DisposableStore } from '../../core/support/disposable';
import { Refusal } from '../../core/support/refusal';
import { type ServerId, serverId } from '../../shared/ids';
import { sha256 } from '../../node/machine/randomness';
import { systemClock } from '../../node/machine/systemClock';
import type { SignInHost } from '../../node/oauth/browserSignIn';
import { signInTo } from '../../node/oauth/signInTo';
import { signOutOf, signOutText } from '../../node/oauth/signOutOf';
import { type ApproveWorld, openApprovals } from './approve';
import type { Invocation } from '../options/arguments';
import { openCatalog } from '../options/catalogOf';
import { namedEntry } from '../options/namedEntry';
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
    if (invocation.type === 'sign-out') {
      const { id } = namedIn(catalog, invocation, place);
      const revocation = await signOutOf(id, { signIns, clock: systemClock });
      process.stderr.write(`${signOutText(id, revocation)}\n`);
      return;
    }
    const { id, launch, shown } = await placeToSignIn(catalog, invocation, place, world, owned);
    // Whoever typed the command may not have seen what the entry says.
    if (launch.type === 'http') process.stderr.write(`Signing in to "${id}" at ${shown}\n`);
    await signInTo(id, launch, { signIns, host: terminal, clock: systemClock }, ended);
    process.stderr.write(`Signed in to "${id}".\n`);
  } catch (error) {
    if (!ended.aborted) throw error;
    throw new Refusal('sign-in-cancelled', 'The sign-in was cancelled. Nothing was stored.');
  } finally {
    owned.dispose();
  }
}

/** A server of the catalog, or one that only LLM rounds name, at its address. */
type Named =
  | { readonly id: ServerId; readonly entry: CatalogEntry }
  | { readonly id: ServerId; readonly url: string };

/** @throws {Refusal} unknown-server, bad-arguments */
function namedIn(catalog: Catalog, { server, url }: SignInInvocation, place: OpenPlace): Named {
  if (url === undefined) {
    const entry = namedEntry(catalog, server, place);
    return { id: entry.id, entry };
  }
  const id = serverId(server);
  if (id === undefined)
    throw new Refusal('bad-arguments', 'With --server-url, NAME is the name that the refusal gave.');
  if (catalog.find(id) !== undefined)
    throw new Refusal('bad-arguments', `"${id}" is one of your servers: leave out --server-url.`);
  return { id, url };
}

/** Where a person signs in, and how that is shown to them. @throws {Refusal} unknown-server, bad-arguments, launch-not-approved, missing-credentials */
async function placeToSignIn(
  catalog: Catalog,
  invocation: SignInInvocation,
  place: OpenPlace,
  world: ApproveWorld,
  owned: DisposableStore,
): Promise<{ readonly id: ServerId; readonly launch: ResolvedLaunch; readonly shown: string }> {
  const named = namedIn(catalog, invocation, place);
  const { id } = named;
  // Who typed the address approved it by that.
  if ('url' in named)
    return { id, launch: { type: 'http', url: named.url, headers: {} }, shown: oneLine(named.url, 500) };
  const { entry } = named;
  const launch = await catalog.resolve(entry);
  await requireOwn(entry, launch, place, world, owned);
  return { id, launch, shown: launchText(entry, launch) };
}

/** The name that was typed says nothing of an address that a repository put behind it. @throws {Refusal} launch-not-approved */
async function requireOwn(
  entry: CatalogEntry,
  launch: PreparedLaunch,
  place: OpenPlace,
  world: ApproveWorld,
  owned: DisposableStore,
): Promise<void> {
  if (!isStrangers(entry)) return;
  const { journal } = owned.add(await openApprovals(place, world));
  const approved = journal.read(launchApproval).get(entry.id)?.launchHash;
  if (mayLaunch(judged(entry, launch, sha256), NOTHING_GIVEN, approved)) return;
  throw new Refusal(
    'launch-not-approved',
    `${entry.owner === 'workspace' ? 'A repository file' : 'A publisher in an MCP registry'} defines the URL of "${entry.id}", which is not approved. Review it with this command, then sign in: ${place.command('approve', entry.id)}`,
  );
}
