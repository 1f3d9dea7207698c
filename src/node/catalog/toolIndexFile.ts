import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { IndexedServer, ToolIndex } from '../../core/registry/toolIndex';
import type { Log } from '../../core/support/log';
import { type ServerId, serverId } from '../../shared/ids';

const text = z.string().min(1);

const fields = {
  id: z.string().refine(id => serverId(id) !== undefined, 'is no server id'),
  /** Whether the row's own launch was checked, or the npm package that it names as another way to the same server. */
  via: z.enum(['registry', 'alternative']).optional(),
};

const npmPackage = z.strictObject({
  name: text,
  version: text,
  publisher: text.optional(),
  repository: z.url({ protocol: /^https$/ }).optional(),
  deprecated: text.optional(),
});

const tool = z.strictObject({ name: text, description: text.max(240).optional(), tokens: z.int().min(1) });

/** A server that was started and asked, or the reason why not. */
const row = z.union([
  z.strictObject({
    ...fields,
    package: npmPackage,
    server: z.strictObject({ name: text, version: z.string(), protocol: text }),
    tools: z.array(tool),
  }),
  z.strictObject({ ...fields, package: npmPackage.optional(), why: text }),
]);

/** The offline tool index, as `npm run catalog:check` writes it. */
export const toolIndexFile = z.strictObject({
  schemaVersion: z.literal(1),
  checkedOn: z.iso.date(),
  servers: z.array(row),
});

/** The index that ships with us, read when somebody first asks. Without it the tools are merely not known beforehand. */
export class ShippedToolIndex implements ToolIndex {
  readonly #file: string;
  readonly #log: Log;
  #servers: ReadonlyMap<ServerId, IndexedServer> | undefined;

  constructor(file: string, log: Log) {
    this.#file = file;
    this.#log = log;
  }

  servers(): ReadonlyMap<ServerId, IndexedServer> {
    this.#servers ??= this.#read();
    return this.#servers;
  }

  #read(): ReadonlyMap<ServerId, IndexedServer> {
    try {
      const { servers } = toolIndexFile.parse(JSON.parse(readFileSync(this.#file, 'utf8')));
      return new Map(
        servers.flatMap(found => {
          const id = serverId(found.id);
          if (id === undefined || !('tools' in found)) return [];
          return [
            [id, { asOf: `${found.package.name} ${found.package.version}`, tools: found.tools }] as const,
          ];
        }),
      );
    } catch (error) {
      this.#log.warn('The index of tools could not be read', { error: String(error) });
      return new Map();
    }
  }
}
