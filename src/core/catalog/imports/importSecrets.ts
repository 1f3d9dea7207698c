import type { LaunchTemplate } from '../entry/entry';
import { isPlaceholder } from '../entry/placeholder';
import { isSecretName } from '../entry/secretNames';
import { segmentsOf } from '../entry/variables';

/** A launch that names its secrets instead of saying them, and what they were. */
export interface SplitLaunch {
  /** With `${input:KEY}` in the place of each secret. Safe to keep and to show. */
  readonly launch: LaunchTemplate;
  /** The secrets by the names that stand for them. Never keep or log this. */
  readonly secrets: ReadonlyMap<string, string>;
}

/**
 * Takes the secrets out of a launch: values whose variable, header, flag or parameter is named like one, and text that looks like
 * a key whatever its name. The same launch always gets the same names, so that each can be found again in its file.
 * `tagOf`: for files of strangers. What only looks like a key may as well be a script or a package: then its name holds this tag of
 * its text, so that another text is another launch.
 */
export function splitSecrets(launch: LaunchTemplate, tagOf?: (secret: string) => string): SplitLaunch {
  const splitter = new Splitter(tagOf);
  return { launch: splitter.split(launch), secrets: splitter.secrets };
}

/** Forms of keys that say of themselves what they are. */
const KEY_FORMS =
  /(?<![A-Za-z0-9])(?:gh[pousr]_|github_pat_|glpat-|sk[-_]|rk_live_|pk_live_|xox[abeprs]-|xapp-|AKIA|ASIA|AIza|ya29\.|hf_|npm_|dop_v1_|SG\.|lin_api_|ntn_|secret_|eyJ)[\w.-]{12,}/g;

/** What follows the name of a way to sign in, wherever that stands: `{"Authorization": "Bearer …"}` in a variable. */
const AUTHORIZED =
  /(?<=(?<![A-Za-z0-9])(?:[Bb]earer +|[Bb]asic +(?=\S*(?:\d|=|[a-z][A-Z]))))[A-Za-z0-9._~+/-]{6,}=*/g;

/** A password before a host. */
const HOST_PASSWORD = /(?<=:\/\/[^/\s:@]*:)[^/\s:@]+(?=@)/g;

/** A parameter of an address, wherever that stands: `mcp-remote https://a.example/mcp?apiKey=…`. */
const PARAMETER = /(?<=[?&])([^=&#?\s]+)=([^&#\s;|<>()$`'"\\]+)/g;

/** What nobody types: long, with digits and letters of both kinds; or a UUID or hash, as addresses have them for keys. */
const RANDOM =
  /(?<![A-Za-z0-9])(?:(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{24,}|[0-9a-f]{32,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![A-Za-z0-9])/g;

/** What stands before a key in a header and is none itself. */
const SCHEME = /^\s*(?:(?:Bearer|Basic|Token|Digest|ApiKey|Api-Key)\s+)?/i;

/** A variable whose fallback is a secret loses it: it can be set or entered. An empty one is none, and says that it may be unset. */
const FALLBACK = /\$\{(?:env:)?([^{}:]+):-[^{}]+\}/g;

class Splitter {
  readonly secrets = new Map<string, string>();
  readonly #tagOf: ((secret: string) => string) | undefined;

  constructor(tagOf: ((secret: string) => string) | undefined) {
    this.#tagOf = tagOf;
  }

  split(launch: LaunchTemplate): LaunchTemplate {
    switch (launch.type) {
      case 'native':
        return launch;
      case 'http':
        return { ...launch, url: this.#url(launch.url), headers: this.#named(launch.headers) };
      case 'stdio':
        return {
          ...launch,
          args: launch.args.map((text, at) => this.#argument(text, launch.args[at - 1], at)),
          env: this.#named(launch.env),
        };
    }
  }

  #named(record: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const split = Object.entries(record).map(([name, text]) => [name, this.#value(name, text)]);
    return Object.fromEntries(split) as Readonly<Record<string, string>>;
  }

  #value(name: string, text: string): string {
    if (isSecretName(name)) return this.#whole(name, text);
    return this.#found(name, text, [AUTHORIZED, KEY_FORMS, HOST_PASSWORD, RANDOM]);
  }

  #url(url: string): string {
    const parameters = url.replaceAll(
      /([?&#])([^=&#?]+)=([^&#]*)/g,
      (_all, before: string, name: string, text: string) => `${before}${name}=${this.#value(name, text)}`,
    );
    return this.#found('url', parameters, [AUTHORIZED, KEY_FORMS, HOST_PASSWORD, RANDOM]);
  }

  /**
   * Flags and `NAME=value` as `docker run -e` takes it. A long random word stays: it may be the digest or commit that an approval
   * is about.
   */
  #argument(text: string, before: string | undefined, at: number): string {
    const flag = /^--?([A-Za-z][\w-]*)$/.exec(before ?? '')?.[1];
    const { lead, name, value } = namedValue(text, flag);
    if (name !== undefined && isSecretName(name) && !this.#mayRun(lead, value))
      return `${lead}${this.#whole(name, value)}`;
    return this.#found(flag ?? `argument-${at + 1}`, text, [AUTHORIZED, KEY_FORMS, HOST_PASSWORD]);
  }

  /** Whether a stranger could have a value run: what is approved must be seen, so `bash -c "KEY=1; …"` stays as it is. */
  #mayRun(lead: string, value: string): boolean {
    if (this.#tagOf === undefined) return false;
    return /[\s;&|<>()$`'"\\]/.test(value) || (/^[A-Za-z_]/.test(lead) && value.includes('/'));
  }

  /** A value that is all secret, but for its variables, a scheme before it and placeholders. */
  #whole(name: string, text: string): string {
    return this.#texts(text.replaceAll(FALLBACK, '${env:$1}'), part => {
      const scheme = SCHEME.exec(part)?.[0] ?? '';
      const rest = part.slice(scheme.length);
      const isNone = rest.trim() === '' || /^[\s,;:=]+$/.test(rest) || isPlaceholder(rest);
      return isNone ? part : `${scheme}${this.#keep(name, rest)}`;
    });
  }

  #found(name: string, text: string, forms: readonly RegExp[]): string {
    const plain = text.replaceAll(FALLBACK, (all, variable: string) =>
      isSecretName(variable) || forms.some(form => all.search(form) >= 0) ? `\${env:${variable}}` : all,
    );
    const unnamed = this.#texts(plain, part => part.replaceAll(PARAMETER, this.#parameter));
    return forms.reduce(
      (rest, form) => this.#texts(rest, part => part.replaceAll(form, found => this.#secret(name, found))),
      unnamed,
    );
  }

  readonly #parameter = (all: string, name: string, value: string): string =>
    isSecretName(name) ? `${name}=${this.#secret(name, value)}` : all;

  #secret(name: string, found: string): string {
    return isPlaceholder(found) ? found : this.#keep(this.#tagged(name, found), found);
  }

  #tagged(name: string, secret: string): string {
    return this.#tagOf === undefined ? name : `${name}-${this.#tagOf(secret)}`;
  }

  #texts(text: string, change: (part: string) => string): string {
    return segmentsOf(text)
      .map(segment => (segment.type === 'text' ? change(segment.text) : segment.spelling))
      .join('');
  }

  #keep(name: string, secret: string): string {
    const base = name.replaceAll(/[^\w.-]/g, '_').replace(/^(?=[^A-Za-z_])/, '_');
    for (let count = 1; ; count += 1) {
      const key = count === 1 ? base : `${base}-${count}`;
      if (this.secrets.has(key) && this.secrets.get(key) !== secret) continue;
      this.secrets.set(key, secret);
      return `\${input:${key}}`;
    }
  }
}

/** What stands before a value that has a name in an argument, and that name: `--key=value`, `Name: value`, or behind a flag. */
function namedValue(
  text: string,
  flag: string | undefined,
): { readonly lead: string; readonly name?: string; readonly value: string } {
  // `image:tag` is no header, so one without a space is known by what stands before it.
  const header = flag === 'H' || flag === 'header' ? /^([\w-]+):\s*/ : /^([\w-]+):\s+/;
  for (const form of [/^-{0,2}([A-Za-z_][\w.-]*)=/, header]) {
    const [lead, name] = form.exec(text) ?? [];
    if (lead !== undefined && name !== undefined && isSecretName(name))
      return { lead, name, value: text.slice(lead.length) };
  }
  return flag === undefined || text.startsWith('-')
    ? { lead: '', value: text }
    : { lead: '', name: flag, value: text };
}
