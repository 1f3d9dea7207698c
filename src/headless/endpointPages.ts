import { SCOPES } from '../core/toolbox/scopes';
import type { Page, PageOf } from '../node/endpoint/endpointServer';

/** Where clients find the authorization server of a resource (RFC 9728). */
export const RESOURCE = '/.well-known/oauth-protected-resource';

/** When to try again, in seconds. */
export const RETRY = { 'retry-after': '5' };

const JSON_TYPE = { 'content-type': 'application/json' };

/** What the pages beside MCP tell. */
export interface EndpointFacts {
  /** Under which the endpoint is reached. */
  readonly origin: () => string;
  readonly issuer: string;
  /** Why nobody should be sent here now, in a few words; undefined: nothing stands in the way. */
  readonly problem: () => Promise<string | undefined>;
  readonly metrics: PageOf;
}

/** The pages for GET, by path. */
export function endpointPages({
  origin,
  issuer,
  problem,
  metrics,
}: EndpointFacts): ReadonlyMap<string, PageOf> {
  const about = (): Page => ({ status: 200, text: resource(origin(), issuer), headers: JSON_TYPE });
  return new Map<string, PageOf>([
    [RESOURCE, about],
    [`${RESOURCE}/mcp`, about],
    ['/healthz', () => ({ status: 200, text: '{"status":"alive"}', headers: JSON_TYPE })],
    ['/readyz', async () => readiness(await problem())],
    ['/metrics', metrics],
  ]);
}

/** A refusal in words, since many clients show their user nothing but the body (its fields: RFC 6749, 5.2). */
export function refusal(
  status: number,
  headers: Readonly<Record<string, string>>,
  error: string,
  description: string,
): Page {
  const text = JSON.stringify({ error, error_description: description });
  return { status, text, headers: { ...JSON_TYPE, ...headers } };
}

function readiness(reason: string | undefined): Page {
  if (reason === undefined) return { status: 200, text: '{"status":"ready"}', headers: JSON_TYPE };
  const text = JSON.stringify({ status: 'not ready', reason });
  return { status: 503, text, headers: { ...JSON_TYPE, ...RETRY } };
}

function resource(origin: string, issuer: string): string {
  return JSON.stringify({
    resource: `${origin}/mcp`,
    authorization_servers: [issuer],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Switchyard',
  });
}
