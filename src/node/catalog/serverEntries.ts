import { findNodeAtLocation, type Node } from 'jsonc-parser';
import type * as z from 'zod';
import type {
  CatalogEntry,
  CatalogProblem,
  CatalogSourceReading,
  CredentialNeed,
  EntrySource,
  LaunchTemplate,
} from '../../core/catalog/entry';
import { oneLine } from '../../core/catalog/plainText';
import { segmentsOf } from '../../core/catalog/variables';
import { serverId } from '../../shared/ids';
import { type Place, placeOf, propertiesOf, readJson, valueOf } from './jsonTree';
import { type InputShape, inputShape, type ServerShape, serverShape } from './serverShape';

/** Where entries stand and who put them there. */
export interface EntriesOrigin {
  readonly source: EntrySource;
  /** The setting or file, for people. */
  readonly origin: string;
  /** Whose word they are, `disabled: true` among them. */
  readonly owner: 'user' | 'workspace';
}

/**
 * Reads servers from the text of a servers file (`{"servers": {…}, "inputs": […]}`, also `mcpServers`), or from the value of a
 * setting (an object of names and servers). A wrong entry spoils only itself, a wrong text everything; both are told.
 */
export function readServerEntries(
  input: string | Readonly<Record<string, unknown>>,
  from: EntriesOrigin,
): CatalogSourceReading {
  const isText = typeof input === 'string';
  const text = isText ? input : JSON.stringify(input);
  // The places of a setting's value mean nothing to its user.
  const reader = new EntryReader(text, from, isText);
  return reader.read(isText);
}

class EntryReader {
  readonly #text: string;
  readonly #from: EntriesOrigin;
  readonly #hasPlaces: boolean;
  readonly #problems: CatalogProblem[] = [];
  readonly #entries = new Map<string, CatalogEntry>();
  #inputs: ReadonlyMap<string, InputShape> = new Map();

  constructor(text: string, from: EntriesOrigin, hasPlaces: boolean) {
    this.#text = text;
    this.#from = from;
    this.#hasPlaces = hasPlaces;
  }

  read(isFile: boolean): CatalogSourceReading {
    const json = readJson(this.#text);
    if (json.type === 'error') {
      const { line, column } = json.place;
      this.#problem(
        `Syntax error at line ${line}, column ${column}: ${json.what}. None of its servers is used until it is mended.`,
        json.place,
      );
    } else if (json.type === 'tree') {
      if (isFile) this.#readFile(json.root);
      else this.#readServers(json.root, '');
    }
    return { source: this.#from.source, entries: [...this.#entries.values()], problems: this.#problems };
  }

  #readFile(root: Node): void {
    const parts = root.type === 'object' ? propertiesOf(root) : [];
    const lists = parts.filter(({ name }) => name === 'servers' || name === 'mcpServers');
    this.#inputs = this.#readInputs(parts.find(({ name }) => name === 'inputs')?.value);
    for (const { name, value } of lists) this.#readServers(value, name);
    if (lists.length === 0) {
      this.#problem(
        'It has no "servers". Write { "servers": { "name": { "command": "…" } } }.',
        this.#placeOf(root),
      );
    }
  }

  #readServers(node: Node, key: string): void {
    if (node.type !== 'object') {
      const what = key === '' ? 'The servers' : `"${key}"`;
      this.#problem(`${what} must be an object of names and servers.`, this.#placeOf(node));
      return;
    }
    for (const property of propertiesOf(node)) this.#readServer(property.name, property.key, property.value);
  }

  #readServer(name: string, key: Node, node: Node): void {
    const shown = oneLine(name, 64);
    const id = serverId(name);
    if (id === undefined) {
      this.#problem(
        `"${shown}" can't be a server's name. Use letters, digits, "-" and single "_", at most 32 characters.`,
        this.#placeOf(key),
      );
      return;
    }
    if (this.#entries.has(id)) {
      this.#problem(
        `"${shown}" stands here twice. The first one counts: remove one of them.`,
        this.#placeOf(key),
      );
      return;
    }
    const parsed = serverShape.safeParse(valueOf(node));
    if (!parsed.success) {
      for (const issue of parsed.error.issues) this.#wrongField(shown, node, issue);
      return;
    }
    const launch = launchOf(parsed.data);
    if (typeof launch === 'string') {
      this.#problem(`"${shown}": ${launch}`, this.#placeOf(key));
      return;
    }
    if (parsed.data.envFile !== undefined) {
      this.#problem(
        `"${shown}": envFile is not read. Put its variables into env as \${env:NAME}, or enter them as credentials.`,
        this.#placeOf(findNodeAtLocation(node, ['envFile']) ?? key),
      );
    }
    this.#entries.set(id, entryOf(parsed.data, launch, this.#from, this.#inputs, id));
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

  #wrongField(name: string, node: Node, issue: z.core.$ZodIssue): void {
    const path = issue.path.map(part => (typeof part === 'symbol' ? String(part) : part));
    const field = oneLine(path.join('.'), 100) || 'the entry';
    const at = findNodeAtLocation(node, path) ?? node;
    this.#problem(
      `"${name}": ${field} is wrong: ${issue.message.replace(/^Invalid input: /, '')}.`,
      this.#placeOf(at),
    );
  }

  #placeOf(node: Node): Place {
    // Counting lines takes as long as the file: not once more for each of ten thousand problems.
    return this.#problems.length < MOST_PROBLEMS ? placeOf(this.#text, node.offset) : { line: 1, column: 1 };
  }

  #problem(message: string, place: Place): void {
    if (this.#problems.length > MOST_PROBLEMS) return;
    const text =
      this.#problems.length < MOST_PROBLEMS ? message : 'More is wrong: mend the other problems first.';
    this.#problems.push({ origin: this.#from.origin, message: text, ...(this.#hasPlaces ? place : {}) });
  }
}

/** As many as anybody reads. */
const MOST_PROBLEMS = 50;

/** How the server is reached, or what is wrong as a sentence. */
export function launchOf(shape: ServerShape): LaunchTemplate | string {
  const isHttp = shape.type !== undefined && shape.type !== 'stdio';
  if (shape.command !== undefined && shape.url !== undefined && shape.type === undefined) {
    return 'it has a command and a url. Keep one of them, or say which counts with "type".';
  }
  if (shape.url !== undefined && (isHttp || shape.command === undefined) && shape.type !== 'stdio') {
    const speaks = shape.type === 'sse' ? { speaks: shape.type } : {};
    const oauth = shape.oauth === undefined ? {} : { oauth: shape.oauth };
    return { type: 'http', url: shape.url, headers: Object.fromEntries(shape.headers), ...speaks, ...oauth };
  }
  if (shape.command !== undefined && !isHttp) {
    const cwd = shape.cwd === undefined ? {} : { cwd: shape.cwd };
    return {
      type: 'stdio',
      command: shape.command,
      args: shape.args,
      env: Object.fromEntries(shape.env),
      ...cwd,
    };
  }
  if (shape.type === undefined) return 'it has neither a command nor a url. Give it one of them.';
  return isHttp
    ? `its type is ${shape.type}, so it needs a url.`
    : 'its type is stdio, so it needs a command.';
}

export function entryOf(
  shape: ServerShape,
  launch: LaunchTemplate,
  from: EntriesOrigin,
  inputs: ReadonlyMap<string, InputShape>,
  id: CatalogEntry['id'],
): CatalogEntry {
  return {
    id,
    displayName: shape.displayName ?? id,
    description: shape.description,
    category: shape.category,
    tags: shape.tags,
    source: from.source,
    owner: from.owner,
    origin: from.origin,
    launch,
    needs: needsOf(shape, launch, inputs),
    requires: shape.requires,
    isolation: shape.isolation,
    disabledBy: shape.disabled ? from.owner : null,
    // The user's own entry: nothing about it was claimed by others.
    isVerified: true,
    ...(shape.homepage === undefined ? {} : { homepage: shape.homepage }),
    ...(shape.note === undefined ? {} : { note: shape.note }),
    allowedTools: shape.allowed_tools,
    ...(shape.excluded_tools.length === 0 ? {} : { excludedTools: shape.excluded_tools }),
    requireApproval: shape.require_approval,
  };
}

function needsOf(
  shape: ServerShape,
  launch: LaunchTemplate,
  inputs: ReadonlyMap<string, InputShape>,
): readonly CredentialNeed[] {
  const needs = new Map<string, CredentialNeed>();
  for (const { key, secret, required, ...more } of shape.requiredEnv) {
    const description = 'description' in more ? more.description : undefined;
    needs.set(key, {
      key,
      isSecret: secret,
      isRequired: required,
      ...(description === undefined ? {} : { description }),
    });
  }
  for (const segment of textsOf(launch).flatMap(segmentsOf)) {
    if (segment.type === 'text') continue;
    const { type, name } = segment.variable;
    if (type === 'secret' && !needs.has(name)) {
      needs.set(name, { key: name, isSecret: true, isRequired: true });
    }
    const input = type === 'input' ? inputs.get(name) : undefined;
    if (input === undefined || needs.has(name)) continue;
    const description = input.description === undefined ? {} : { description: input.description };
    needs.set(name, { key: name, isSecret: input.password, isRequired: true, ...description });
  }
  return [...needs.values()];
}

function textsOf(launch: LaunchTemplate): readonly string[] {
  switch (launch.type) {
    case 'native':
      return [];
    case 'http':
      return [
        launch.url,
        ...Object.values(launch.headers),
        launch.oauth?.clientId ?? '',
        launch.oauth?.clientSecret ?? '',
      ];
    case 'stdio':
      return [launch.command, ...launch.args, ...Object.values(launch.env), launch.cwd ?? ''];
  }
}
