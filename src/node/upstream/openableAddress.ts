/** Longer addresses are cut or refused by browsers anyway. */
const MAX_LENGTH = 8_192;

/**
 * The address in the form in which it is opened, where a person may be asked to: https, or http on this very machine, and nobody
 * else's name before the host. Undefined for all others: a `command:` or `file:` address is an order to the editor, no page.
 */
export function openableAddress(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > MAX_LENGTH || !URL.canParse(text)) return undefined;
  const { protocol, hostname, username, password, href } = new URL(text);
  if (username !== '' || password !== '') return undefined;
  const isOpenable = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  return isOpenable ? href : undefined;
}

/** The parser has brought the many spellings of an address to one. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
