import type { Node } from 'jsonc-parser';
import type * as z from 'zod';
import type { CatalogEntry, CatalogProblem, CatalogSourceReading } from '../../core/catalog/entry/entry';
import { nearestNames } from '../../core/catalog/entry/nearest';
import { oneLine } from '../../core/catalog/entry/plainText';
import { isRecord } from '../../core/support/json';
import { type ServerId, serverId } from '../../shared/ids';
import type { EntriesOrigin } from './entriesOrigin';
import { entryOf, launchOf } from './entryOf';
import { nodeAt, overriddenKeys, type Place, placesIn, propertiesOf, readJson, valueOf } from './jsonTree';
import { inOurWords, isUnknownField, meantFields, missedOf, writtenField } from './otherWords';
import { type InputShape, inputShape, type ServerShape, serverShape } from './serverShape';
import { startsSwitchyard } from './startsSwitchyard';

/**
 * Reads servers from the text of a servers file (`{"servers": {…}, "inputs": […]}`, also `mcpServers`), or from the value of a
 * setting (an object of names and servers). A wrong entry spoils only itself, a wrong text everything; both are told. What is spoilt
 * stays as it is in `before`, where it was read before.
 */
export function readServerEntries(
  input: string | Readonly<Record<string, unknown>>,
  from: EntriesOrigin,
  before: readonly CatalogEntry[] = [],
): CatalogSourceReading {
  const isText = typeof input === 'string';
  const text = isText ? input : JSON.stringify(input);
  // The places of a setting's value mean nothing to its user.
  const reader = new EntryReader(text, from, isText, before);
  return reader.read(isText);
}

/** What a problem is about, and how much it spoils. */
interface About {
  readonly server?: string;
  readonly isWarning?: true;
}

class EntryReader {
  readonly #text: string;
  readonly #from: EntriesOrigin;
  readonly #hasPlaces: boolean;
  readonly #before: ReadonlyMap<ServerId, CatalogEntry>;
  readonly #problems: CatalogProblem[] = [];
  readonly #entries = new Map<ServerId, CatalogEntry>();
  readonly #places = new Map<ServerId, Place>();
  readonly #placeAt: (offset: number) => Place;
  #inputs: ReadonlyMap<string, InputShape> = new Map();

  constructor(text: string, from: EntriesOrigin, hasPlaces: boolean, before: readonly CatalogEntry[]) {
    this.#text = text;
    this.#from = from;
    this.#hasPlaces = hasPlaces;
    this.#placeAt = placesIn(text);
    this.#before = new Map(before.map(entry => [entry.id, entry]));
  }

  read(isFile: boolean): CatalogSourceReading {
    const json = readJson(this.#text);
    if (json.type === 'error') {
      const { line, column } = json.place;
      this.#spoilt(
        `Syntax error at line ${line}, column ${column}: ${json.what}.`,
        json.place,
        ' None of its servers is used until it is mended.',
      );
    } else if (json.type === 'empty' && this.#before.size > 0 && this.#text.trim() === '') {
      this.#spoilt('The file is empty. Write {} where there is to be no server.', { line: 1, column: 1 });
    } else if (json.type === 'tree') {
      if (isFile) this.#readFile(json.root);
      else this.#readServers(json.root, '');
      this.#tellOverridden(json.root, isFile);
    }
    return {
      source: this.#from.source,
      entries: [...this.#entries.values()],
      problems: this.#problems,
      ...(this.#places.size > 0 ? { places: this.#places } : {}),
    };
  }

  #readFile(root: Node): void {
    const parts = root.type === 'object' ? propertiesOf(root) : [];
    const lists = parts.filter(({ name }) => name === 'servers' || name === 'mcpServers');
    this.#inputs = this.#readInputs(parts.findLast(({ name }) => name === 'inputs')?.value);
    for (const { name, value, key } of lists) {
      const isLast = lists.findLast(list => list.name === name)?.key === key;
      if (isLast) this.#readServers(value, name);
    }
    for (const { name, key } of parts) {
      const [meant] = LISTS.includes(name) ? [] : nearestNames(name, LISTS);
      if (meant === undefined) continue;
      const message = `"${oneLine(name, 64)}" is not read. Did you mean "${meant}"?`;
      this.#problem(message, this.#placeOf(key), { isWarning: true });
    }
    if (lists.length > 0) return;
    const message = 'It has no "servers". Write { "servers": { "name": { "command": "…" } } }.';
    // `{}` is how a person says that there is none.
    if (root.type === 'object') this.#problem(message, this.#placeOf(root));
    else this.#spoilt(message, this.#placeOf(root));
  }

  #readServers(node: Node, key: string): void {
    if (node.type !== 'object') {
      const what = key === '' ? 'The servers' : `"${key}"`;
      this.#spoilt(`${what} must be an object of names and servers.`, this.#placeOf(node));
      return;
    }
    const properties = propertiesOf(node);
    const last = new Map(properties.map(({ name, key: at }) => [name, at]));
    for (const { name, key: at, value } of properties) {
      if (last.get(name) === at) this.#readServer(name, at, value);
    }
  }

  #readServer(name: string, key: Node, node: Node): void {
    const shown = oneLine(name, 64);
    const about = { server: name };
    const id = serverId(name);
    if (id === undefined) {
      this.#problem(
        `"${shown}" can't be a server's name. Use letters, digits, "-" and single "_", at most 32 characters.`,
        this.#placeOf(key),
        about,
      );
      return;
    }
    if (this.#entries.delete(id)) {
      this.#problem(
        `"${shown}" stands here twice. The last one counts: remove one of them.`,
        this.#placeOf(key),
        { ...about, isWarning: true },
      );
    }
    if (this.#hasPlaces) this.#places.set(id, this.#placeOf(key));
    const value = valueOf(node);
    const given = isRecord(value) ? inOurWords(value) : value;
    if (isRecord(given) && startsSwitchyard(name, given)) {
      this.#problem(`"${shown}" starts Switchyard itself and is left out.`, this.#placeOf(key), {
        ...about,
        isWarning: true,
      });
      return;
    }
    const parsed = serverShape.safeParse(given);
    if (!parsed.success) {
      const { issues } = parsed.error;
      const kept = this.#keep(id);
      for (const issue of issues) this.#wrongField(name, node, issue, issue === issues.at(-1) ? kept : '');
      this.#tellFields(name, node);
      return;
    }
    const launch = launchOf(parsed.data);
    if (typeof launch === 'string') {
      this.#problem(`"${shown}": ${launch}${this.#keep(id)}`, this.#placeOf(key), about);
      this.#tellFields(name, node);
      return;
    }
    this.#tellFields(name, node, parsed.data);
    this.#entries.set(id, entryOf(parsed.data, launch, this.#from, this.#inputs, id));
  }

  /** The entry as it was read before, where it was, and the sentence that says so. */
  #keep(id: ServerId): string {
    const before = this.#before.get(id);
    if (before === undefined) return '';
    this.#entries.set(id, before);
    return ' Until it is mended, it stays as it was read before.';
  }

  /** Nothing of the text can be used. */
  #spoilt(what: string, place: Place, otherwise = ''): void {
    for (const [id, entry] of this.#before) this.#entries.set(id, entry);
    const stays = ' Until it is mended, its servers stay as they were read before.';
    this.#problem(`${what}${this.#before.size === 0 ? otherwise : stays}`, place);
  }

  #readInputs(node: Node | undefined): ReadonlyMap<string, InputShape> {
    const inputs = new Map<string, InputShape>();
    for (const [at, child] of (node?.children ?? []).entries()) {
      const parsed = inputShape.safeParse(valueOf(child));
      if (parsed.success) inputs.set(parsed.data.id, parsed.data);
      else
        this.#problem(
          `Input ${at + 1} needs a text "id" and may have "description" and "password".`,
          this.#placeOf(child),
        );
    }
    return inputs;
  }

  #wrongField(name: string, node: Node, issue: z.core.$ZodIssue, after: string): void {
    const value = valueOf(node);
    const inOurs = issue.path.map(part => (typeof part === 'symbol' ? String(part) : part));
    // What another tool calls the field stands in the file, not our name for it.
    const path = inOurs.map((part, at) =>
      at === 0 && typeof part === 'string' && isRecord(value) ? writtenField(value, part) : part,
    );
    const field = oneLine(path.join('.'), 100) || 'the entry';
    const at = nodeAt(node, path) ?? node;
    this.#problem(
      `"${oneLine(name, 64)}": ${field} is wrong: ${issue.message.replace(/^Invalid input: /, '')}.${after}`,
      this.#placeOf(at),
      { server: name },
    );
  }

  /** Fields that are not read, and those that may mean something else than what is read. */
  #tellFields(name: string, node: Node, shape?: ServerShape): void {
    const shown = `"${oneLine(name, 64)}"`;
    for (const { name: field, key, value } of propertiesOf(node)) {
      const warn = (message: string): void =>
        this.#problem(`${shown}: ${message}`, this.#placeOf(key), { server: name, isWarning: true });
      const missed = missedOf(field, valueOf(value));
      if (field === 'envFile' && shape?.envFile !== undefined) {
        warn('envFile is not read. Put its variables into env as ${env:NAME}, or enter them as credentials.');
      } else if (missed !== undefined) {
        warn(missed);
      } else if (shape !== undefined && isTime(field) && (shape[field] ?? Infinity) < 1_000) {
        const seconds = shape[field] ?? 0;
        warn(`${field} is in milliseconds, so ${seconds} was taken for seconds. Write ${seconds * 1_000}.`);
      } else if (shape?.url !== undefined && isOtherAddress(field, value, shape.url)) {
        warn(`${field} is not read, since another address stands beside it. Keep one of them.`);
      } else if (isUnknownField(field)) {
        const meant = meantFields(field).map(near => ` Did you mean "${near}"?`);
        warn(
          `"${oneLine(field, 64)}" is no field of a server, so it is not read.${meant.join('') || ' Remove it.'}`,
        );
      }
    }
  }

  /** JSON takes the last of two properties of one name, and so do we: the other one does nothing. */
  #tellOverridden(root: Node, isFile: boolean): void {
    for (const { key, path } of overriddenKeys(root)) {
      const [server, ...inside] = isFile ? path.slice(1) : path;
      const isServers = server !== undefined && (!isFile || /^(?:servers|mcpServers)$/.test(path[0] ?? ''));
      const whose = isServers && inside.length > 0 ? `"${oneLine(server, 64)}": ` : '';
      this.#problem(
        `${whose}"${oneLine(path.at(-1) ?? '', 64)}" stands here twice. The last one counts: remove this one.`,
        this.#placeOf(key),
        { ...(isServers ? { server } : {}), isWarning: true },
      );
    }
  }

  #placeOf({ offset }: Node): Place {
    return this.#placeAt(offset);
  }

  #problem(message: string, place: Place, about: About = {}): void {
    if (this.#problems.length > MOST_PROBLEMS) return;
    const text =
      this.#problems.length < MOST_PROBLEMS ? message : 'More is wrong: mend the other problems first.';
    this.#problems.push({
      origin: this.#from.origin,
      message: text,
      ...(this.#hasPlaces ? place : {}),
      ...about,
    });
  }
}

/** What is read of a file. */
const LISTS: readonly string[] = ['servers', 'mcpServers', 'inputs'];

/** As many as anybody reads. */
const MOST_PROBLEMS = 50;

/** Whether a field has an address that another one keeps from being read. */
function isOtherAddress(field: string, { value }: Node, url: string): boolean {
  return ['url', 'httpUrl', 'serverUrl'].includes(field) && typeof value === 'string' && value.trim() !== url;
}

function isTime(field: string): field is 'timeout' | 'start_timeout' {
  return field === 'timeout' || field === 'start_timeout';
}
