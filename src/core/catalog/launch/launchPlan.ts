import { type CatalogEntry, type CredentialNeed, isStrangers, type OAuthClient } from '../entry/entry';
import { findSurePlaceholder, isPlaceholder } from '../entry/placeholder';
import type { CredentialStore, Surroundings } from '../entry/ports';
import { isSecretName, mayBeBlank } from '../entry/secretNames';
import { type Segment, segmentsOf, surroundingValue, type Variable } from '../entry/variables';

/** What a launch is resolved against. */
export interface LaunchWorld {
  readonly credentials: Pick<CredentialStore, 'has' | 'value' | 'advice'>;
  readonly surroundings: Surroundings;
}

/** Where in a launch a text stands. */
export type LaunchPlace = 'command' | 'args' | 'env' | 'cwd' | 'url' | 'headers' | 'oauth';

/** Something that keeps a server from starting. */
export interface MissingCredential {
  /** Name of the variable or input; of the flag, header or parameter for a placeholder in the configuration. */
  readonly key: string;
  /**
   * `value`: can be entered or set in the environment. `text`: only an edit of the configuration helps. `folder`: open one.
   * `sign-in`: a person signs in in the browser.
   */
  readonly kind: 'value' | 'text' | 'folder' | 'sign-in';
  readonly isSecret: boolean;
  /** It is said, by what looks like a placeholder. */
  readonly isPlaceholder?: true;
  /** It is a variable of an argument, spelled as a shell has its own: it may be meant for one. */
  readonly isShells?: true;
  /** The header that refers to it by `secret_key`, where one does. */
  readonly header?: string;
  /** What it is, where the source says so: foreign text, never an instruction. */
  readonly description?: string;
}

/** A stretch of a value: known now, or to be fetched from the credential store. `shown` is what people see and approve. */
export type Piece =
  | { readonly type: 'known'; readonly text: string; readonly shown: string }
  | { readonly type: 'stored'; readonly key: string; readonly isSecret: boolean; readonly spelling: string };

/** One text of the launch: how it comes about, or null where it is left out because an optional value is not there. */
export interface PlannedPart {
  readonly place: LaunchPlace;
  readonly name: string;
  readonly pieces: readonly Piece[] | null;
  /** An `Authorization` by `secret_key`: a value without a scheme gets `Bearer` in front. */
  readonly isBearer?: boolean;
}

/** How each text of a launch comes about, and what is missing. Holds values of the process's environment: never log it. */
export interface LaunchPlan {
  readonly parts: readonly PlannedPart[];
  readonly missing: readonly MissingCredential[];
  /** The store could not say what it holds. */
  readonly isStoreLocked: boolean;
}

/** Works out how an entry would be launched, without fetching a single stored value. */
export function planLaunch(entry: CatalogEntry, world: LaunchWorld): LaunchPlan {
  return new Planner(entry, world).plan();
}

interface Part {
  readonly place: LaunchPlace;
  readonly name: string;
  readonly segments: readonly Segment[];
  /** Blank, or a placeholder stands where a value should. */
  readonly isUnfilled: boolean;
  /** A secret that the configuration spells out. */
  readonly isMasked: boolean;
}

/** What of an entry's launch is the same in every world. */
interface Template {
  readonly texts: readonly Part[];
  readonly needs: ReadonlyMap<string, CredentialNeed>;
  /** What headers refer to as secrets: nothing may declare it harmless. */
  readonly references: ReadonlySet<string>;
  /** Needs of an HTTP server that its configuration names nowhere: they can't be sent, but they are asked for. */
  readonly unplaced: readonly CredentialNeed[];
}

/** Entries never change, and thousands of them are planned at each glance at the environment: only the world differs. */
const TEMPLATES = new WeakMap<CatalogEntry, Template>();

function templateOf(entry: CatalogEntry): Template {
  const known = TEMPLATES.get(entry);
  if (known !== undefined) return known;
  const texts = textsOf(entry);
  const placed = placedNames(texts);
  const template = {
    texts,
    needs: new Map(entry.needs.map(need => [need.key, need])),
    references: new Set(texts.flatMap(referencesIn)),
    unplaced: entry.needs.filter(need => !placed.has(need.key)),
  };
  TEMPLATES.set(entry, template);
  return template;
}

class Planner {
  readonly #entry: CatalogEntry;
  readonly #world: LaunchWorld;
  readonly #template: Template;
  readonly #missing = new Map<string, MissingCredential>();
  #isStoreLocked = false;

  constructor(entry: CatalogEntry, world: LaunchWorld) {
    this.#entry = entry;
    this.#world = world;
    this.#template = templateOf(entry);
  }

  plan(): LaunchPlan {
    const parts = this.#template.texts.map(part => ({
      place: part.place,
      name: part.name,
      pieces: this.#piecesOf(part),
      ...(isBearer(part) ? { isBearer: true } : {}),
    }));
    for (const need of this.#template.unplaced) {
      if (need.isRequired && this.#credential(need.key, '') === undefined) this.#miss(need.key, 'value');
    }
    return { parts, missing: [...this.#missing.values()], isStoreLocked: this.#isStoreLocked };
  }

  #piecesOf(part: Part): readonly Piece[] | null {
    const isEnv = part.place === 'env';
    if (isEnv && this.#isStored(part.name)) return [this.#stored(part.name)];
    const { segments, isMasked } = part;
    if (part.isUnfilled) return this.#unfilled(part);

    const pieces: Piece[] = [];
    let isLeftOut = false;
    for (const segment of segments) {
      if (segment.type !== 'variable') {
        pieces.push({ type: 'known', text: segment.text, shown: isMasked ? HIDDEN : segment.text });
        continue;
      }
      const piece = this.#variable(segment.variable, segment.spelling, part);
      if (piece !== undefined) pieces.push(piece);
      else if (this.#isOptional(segment.variable)) isLeftOut ||= CAN_BE_LEFT_OUT.has(part.place);
      else this.#missVariable(segment.variable, segment.spelling, part);
    }
    return isLeftOut ? null : pieces;
  }

  #unfilled(part: Part): readonly Piece[] | null {
    const need = this.#template.needs.get(part.name);
    if (part.place === 'env') {
      const value = this.#process(part.name);
      if (value !== undefined) return [this.#known(part.name, value, `\${env:${part.name}}`, true)];
      if (need?.isRequired === false) return null;
    }
    this.#miss(part.name, part.place === 'env' ? 'value' : 'text', { isPlaceholder: true });
    return null;
  }

  #variable(variable: Variable, spelling: string, { place, name }: Part): Piece | undefined {
    if (variable.type === 'unknown') return undefined;
    if (variable.type !== 'surrounding') {
      // The program and its folder are what an approval is about, so an ordinary variable is shown with its value there.
      const isSecretByDefault = place !== 'command' && place !== 'cwd';
      const given = this.#credential(variable.name, spelling, isSecretByDefault);
      if (given !== undefined) return given;
      const own = this.#own(variable.name);
      if (own === undefined) return fallbackOf(variable);
      // A name may not be a stranger's way to a command that nobody sees: theirs is hidden only where nothing but a secret stands.
      const isSeen = isStrangers(this.#entry) && !(place === 'env' && isSecretName(name));
      if (isSeen) return { type: 'known', text: own, shown: own };
      return this.#known(variable.name, own, spelling, isSecretByDefault);
    }
    const text = surroundingValue(variable, this.#world.surroundings);
    return text === undefined ? undefined : { type: 'known', text, shown: text };
  }

  /** The credential's value or its place in the store. The store wins: it holds what the user entered for this server. */
  #credential(key: string, spelling: string, isSecretByDefault = true): Piece | undefined {
    if (this.#isStored(key)) return this.#stored(key, spelling);
    const value = this.#process(key);
    return value === undefined ? undefined : this.#known(key, value, spelling, isSecretByDefault);
  }

  #stored(key: string, spelling = `\${env:${key}}`): Piece {
    return { type: 'stored', key, spelling, isSecret: this.#isSecret(key, true) };
  }

  #known(key: string, text: string, spelling: string, isSecretByDefault: boolean): Piece {
    return { type: 'known', text, shown: this.#isSecret(key, isSecretByDefault) ? spelling : text };
  }

  #isSecret(key: string, byDefault: boolean): boolean {
    // A configuration may not declare its way to a look at a secret: names that usually hold one always count as one.
    return (
      isSecretName(key) ||
      this.#template.references.has(key) ||
      (this.#template.needs.get(key)?.isSecret ?? byDefault)
    );
  }

  #isOptional(variable: Variable): boolean {
    return this.#template.needs.get(variable.name)?.isRequired === false;
  }

  #isStored(key: string): boolean {
    try {
      return this.#world.credentials.has(this.#entry, key);
    } catch {
      // A locked keyring is a state of the machine, not a bug: what it holds counts as missing, and the user is told why.
      this.#isStoreLocked = true;
      return false;
    }
  }

  #process(key: string): string | undefined {
    const value = this.#world.surroundings.variable(key);
    if (value === undefined || value.trim() === '') return undefined;
    return this.#isUnfilled(key, value) ? undefined : value;
  }

  #own(key: string): string | undefined {
    const { launch } = this.#entry;
    const own = launch.type === 'stdio' ? new Map(Object.entries(launch.env)).get(key) : undefined;
    if (own === undefined || this.#entry.allowsPlaceholders) return own;
    return this.#isUnfilled(key, own) ? undefined : own;
  }

  #isUnfilled(key: string, value: string): boolean {
    return isUnfilled(value, isSecretName(key) || this.#template.needs.has(key));
  }

  #missVariable(variable: Variable, spelling: string, part: Part): void {
    if (variable.type === 'surrounding') this.#miss('workspaceFolder', 'folder');
    else if (variable.type === 'secret' && part.place === 'headers')
      this.#miss(variable.name, 'value', { header: part.name });
    else if (variable.type === 'unknown') this.#miss(part.name, part.place === 'env' ? 'value' : 'text');
    else this.#miss(variable.name, 'value', isShells(variable, spelling, part) ? { isShells: true } : {});
  }

  #miss(
    key: string,
    kind: MissingCredential['kind'],
    facts: Pick<MissingCredential, 'header' | 'isPlaceholder' | 'isShells'> = {},
  ): void {
    const need = this.#template.needs.get(key);
    const description = need?.description;
    const isSecret = kind === 'value' && this.#isSecret(key, true);
    this.#missing.set(key, {
      key,
      kind,
      isSecret,
      ...facts,
      ...(description === undefined ? {} : { description }),
    });
  }
}

function isShells({ type }: Variable, spelling: string, { place }: Part): boolean {
  return type === 'env' && place === 'args' && !spelling.startsWith('${env:');
}

/** Names of the secrets that a text refers to. */
function referencesIn({ segments }: Part): readonly string[] {
  return segments.flatMap(segment =>
    segment.type === 'variable' && segment.variable.type === 'secret' ? [segment.variable.name] : [],
  );
}

function isBearer({ place, name, segments }: Part): boolean {
  const [segment, ...more] = segments;
  const isReference = segment?.type === 'variable' && segment.variable.type === 'secret' && more.length === 0;
  return isReference && place === 'headers' && name.toLowerCase() === 'authorization';
}

/** Places whose texts have a name, so that one of them may be missing. */
const CAN_BE_LEFT_OUT: ReadonlySet<LaunchPlace> = new Set(['env', 'headers', 'oauth']);

/** What the configuration itself says for a variable that nobody set. */
function fallbackOf(variable: Variable): Piece | undefined {
  if (variable.type !== 'env' || variable.fallback === undefined) return undefined;
  return { type: 'known', text: variable.fallback, shown: variable.fallback };
}

/** Stands for a secret that a configuration spells out. */
export const HIDDEN = '(hidden)';

/** Whether a text has no variable in it: what is secret then is said by the configuration itself. */
export function isSpelledOut(text: string): boolean {
  return segmentsOf(text).every(({ type }) => type !== 'variable');
}

function textsOf(entry: CatalogEntry): readonly Part[] {
  const { launch } = entry;
  switch (launch.type) {
    case 'native':
      return [];
    case 'http':
      return [
        partOf(entry, 'url', 'url', launch.url),
        ...Object.entries(launch.headers).map(([name, text]) => partOf(entry, 'headers', name, text)),
        ...oauthTexts(entry, launch.oauth),
      ];
    case 'stdio': {
      const texts: Part[] = [
        partOf(entry, 'command', 'command', launch.command),
        ...launch.args.map((text, at) => partOf(entry, 'args', argName(launch.args, at), text)),
        ...Object.entries(launch.env).map(([name, text]) => partOf(entry, 'env', name, text)),
      ];
      if (launch.cwd !== undefined) texts.push(partOf(entry, 'cwd', 'cwd', launch.cwd));
      const placed = placedNames(texts);
      const bare = entry.needs.filter(need => !placed.has(need.key));
      return [...texts, ...bare.map(({ key }) => partOf(entry, 'env', key, `\${env:${key}}`))];
    }
  }
}

/** What of a client may stand elsewhere, under the names that the configuration has for it. */
function oauthTexts(entry: CatalogEntry, { clientId, clientSecret }: OAuthClient = {}): readonly Part[] {
  return [
    ...(clientId === undefined ? [] : [partOf(entry, 'oauth', 'oauth.clientId', clientId)]),
    ...(clientSecret === undefined ? [] : [partOf(entry, 'oauth', 'oauth.clientSecret', clientSecret)]),
  ];
}

function partOf(
  { needs, allowsPlaceholders }: CatalogEntry,
  place: LaunchPlace,
  name: string,
  text: string,
): Part {
  const segments = segmentsOf(text);
  const isVaried = segments.some(({ type }) => type === 'variable');
  const literal = segments.map(segment => (segment.type === 'text' ? segment.text : '\u0000')).join('');
  const isOnlyNames =
    segments.some(({ type }) => type !== 'text') && literal.replaceAll('\u0000', '').trim() === '';
  const isSecret = isSecretName(name) && (text !== '' || !mayBeBlank(name));
  const isKey = ASKED_OF_KEYS.has(place) || isSecret || needs.some(({ key }) => key === name);
  const isLeft = !isOnlyNames && isUnfilled(literal, isKey);
  const isMasked = !isVaried && (place === 'env' || place === 'headers') && isSecretName(name);
  return { place, name, segments, isUnfilled: isLeft && allowsPlaceholders !== true, isMasked };
}

/** Places where nothing but a real value makes sense. */
const ASKED_OF_KEYS: ReadonlySet<LaunchPlace> = new Set(['url', 'headers', 'oauth']);

/** Whether a value still has to be filled in. `isKey`: it is a key, or so important that it can't be blank. */
function isUnfilled(value: string, isKey: boolean): boolean {
  return isKey ? isPlaceholder(value) : findSurePlaceholder(value) !== undefined;
}

/** Environment variables that are set, and credentials that are named inside some text. */
function placedNames(texts: readonly Part[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { place, name, segments } of texts) {
    if (place === 'env') names.add(name);
    for (const segment of segments) if (segment.type === 'variable') names.add(segment.variable.name);
  }
  return names;
}

/** What people call an argument: its flag, else its place. */
function argName(args: readonly string[], at: number): string {
  const flag = /^(--?[A-Za-z][\w-]*)=/.exec(args[at] ?? '')?.[1];
  if (flag !== undefined) return flag;
  const before = args[at - 1];
  return before !== undefined && /^--?[A-Za-z][\w-]*$/.test(before) ? before : `argument ${at + 1}`;
}
