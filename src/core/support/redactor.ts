import { toBase64, utf8 } from './base64';
import { isRecord } from './json';
import type { Log, LogFields } from './log';
import { Refusal } from './refusal';

/** Shorter values would mask ordinary words. */
const MIN_LENGTH = 6;
/** What stands where a secret stood. */
const MASK = '•••';
/** What stands where a text was cut, mostly before it came here. */
const CUT = '…';
/** As much of a secret beside a cut is masked, or half of it where that is less: words begin alike by chance. */
const MIN_REST = 10;

/**
 * Knows the secrets that were handed to servers or entered, and masks them in whatever leaves us: raw, in base64, as URLs and
 * JSON write them, and what a cut left of them. It learns and never forgets while the program runs.
 */
export class Redactor {
  readonly #secrets = new Set<string>();
  /** Every spelling of every secret, longest first, so that none is masked in part only. */
  #spellings: readonly string[] = [];
  /** Those of secrets that no name or path holds by chance. */
  #distinctive: readonly string[] = [];

  /** One that knows these secrets. */
  static of(secrets: readonly string[]): Redactor {
    const redactor = new Redactor();
    for (const secret of secrets) redactor.add(secret);
    return redactor;
  }

  /** The most that a cut through a text may leave of a secret, in characters. */
  get longest(): number {
    return this.#spellings[0]?.length ?? 0;
  }

  /**
   * Learns a secret. What stands behind a scheme, as in `Bearer …`, the lines of a key, and the password in an address are
   * secrets of their own.
   */
  add(secret: string): void {
    const behind = secret.replace(/^[A-Za-z][\w-]*\s+/, '');
    const parts = [secret, behind, ...secret.split(/\r?\n/), ...passwordsIn(secret)];
    const fresh = parts
      .map(part => part.trim())
      .filter(part => part.length >= MIN_LENGTH && !this.#secrets.has(part));
    if (fresh.length === 0) return;
    for (const part of fresh) this.#secrets.add(part);
    const known = [...this.#secrets];
    this.#spellings = spellingsOf(known);
    this.#distinctive = spellingsOf(known.filter(isDistinctive));
  }

  /** One that knows those of these secrets that stand in the value. */
  within(value: unknown): Redactor {
    const text = JSON.stringify(value);
    return Redactor.of(
      [...this.#secrets].filter(secret => text.includes(JSON.stringify(secret).slice(1, -1))),
    );
  }

  /** The text with every known secret masked. */
  text(text: string): string {
    return masked(text, this.#spellings);
  }

  /** The same for every text inside a value, keys included. What holds no secret is given back as it is. */
  deep<T>(value: T): T {
    return maskedDeep(value, this.#spellings);
  }

  /**
   * The same for what is stored and read back by programs: paths, names and ids must stay what they are, so a secret that is
   * an ordinary word, such as a password "postgres", is left alone there.
   */
  stored<T>(value: T): T {
    return maskedDeep(value, this.#distinctive);
  }

  /** A refusal in words without secrets; any other error as it is. */
  error(error: unknown): unknown {
    if (!Refusal.is(error)) return error;
    const message = this.text(error.message);
    const details = this.deep(error.details);
    if (message === error.message && details === error.details) return error;
    return new Refusal(error.code, message, details, { cause: error.cause });
  }

  /** A log that writes no secret. */
  log(log: Log): Log {
    const fieldsOf = (fields: LogFields | undefined) =>
      fields === undefined ? undefined : this.deep(fields);
    return {
      debug: (message, fields) => log.debug(this.text(message), fieldsOf(fields)),
      info: (message, fields) => log.info(this.text(message), fieldsOf(fields)),
      warn: (message, fields) => log.warn(this.text(message), fieldsOf(fields)),
      error: (message, fields) => log.error(this.text(message), fieldsOf(fields)),
    };
  }
}

/** Long, with letters and digits: nobody calls a file or a branch like that by chance. */
function isDistinctive(secret: string): boolean {
  return secret.length >= 10 && /\d/.test(secret) && /\p{L}/u.test(secret);
}

/** The password of an address such as that of a database, as it stands there and as a program reads it. */
function passwordsIn(secret: string): readonly string[] {
  const [, password = ''] = /^[a-z][\w+.-]*:\/\/[^/?#@\s]*:([^/?#@\s]+)@/i.exec(secret) ?? [];
  // Many are called "password" or "postgres" on a developer's machine.
  if (!isDistinctive(password)) return [];
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}

function spellingsOf(secrets: readonly string[]): readonly string[] {
  const spellings = secrets.flatMap(secret => {
    const json = JSON.stringify(secret).slice(1, -1);
    const url = encodeURIComponent(secret.toWellFormed());
    const lowerUrl = url.replaceAll(/%[0-9A-F]{2}/g, escaped => escaped.toLowerCase());
    const form = url.replaceAll('%20', '+');
    const texts = [secret, json, ...otherJson(json), JSON.stringify(json).slice(1, -1)];
    return [...texts, url, lowerUrl, form, ...base64Of(secret)];
  });
  return [...new Set(spellings)].sort((a, b) => b.length - a.length);
}

/** How PHP, Go and .NET write a text in JSON, which escape more than they have to. */
function otherJson(json: string): readonly string[] {
  const code = (sign: string): string => `\\u00${sign.charCodeAt(0).toString(16)}`;
  return [
    json.replaceAll('/', String.raw`\/`),
    json.replaceAll(/[<>&]/g, code),
    json.replaceAll(/[<>&'+`]/g, sign => code(sign).replace(/..$/, digits => digits.toUpperCase())),
  ];
}

/**
 * How base64 writes the secret at each of the three places where it can begin, as in `user:secret`; without the characters
 * that its neighbours have a part in.
 */
function base64Of(secret: string): readonly string[] {
  const bytes = utf8(secret);
  const plain = [0, 1, 2].flatMap(before => {
    const padded = [...Array.from({ length: before }, () => 0), ...bytes];
    const groups = padded.length - (padded.length % 3);
    const text = toBase64(padded.slice(0, groups)).slice(before === 0 ? 0 : 4);
    return text.length >= MIN_LENGTH ? [text] : [];
  });
  const whole = toBase64(bytes);
  const padded = whole + '='.repeat((4 - (whole.length % 4)) % 4);
  return [padded, whole, ...plain].flatMap(text => [text, text.replaceAll('+', '-').replaceAll('/', '_')]);
}

function masked(text: string, spellings: readonly string[]): string {
  let clean = text;
  for (const spelling of spellings) if (clean.includes(spelling)) clean = clean.replaceAll(spelling, MASK);
  return clean.includes(CUT) ? withoutRests(clean, spellings) : clean;
}

/** Most texts are cut where they come from, where nobody knows what is secret: that may go through one. */
function withoutRests(text: string, spellings: readonly string[]): string {
  const parts = text.split(CUT);
  const clean = parts.map((part, at) => {
    const isCutAfter = at < parts.length - 1;
    return spellings.reduce((rest, spelling) => {
      const before = isCutAfter ? withoutBeginning(rest, spelling) : rest;
      return at > 0 ? withoutEnd(before, spelling) : before;
    }, part);
  });
  return clean.join(CUT);
}

/** The text without the beginning of a secret that it ends with. */
function withoutBeginning(text: string, spelling: string): string {
  const head = spelling.slice(0, leastOf(spelling));
  for (let at = text.indexOf(head, text.length - spelling.length); at >= 0; at = text.indexOf(head, at + 1))
    if (spelling.startsWith(text.slice(at))) return text.slice(0, at) + MASK;
  return text;
}

/** The text without the end of a secret that it begins with. */
function withoutEnd(text: string, spelling: string): string {
  const tail = spelling.slice(-leastOf(spelling));
  for (let end = spelling.length; end >= tail.length; end -= 1) {
    end = text.lastIndexOf(tail, end - tail.length) + tail.length;
    if (end < tail.length) return text;
    if (spelling.endsWith(text.slice(0, end))) return MASK + text.slice(end);
  }
  return text;
}

function leastOf({ length }: string): number {
  return Math.min(MIN_REST, Math.ceil(length / 2));
}

function maskedDeep<T>(value: T, spellings: readonly string[]): T {
  if (spellings.length === 0) return value;
  // Only texts are replaced, so that the shape, which is what the type says, stays.
  return maskedPart(value, spellings) as T;
}

function maskedPart(value: unknown, spellings: readonly string[]): unknown {
  if (typeof value === 'string') return masked(value, spellings);
  if (Array.isArray(value)) {
    const parts = (value as unknown[]).map(part => maskedPart(part, spellings));
    return parts.some((part, at) => part !== value[at]) ? parts : value;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(
    ([key, part]) => [masked(key, spellings), maskedPart(part, spellings)] as const,
  );
  const isSame = entries.every(([key, part]) => part === value[key]);
  return isSame ? value : Object.fromEntries(entries);
}
