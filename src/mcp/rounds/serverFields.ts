import * as z from 'zod';

/** What the transport says itself, or what holds for one hop only (RFC 9110, 7.6.1). */
const RESERVED =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|content-.*|accept|mcp-.*|last-event-id|__proto__)$/i;

/** Address of a remote server. */
export const serverUrlIn = z
  .string()
  .max(2_000)
  .refine(isAddress, 'must be an http or https URL without user name and password');

/** Name of a header that a client may set. */
export const headerNameIn = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~\w-]{1,128}$/)
  .refine(name => !RESERVED.test(name), 'this header is set by Switchyard');

/** Value of a header, without line ends. */
export const headerTextIn = z
  .string()
  .max(8_192)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/);

/** As an entry of the catalog has it: nothing that a client sends stands for a variable of ours. */
export function literal(text: string): string {
  return text.replaceAll('${', () => '$${');
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}
