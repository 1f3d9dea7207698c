import { isIP } from 'node:net';
import { type AddressKind, addressKind } from './addressKind';
import { OutgoingFailure } from './outgoingFailure';

/** All addresses of a host name, as the system's resolver gives them. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** An address that may be dialled now, and for this request only: a name may mean another one a moment later. */
export interface Destination {
  readonly url: URL;
  /** The checked addresses; the dial takes these and asks nobody again. None where no resolver here knows the name: a proxy may. */
  readonly addresses: readonly string[];
  /** On this machine or in its own network, where no proxy is asked. */
  readonly isNearby: boolean;
}

/**
 * Decides where requests for one server may go. The address that a person approved may lie on this machine or in their own
 * network; one that the server names must be public, unless the server itself stands no farther away.
 */
export class DestinationGuard {
  readonly #approved: URL;
  /** As the person read it: an address in disguise was not what they agreed to. */
  readonly #isAsWritten: boolean;
  readonly #resolve: Resolve;

  /** `approved`: the server's address as it stands in the launch. @throws {OutgoingFailure} address-refused */
  constructor(approved: string, resolve: Resolve) {
    this.#approved = parsed(approved);
    this.#isAsWritten = approved.toLowerCase().includes(`://${this.#approved.hostname}`);
    this.#resolve = resolve;
  }

  /** @throws {OutgoingFailure} address-refused */
  async check(text: string | URL): Promise<Destination> {
    const url = parsed(String(text));
    if (url.username !== '' || url.password !== '') {
      throw refused(url, 'it holds a user name or password: put them into a header');
    }
    const kinds = new Set<AddressKind>();
    const addresses = await this.#addressesOf(url);
    if (addresses.length === 0) return unknownPlace(url);
    for (const address of addresses) kinds.add(addressKind(address));
    const [kind = 'special', ...others] = kinds;
    if (others.length > 0) throw refused(url, 'its name stands for addresses of different networks');
    const objection =
      url.origin === this.#approved.origin ? this.#toOwn(url, kind) : await this.#toNamed(url, kind);
    if (objection !== undefined) throw refused(url, objection);
    return { url, addresses, isNearby: kind !== 'public' };
  }

  /** Where an address is that the user wrote into their own settings: whatever networks its name stands for. @throws {OutgoingFailure} address-refused */
  async locate(text: string | URL): Promise<Destination> {
    const url = parsed(String(text));
    const addresses = await this.#addressesOf(url);
    if (addresses.length === 0) return unknownPlace(url);
    return { url, addresses, isNearby: addresses.some(address => addressKind(address) !== 'public') };
  }

  /** What speaks against the approved server itself. */
  #toOwn(url: URL, kind: AddressKind): string | undefined {
    if (kind === 'special') return 'no server is reached there';
    if (kind !== 'public' && !this.#isAsWritten) return 'write the address of a machine nearby as it is';
    if (url.protocol === 'https:') return undefined;
    if (kind === 'loopback' && isLocalName(url)) return undefined;
    // What travels there is not encrypted: the person must have seen that it stays near.
    if (kind === 'private' && isLiteral(url)) return undefined;
    return 'only https is used, except for this machine and for private addresses written as numbers';
  }

  /** What speaks against a place that the server named. */
  async #toNamed(url: URL, kind: AddressKind): Promise<string | undefined> {
    if (kind === 'public') return url.protocol === 'https:' ? undefined : 'only https is used';
    const own = await this.#ownKind();
    // A server on this machine can reach what listens here anyway; a name that leads here may be anybody's trick.
    if (kind === 'loopback' && own === 'loopback' && isLocalName(url)) return undefined;
    if (kind === 'private' && own === 'private' && url.protocol === 'https:') return undefined;
    return 'the server named a place inside a private network';
  }

  async #ownKind(): Promise<AddressKind | undefined> {
    const kinds = new Set((await this.#addressesOf(this.#approved)).map(addressKind));
    const [kind] = kinds;
    return kinds.size === 1 ? kind : undefined;
  }

  async #addressesOf(url: URL): Promise<readonly string[]> {
    const host = bareHost(url);
    if (isIP(host) !== 0) return [host];
    try {
      return await this.#resolve(host);
    } catch (error) {
      if (error instanceof OutgoingFailure && error.kind === 'not-found') return [];
      throw error;
    }
  }
}

function parsed(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new OutgoingFailure('address-refused', 'An address was not used: it must begin with https://.');
}

/**
 * A name that nobody here knows. Behind a proxy that is how it is: names of the world are known to the proxy alone. Without one,
 * there is nothing to dial. @throws {OutgoingFailure} address-refused
 */
function unknownPlace(url: URL): Destination {
  if (url.protocol !== 'https:') throw refused(url, 'only https is used');
  return { url, addresses: [], isNearby: false };
}

function refused(url: URL, why: string): OutgoingFailure {
  return new OutgoingFailure('address-refused', `The address at ${url.hostname} was not used: ${why}.`);
}

function isLiteral(url: URL): boolean {
  return isIP(bareHost(url)) !== 0;
}

/** This machine, by number or by the one name that always means it (RFC 6761). */
function isLocalName(url: URL): boolean {
  return isLiteral(url) || url.hostname === 'localhost' || url.hostname.endsWith('.localhost');
}

function bareHost({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}
