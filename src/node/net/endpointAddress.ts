/** Hosts that are this machine: elsewhere, texts go encrypted or not at all. */
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Where the endpoint is, and which of its models is meant. */
export interface EndpointPlace {
  /** Base address of an API in OpenAI's form, such as `http://localhost:11434/v1`. */
  readonly url: string;
  readonly model: string;
  /** Sent as a bearer token; left out where none is needed. */
  readonly key?: string | undefined;
}

/** Why this can't be an endpoint, as a sentence; undefined where it can. */
export function endpointProblem({ url, model }: EndpointPlace): string | undefined {
  if (model.trim() === '') return 'The name of the embedding model is missing.';
  return addressProblem(url, 'embedding model');
}

/** Why this can't be the address of an API to which texts go, as a sentence; undefined where it can. */
export function addressProblem(url: string, of: string): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined) return `The address of the ${of} is no URL.`;
  const isLocal = parsed.protocol === 'http:' && LOCAL.has(parsed.hostname);
  if (!isLocal && parsed.protocol !== 'https:')
    return `The address of the ${of} needs https, but on this machine.`;
  if (parsed.username !== '' || parsed.password !== '')
    return `The address of the ${of} must not hold a password.`;
  return undefined;
}
