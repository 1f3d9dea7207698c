import * as z from 'zod';
import type { CatalogProblem } from '../../core/catalog/entry/entry';
import type { AcceptedServer } from '../../core/catalog/imports/importedServer';
import { IMPORT_TOOLS } from '../../core/catalog/imports/importTools';
import { type Disposable, disposable } from '../../core/support/disposable';
import { Refusal } from '../../core/support/refusal';
import { type ServerId, serverId } from '../../shared/ids';
import { WatchedFile } from '../catalog/watchedFile';
import { writeWholeFile } from '../machine/wholeFile';

/** Keeps what a person said yes to. Holds no secrets. */
export interface ImportStore {
  load(): Promise<{
    readonly accepted: readonly AcceptedServer[];
    readonly problems: readonly CatalogProblem[];
  }>;
  /** @throws {Refusal} imports-unreadable: nothing is overwritten that could not be read */
  change(next: (now: readonly AcceptedServer[]) => readonly AcceptedServer[]): Promise<void>;
  onDidChange(listener: () => void): Disposable;
}

/** Keeps it for as long as the program runs: the yes of a command line. */
export class MemoryImports implements ImportStore {
  #accepted: readonly AcceptedServer[] = [];

  load(): ReturnType<ImportStore['load']> {
    return Promise.resolve({ accepted: this.#accepted, problems: [] });
  }

  change(next: (now: readonly AcceptedServer[]) => readonly AcceptedServer[]): Promise<void> {
    this.#accepted = next(this.#accepted);
    return Promise.resolve();
  }

  onDidChange(): Disposable {
    return disposable(() => {}); // Whoever changes it knows.
  }
}

/** What imports may grow to: some hundred servers. */
const LARGEST_BYTES = 8 * 1_048_576;

/** Keeps it in a file of ours, for all windows of the user. */
export class ImportFile implements ImportStore {
  readonly #file: WatchedFile;
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
    this.#file = new WatchedFile(path, LARGEST_BYTES);
  }

  async load(): ReturnType<ImportStore['load']> {
    const reading = await this.#read();
    if (typeof reading !== 'string') return { accepted: reading, problems: [] };
    const message = `What was imported can't be read: ${reading} Delete the file and import again.`;
    return { accepted: [], problems: [{ origin: this.#path, message }] };
  }

  async change(next: (now: readonly AcceptedServer[]) => readonly AcceptedServer[]): Promise<void> {
    // Read anew: another window may have written. Two people's yes in one millisecond is not worth a lock.
    const now = await this.#read();
    if (typeof now === 'string') {
      throw new Refusal(
        'imports-unreadable',
        `Nothing was imported, since ${this.#path} can't be read: ${now} Delete it, then import again.`,
      );
    }
    const text = `${JSON.stringify({ version: 1, servers: next(now) }, null, 1)}\n`;
    await writeWholeFile(this.#path, text, 0o600);
  }

  onDidChange(listener: () => void): Disposable {
    return this.#file.onDidChange(listener);
  }

  /** What is kept, or why it can't be read, as a sentence. */
  async #read(): Promise<readonly AcceptedServer[] | string> {
    const reading = await this.#file.read();
    if (reading.type === 'absent') return [];
    if (reading.type === 'unreadable') return reading.why;
    try {
      const parsed = kept.safeParse(JSON.parse(reading.text));
      return parsed.success
        ? parsed.data.servers
        : 'It is written in a form that this version does not know.';
    } catch {
      return 'It is damaged.'; // The parser's own words quote the file.
    }
  }
}

const texts = z.array(z.string()).readonly();
const record = z.record(z.string(), z.string()).readonly();

const launch = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('stdio'),
    command: z.string(),
    args: texts,
    env: record,
    cwd: z.string().exactOptional(),
    envFile: z.string().exactOptional(),
  }),
  z.object({
    type: z.literal('http'),
    url: z.string(),
    headers: record,
    speaks: z.literal('sse').exactOptional(),
    oauth: z
      .object({
        clientId: z.string().exactOptional(),
        clientSecret: z.string().exactOptional(),
        clientMetadataUrl: z.string().exactOptional(),
        scopes: texts.exactOptional(),
        callbackPort: z.number().exactOptional(),
      })
      .exactOptional(),
  }),
]);

const need = z.object({
  key: z.string(),
  isSecret: z.boolean(),
  isRequired: z.boolean(),
  description: z.string().exactOptional(),
});

const server = z.object({
  id: z.string().transform((text, context): ServerId => {
    const id = serverId(text);
    if (id !== undefined) return id;
    context.addIssue({ code: 'custom', message: 'that is no id' });
    return z.NEVER;
  }),
  displayName: z.string(),
  description: z.string(),
  launch,
  needs: z.array(need).readonly(),
  disabledBy: z.enum(['user', 'workspace', 'policy']).nullable(),
  allowedTools: texts,
  excludedTools: texts.exactOptional(),
  requireApproval: z.enum(['always', 'never', 'auto']),
  callTimeoutMs: z.number().exactOptional(),
  startTimeoutMs: z.number().exactOptional(),
  allowsPlaceholders: z.literal(true).exactOptional(),
  isolation: z.enum(['shared', 'session']).exactOptional(),
  requires: texts.exactOptional(),
  tags: texts.exactOptional(),
  fileKeys: texts,
});

const origin = z.object({ tool: z.enum(IMPORT_TOOLS), path: z.string(), list: z.string(), name: z.string() });

const kept = z.object({
  version: z.literal(1),
  servers: z.array(z.object({ origin, server, hash: z.string() })).readonly(),
});
