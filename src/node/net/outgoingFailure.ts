/** Why a request of ours came to nothing, in the words that `why` explains. */
export type FailureKind =
  | 'address-refused'
  | 'not-found'
  | 'unreachable'
  | 'tls'
  | 'reset'
  | 'timeout'
  | 'too-large'
  | 'bad-encoding';

/**
 * A request that was not made, or whose answer did not come whole. `why` is a sentence for people and models; neither it nor the
 * message quotes a header, a body or the address beyond its host.
 */
export class OutgoingFailure extends Error {
  override readonly name = 'OutgoingFailure';
  readonly kind: FailureKind;
  readonly why: string;

  constructor(kind: FailureKind, why: string, cause?: unknown) {
    super(why, { cause });
    this.kind = kind;
    this.why = why;
  }
}

/** Codes of OpenSSL and Node for a certificate or a handshake that is no good. */
const TLS_CODE = /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/;

/** What a system error of a request means. */
export function failureOf(error: unknown, host: string): OutgoingFailure {
  if (error instanceof OutgoingFailure) return error;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (TLS_CODE.test(code)) {
    return new OutgoingFailure('tls', `No secure connection to ${host} came about (${code}).`, error);
  }
  if (code.startsWith('Z_'))
    return new OutgoingFailure('bad-encoding', `${host} sent a damaged answer.`, error);
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new OutgoingFailure('not-found', `The host ${host} was not found. Check the address.`, error);
    case 'ECONNREFUSED':
      return new OutgoingFailure(
        'unreachable',
        `${host} refused the connection: nothing listens there.`,
        error,
      );
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return new OutgoingFailure('reset', `${host} broke the connection off.`, error);
    case 'ERR_PROXY_TUNNEL':
      return new OutgoingFailure(
        'unreachable',
        `The network's proxy did not connect to ${host}. Check HTTPS_PROXY, and who may use that proxy.`,
        error,
      );
    case 'ETIMEDOUT':
      return new OutgoingFailure('timeout', `${host} did not answer in time.`, error);
    default:
      return new OutgoingFailure(
        'unreachable',
        `${host} could not be reached${code === '' ? '' : ` (${code})`}.`,
        error,
      );
  }
}
