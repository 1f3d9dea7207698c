import { Refusal } from '../../core/support/refusal';
import { addressProblem } from '../../node/net/endpointAddress';

/** Whom a person signs in to or out of. `url`: where the server is, if only LLM rounds know it. */
export interface SignInWish {
  readonly type: 'sign-in' | 'sign-out';
  readonly server: string;
  readonly url?: string;
}

export const SIGN_IN_OPTIONS = {
  'sign-in': { type: 'string' },
  'sign-out': { type: 'string' },
  'server-url': { type: 'string' },
} as const;

/** Whom the options name; undefined: nobody. @throws {Refusal} bad-arguments */
export function signInOf({
  'sign-in': signIn,
  'sign-out': signOut,
  'server-url': url,
}: {
  readonly 'sign-in'?: string | undefined;
  readonly 'sign-out'?: string | undefined;
  readonly 'server-url'?: string | undefined;
}): SignInWish | undefined {
  if (signIn !== undefined && signOut !== undefined) throw bad('Use --sign-in or --sign-out, not both.');
  const server = signIn ?? signOut;
  if (server === undefined) {
    if (url !== undefined) throw bad('--server-url requires --sign-in or --sign-out.');
    return undefined;
  }
  const problem = url === undefined ? undefined : addressProblem(url, 'MCP server');
  if (problem !== undefined) throw bad(problem);
  return {
    type: signIn === undefined ? 'sign-out' : 'sign-in',
    server,
    ...(url === undefined ? {} : { url }),
  };
}

function bad(message: string): Refusal {
  return new Refusal('bad-arguments', `${message} Run switchyard --help to see the options.`);
}
