/** The flags of an endpoint that people share, as the command line's parser takes them. */
export const ENDPOINT_OPTIONS = {
  'oauth-issuer': { type: 'string' },
  'oauth-audience': { type: 'string' },
  'oauth-jwks': { type: 'string' },
  'public-url': { type: 'string' },
  host: { type: 'string' },
  'calls-per-minute': { type: 'string' },
  'shutdown-seconds': { type: 'string' },
  metrics: { type: 'boolean' },
} as const;

export const ENDPOINT_HELP = `  --oauth-issuer URL, --oauth-audience TEXT
                     with --http: an endpoint for many people, who sign in at this issuer (docs/endpoint.md)
  --oauth-jwks URL   keys of the issuer (default: its metadata says)
  --public-url URL   address of the reverse proxy, which does TLS
  --host ADDRESS     IP address to listen on (default: 127.0.0.1); another one requires --oauth-issuer
                     and --public-url
  --calls-per-minute N    requests of a user (default 600; 0: any number)
  --shutdown-seconds N    time that running calls have after SIGTERM (default 15)
  --metrics          /metrics without a token (default: with the scope switchyard:administer)`;

/** What was said of such an endpoint, and of what cannot be together with it. It is read when it starts: few ever ask for one. */
export type EndpointGiven = {
  readonly [Name in keyof typeof ENDPOINT_OPTIONS]?: Name extends 'metrics' ? boolean : string;
} & {
  readonly http?: boolean;
  readonly 'token-file'?: string;
};

/** Undefined where nothing was said of one. */
export function endpointGiven(given: EndpointGiven): EndpointGiven | undefined {
  return Object.keys(ENDPOINT_OPTIONS).some(name => name in given) ? given : undefined;
}
