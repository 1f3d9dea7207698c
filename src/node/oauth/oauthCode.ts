/** The code of an OAuth error, such as `invalid_grant`; undefined for what is none. Never longer or odder than a code is. */
export function oauthCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('errorCode' in error)) return undefined;
  const { errorCode } = error;
  return typeof errorCode === 'string' && isOAuthCode(errorCode) ? errorCode : undefined;
}

/** Whether a text is a code, to be quoted as it is. */
export function isOAuthCode(text: string): boolean {
  return /^[a-z_]{1,64}$/.test(text);
}
