import { BlockList, isIP } from 'node:net';

/** What lies behind an IP address: only `public` is anybody's business. `special` is never dialled. */
export type AddressKind = 'public' | 'private' | 'loopback' | 'special';

/** IPv4 ranges of this machine, and of the networks it stands in (RFC 1918, RFC 6598). */
const LOOPBACK_V4 = ['127.0.0.0/8'];
const PRIVATE_V4 = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'];

/** IPv4 ranges that are no host's address, or that clouds keep for their secrets (169.254.169.254). Source: RFC 6890. */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** The part of IPv6 that is given to hosts (RFC 4291), and what of it is not: tunnels that hide an IPv4 address, documentation. */
const GLOBAL_V6 = ['2000::/3'];
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** A translator's prefix: an IPv4 address stands in its last 32 bits (RFC 6052). */
const NAT64 = '64:ff9b::';

const loopback = listOf({ ipv4: LOOPBACK_V4, ipv6: ['::1/128'] });
const privateNetworks = listOf({ ipv4: PRIVATE_V4, ipv6: ['fc00::/7'] });
const specialV4 = listOf({ ipv4: SPECIAL_V4, ipv6: [] });
const mapped = listOf({ ipv4: [], ipv6: ['::ffff:0:0/96'] });
const globalV6 = listOf({ ipv4: [], ipv6: GLOBAL_V6 });
const specialV6 = listOf({ ipv4: [], ipv6: SPECIAL_V6 });
const nat64 = listOf({ ipv4: [], ipv6: [`${NAT64}/96`] });
const nat64Inside = listOf({
  ipv4: [],
  ipv6: [...LOOPBACK_V4, ...PRIVATE_V4, ...SPECIAL_V4].map(translated),
});

/** The kind of an address in its usual spelling; what is no address is `special`. The platform parses, not we. */
export function addressKind(address: string): AddressKind {
  // A zone names a network card: such addresses are link-local.
  const family = address.includes('%') ? 0 : isIP(address);
  if (family === 4) return kindOfV4(address);
  return family === 6 ? kindOfV6(address) : 'special';
}

function kindOfV4(address: string): AddressKind {
  if (loopback.check(address, 'ipv4')) return 'loopback';
  if (privateNetworks.check(address, 'ipv4')) return 'private';
  return specialV4.check(address, 'ipv4') ? 'special' : 'public';
}

function kindOfV6(address: string): AddressKind {
  // First of all: a list of IPv4 ranges also matches an IPv4 address in the clothes of an IPv6 one.
  if (mapped.check(address, 'ipv6')) return 'special';
  if (loopback.check(address, 'ipv6')) return 'loopback';
  if (privateNetworks.check(address, 'ipv6')) return 'private';
  if (nat64.check(address, 'ipv6')) return nat64Inside.check(address, 'ipv6') ? 'special' : 'public';
  return globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6') ? 'public' : 'special';
}

function listOf(ranges: { readonly ipv4: readonly string[]; readonly ipv6: readonly string[] }): BlockList {
  const list = new BlockList();
  for (const family of ['ipv4', 'ipv6'] as const) {
    for (const range of ranges[family]) {
      const [network = '', length = ''] = range.split('/');
      list.addSubnet(network, Number(length), family);
    }
  }
  return list;
}

/** An IPv4 range behind the translator's prefix. */
function translated(range: string): string {
  const [network = '', length = ''] = range.split('/');
  return `${NAT64}${network}/${96 + Number(length)}`;
}
