import type { CatalogProblem } from '../../core/catalog/entry/entry';
import { type FoundServer, type ImportOrigin, originKey } from '../../core/catalog/imports/importedServer';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Surroundings } from '../../core/catalog/entry/ports';
import { canonicalJson, isRecord } from '../../core/support/json';
import { missedOf } from '../catalog/otherWords';
import { type InputShape, inputShape } from '../catalog/serverShape';
import type { FileReading } from '../catalog/smallFile';
import { startsSwitchyard } from '../catalog/startsSwitchyard';
import { fileOwner } from '../machine/fileOwner';
import { sha256 } from '../machine/randomness';
import type { ConfigText } from './configReading';
import { type ConfigSyntax, readConfigText } from './configText';
import { type Raw, RELAXED_JSON } from './dialect';
import { DIALECTS } from './dialects';
import { type EnvFile, readEnvFile } from './envFile';
import type { ImportPlace } from './importPlaces';
import { readServer, type ServerFault } from './serverOf';

/** One file of another tool, read. */
export interface ImportReading {
  readonly place: ImportPlace;
  /** `broken`: nothing can be said of what it has. */
  readonly state: 'read' | 'absent' | 'broken';
  readonly found: readonly FoundServer[];
  readonly problems: readonly CatalogProblem[];
  /** Secrets by origin and name: for the start that asked, never to be kept. */
  readonly secrets: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Reads servers from what stands in another tool's file. A wrong server spoils only itself, a wrong file only its own. */
export async function readImport(
  place: ImportPlace,
  file: FileReading,
  surroundings: Surroundings,
): Promise<ImportReading> {
  if (file.type === 'absent') return { ...nothingIn(place), state: 'absent' };
  if (file.type === 'unreadable') return brokenBy(place, { message: `The file can't be read. ${file.why}` });
  const config = await readConfigText(file.text, syntaxOf(place));
  if (config.type === 'error') {
    const { line, column } = config.place;
    const message = `Syntax error at line ${line}, column ${column}: ${config.what}. None of its servers is read until it is mended.`;
    return brokenBy(place, { message, line, column });
  }
  return await new ImportReader(place, config, surroundings).read();
}

/** Tools that write YAML take files of JSON in their folders as well. */
function syntaxOf({ tool, path }: ImportPlace): ConfigSyntax {
  const { syntax } = DIALECTS[tool];
  return syntax === 'yaml' && path.endsWith('.json') ? RELAXED_JSON : syntax;
}

function nothingIn(place: ImportPlace): ImportReading {
  return { place, state: 'read', found: [], problems: [], secrets: new Map() };
}

function brokenBy(place: ImportPlace, problem: Omit<CatalogProblem, 'origin'>): ImportReading {
  return { ...nothingIn(place), state: 'broken', problems: [{ origin: place.path, ...problem }] };
}

class ImportReader {
  readonly #place: ImportPlace;
  readonly #config: ConfigText;
  readonly #surroundings: Surroundings;
  readonly #found: FoundServer[] = [];
  readonly #problems: CatalogProblem[] = [];
  readonly #secrets = new Map<string, ReadonlyMap<string, string>>();

  constructor(place: ImportPlace, config: ConfigText, surroundings: Surroundings) {
    this.#place = place;
    this.#config = config;
    this.#surroundings = surroundings;
  }

  async read(): Promise<ImportReading> {
    const { root } = this.#config;
    const dialect = DIALECTS[this.#place.tool];
    const inputs = readInputs(root);
    for (const list of dialect.lists(root, this.#surroundings)) {
      const listed = list.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), root);
      const servers = Array.isArray(listed) ? this.#byName(list, listed) : listed;
      // In YAML, a name with nothing after it.
      if (servers === undefined || servers === null) continue;
      if (isRecord(servers)) await this.#readList(list, servers, inputs);
      else this.#problem(`"${list.join('.')}" must be an object of names and servers.`, list);
    }
    return {
      place: this.#place,
      state: 'read',
      found: this.#found,
      problems: this.#problems,
      secrets: this.#secrets,
    };
  }

  /** The servers of a list in which each has its name in it, as others have them by name. */
  #byName(list: readonly string[], listed: readonly unknown[]): Raw {
    const named: [string, unknown][] = [];
    for (const server of listed) {
      if (!isRecord(server)) continue;
      const { name, ...rest } = server;
      if (typeof name === 'string') named.push([name, rest]);
      else if (server['uses'] === undefined)
        this.#problem(`A server of "${list.join('.')}" has no name.`, list);
    }
    const names = named.map(([name]) => name);
    this.#doubled(
      list,
      names.filter((name, at) => names.indexOf(name) !== at),
    );
    return Object.fromEntries(named) as Raw;
  }

  #doubled(list: readonly string[], names: readonly string[]): void {
    for (const name of names) {
      this.#problem(`"${oneLine(name, 64)}" stands here twice. The last one counts: remove one of them.`, [
        ...list,
        name,
      ]);
    }
  }

  async #readList(
    list: readonly string[],
    servers: Raw,
    inputs: ReadonlyMap<string, InputShape>,
  ): Promise<void> {
    this.#doubled(list, this.#config.doubled(list));
    for (const [name, server] of Object.entries(servers)) {
      const at = [...list, name];
      if (isRecord(server)) await this.#readOne(list, name, server, inputs);
      else this.#problem(`"${oneLine(name, 64)}": the entry is wrong: expected an object.`, at);
    }
  }

  async #readOne(
    list: readonly string[],
    name: string,
    raw: Raw,
    inputs: ReadonlyMap<string, InputShape>,
  ): Promise<void> {
    const dialect = DIALECTS[this.#place.tool];
    if (dialect.isPassedOver?.(raw) === true || startsSwitchyard(name, raw)) return;
    const { root } = this.#config;
    const { workspaceFolder } = this.#surroundings;
    const isOff = dialect.isSwitchedOff?.(root, name, this.#surroundings) ?? false;
    const translated = dialect.translate(raw);
    const envFile = await this.#envFile(translated, [...list, name]);
    const read = readServer(isOff ? { ...translated, disabled: true } : translated, {
      name,
      // A file of the user's may be a link into the repository.
      owner: this.#place.scope === 'workspace' ? 'workspace' : fileOwner(this.#place.path, workspaceFolder),
      inputs,
      ...(envFile === undefined ? {} : { envFile }),
    });
    if (!('server' in read)) return this.#faults(read, list, name);
    for (const [field, value] of Object.entries(raw)) {
      const message = dialect.reads?.includes(field) === true ? undefined : missedOf(field, value);
      if (message !== undefined)
        this.#faults([{ message, path: [field] }], list, name, { server: read.server.id, isWarning: true });
    }
    const { tool, path } = this.#place;
    const origin: ImportOrigin = { tool, path, list: list.join('.'), name };
    this.#found.push({ origin, server: read.server, hash: sha256(canonicalJson(read.server)) });
    this.#secrets.set(originKey(origin), read.secrets);
  }

  async #envFile(server: Raw, at: readonly string[]): Promise<EnvFile | undefined> {
    const named = server['envFile'];
    if (typeof named !== 'string') return undefined;
    const file = await readEnvFile(named, this.#surroundings);
    const tell = (what: string): void =>
      this.#problem(`"${oneLine(at.at(-1) ?? '', 64)}": ${what}`, [...at, 'envFile']);
    if (typeof file === 'string') {
      tell(`envFile is not used: ${file}`);
      return undefined;
    }
    const refused = file.refused.map(name => oneLine(name, 40)).join(', ');
    if (refused !== '')
      tell(
        `envFile is a file of the repository, so these of its variables are not used: ${refused}. They decide which programs or addresses a server takes. Write them into the entry's env if they are yours.`,
      );
    return file;
  }

  #faults(faults: readonly ServerFault[], list: readonly string[], name: string, about: About = {}): void {
    for (const { message, path } of faults) {
      this.#problem(`"${oneLine(name, 64)}": ${message}`, [...list, name, ...path], about);
    }
  }

  #problem(message: string, at: readonly (string | number)[], about: About = {}): void {
    if (this.#problems.length >= MOST_PROBLEMS) return;
    this.#problems.push({ origin: this.#place.path, message, ...about, ...this.#config.placeOf(at) });
  }
}

/** What a problem says beside its words. */
type About = Pick<CatalogProblem, 'server' | 'isWarning'>;

/** As many as anybody reads. */
const MOST_PROBLEMS = 50;

function readInputs(root: Raw): ReadonlyMap<string, InputShape> {
  const inputs: unknown = root['inputs'];
  const parsed = (Array.isArray(inputs) ? inputs : []).map(input => inputShape.safeParse(input));
  return new Map(parsed.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])));
}
