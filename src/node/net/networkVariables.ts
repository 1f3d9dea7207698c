/**
 * Variables by which people tell every program of their network: its proxy, and the authorities whose certificates are good there.
 * Nothing starts behind such a proxy without them.
 */
const NAMES: ReadonlySet<string> = new Set([
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
  'NODE_USE_ENV_PROXY',
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_SYSTEM_CA',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
]);

type Environment = Readonly<Record<string, string | undefined>>;

/** What of an environment says how the network is reached, under the names it has there: some programs read the one case only. */
export function networkVariables(environment: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => NAMES.has(entry[0].toUpperCase()) && Boolean(entry[1]),
    ),
  );
}

/** The proxies of an environment as Node's agents take them, or undefined where there are none. */
export function proxiesOf(environment: Environment): Readonly<Record<string, string>> | undefined {
  // The lower case counts where both are there, as it does for curl and Node.
  const value = (name: string): string => environment[name.toLowerCase()] || environment[name] || '';
  const [http, https] = [value('HTTP_PROXY'), value('HTTPS_PROXY')].map(asAddress);
  if (http === undefined && https === undefined) return undefined;
  return {
    ...(http === undefined ? {} : { HTTP_PROXY: http }),
    ...(https === undefined ? {} : { HTTPS_PROXY: https }),
    NO_PROXY: value('NO_PROXY'),
  };
}

/** Whether all proxies of an environment are such that we can't use them. */
export function hasUnusedProxy(environment: Environment): boolean {
  const isNamed = Object.keys(networkVariables(environment)).some(name =>
    /^(?:all|https)_proxy$/i.test(name),
  );
  return isNamed && proxiesOf(environment) === undefined;
}

/** The variables that hold a password, which is to be masked wherever it turns up. */
export function networkSecrets(environment: Environment): readonly string[] {
  return Object.values(networkVariables(environment)).filter(value => /^[^/]*:\/\/[^/]*:[^/]*@/.test(value));
}

/** As an address of a proxy that Node can use: curl takes `proxy:3128` as well. Undefined for what it can't, such as SOCKS. */
function asAddress(text: string): string | undefined {
  const address = text === '' || text.includes('://') ? text : `http://${text}`;
  return /^https?:/i.test(address) && URL.canParse(address) ? address : undefined;
}
