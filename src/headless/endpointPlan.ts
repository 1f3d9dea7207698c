import { isIP } from 'node:net';
import { Refusal } from '../core/support/refusal';
import { isSafeAddress } from '../node/endpoint/issuerKeys';
import { ENDPOINT_OPTIONS, type EndpointGiven } from './options/endpointOptions';

/** A shared endpoint, as it is to be. */
export interface EndpointPlan {
  readonly issuer: string;
  readonly audience: string;
  readonly jwks: string | undefined;
  readonly host: string;
  /** Origin under which people reach it; undefined: the address it listens on. */
  readonly publicOrigin: string | undefined;
  /** Requests of a user in a minute; 0: any number. */
  readonly callsPerMinute: number;
  /** How long running calls may take at the end, in milliseconds. */
  readonly shutdownMs: number;
  /** Whether metrics are there for whoever reaches the endpoint. */
  readonly hasOpenMetrics: boolean;
}

/** Reads what the command line says of a shared endpoint. @throws {Refusal} bad-arguments; it quotes no address */
export function endpointPlan(given: EndpointGiven): EndpointPlan {
  const { issuer, audience } = issuerIn(given);
  const { 'oauth-jwks': jwks, 'public-url': publicUrl, host = '127.0.0.1' } = given;
  requireAddress('--oauth-issuer', issuer);
  if (jwks !== undefined) requireAddress('--oauth-jwks', jwks);
  if (isIP(host) === 0) throw bad('--host takes an IP address, such as 0.0.0.0.');
  const isOpen = host !== '127.0.0.1' && host !== '::1';
  if (isOpen && publicUrl === undefined)
    throw bad('--host with another address than this machine requires --public-url.');
  return {
    issuer,
    audience,
    jwks,
    host,
    publicOrigin: publicUrl === undefined ? undefined : originOf(publicUrl),
    callsPerMinute: numberIn('--calls-per-minute', given['calls-per-minute'] ?? '600', 1_000_000),
    shutdownMs: 1_000 * numberIn('--shutdown-seconds', given['shutdown-seconds'] ?? '15', 3_600),
    hasOpenMetrics: given.metrics ?? false,
  };
}

function issuerIn(given: EndpointGiven): { readonly issuer: string; readonly audience: string } {
  const { 'oauth-issuer': issuer, 'oauth-audience': audience } = given;
  if (issuer === undefined) {
    if (given.host !== undefined)
      throw bad(
        '--host requires --oauth-issuer: a static token stays on this machine, where nobody reads along.',
      );
    const stray = Object.keys(ENDPOINT_OPTIONS).find(name => name in given);
    throw bad(`--${stray} requires --oauth-issuer.`);
  }
  if (given.http !== true) throw bad('--oauth-issuer requires --http.');
  if (audience === undefined || audience === '') throw bad('--oauth-issuer requires --oauth-audience.');
  if (given['token-file'] !== undefined)
    throw bad('Use --token-file or --oauth-issuer, not both: people show tokens of the issuer there.');
  return { issuer, audience };
}

function originOf(url: string): string {
  requireAddress('--public-url', url);
  const { origin, pathname, search, hash } = new URL(url);
  if (pathname !== '/' || search !== '' || hash !== '')
    throw bad('--public-url takes the address of the reverse proxy without a path: MCP is at /mcp there.');
  return origin;
}

function requireAddress(flag: string, url: string): void {
  if (!isSafeAddress(url))
    throw bad(`${flag} takes an https:// address without a password (http:// on this machine only).`);
}

function numberIn(flag: string, text: string, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (number >= 0 && number <= most) return number;
  throw bad(`${flag} takes a number from 0 to ${most}.`);
}

function bad(message: string): Refusal {
  return new Refusal('bad-arguments', `${message} Run switchyard --help to see the options.`);
}
