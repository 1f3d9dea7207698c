import * as z from 'zod';
import { isRecord } from '../../core/support/json';

/** A value that a person may have to give, as `server.json` (schema 2025-12-11) describes one. */
export interface DocumentInput {
  readonly description?: string | undefined;
  readonly isRequired?: boolean | undefined;
  readonly isSecret?: boolean | undefined;
  /** Fixed by the publisher; `{name}` in it stands for one of `variables`. */
  readonly value?: string | undefined;
  readonly default?: string | undefined;
  readonly choices?: readonly string[] | undefined;
  /** By name. Read with `variablesOf`: a name may be any text, `__proto__` among them. */
  readonly variables?: unknown;
}

const text = (most: number) => z.string().min(1).max(most);
/** What a publisher may leave out, and what they wrote as null. */
const maybe = <Shape extends z.ZodType>(shape: Shape) =>
  shape.nullish().transform(value => value ?? undefined);

const input = {
  description: maybe(z.string().max(2_000)),
  isRequired: maybe(z.boolean()),
  isSecret: maybe(z.boolean()),
  value: maybe(z.string().max(2_000)),
  default: maybe(z.coerce.string().max(2_000)),
  choices: maybe(z.array(z.string().max(200)).max(100)),
  variables: z.unknown().optional(),
};

const isRepeated = maybe(z.boolean());
const argument = z.discriminatedUnion('type', [
  z.object({ ...input, isRepeated, type: z.literal('positional'), valueHint: maybe(text(100)) }),
  z.object({ ...input, isRepeated, type: z.literal('named'), name: text(100) }),
]);

const named = z.object({ ...input, name: text(200) });
const transport = z.object({ type: text(40), url: maybe(z.string().max(2_000)) });

const documentPackage = z.object({
  registryType: text(40),
  registryBaseUrl: maybe(z.string().max(500)),
  identifier: text(500),
  version: maybe(text(255)),
  fileSha256: maybe(z.string().max(100)),
  transport: maybe(transport),
  runtimeArguments: maybe(z.array(argument).max(60)),
  packageArguments: maybe(z.array(argument).max(60)),
  environmentVariables: maybe(z.array(named).max(100)),
});

const documentRemote = z.object({
  type: text(40),
  url: text(2_000),
  headers: maybe(z.array(named).max(50)),
  variables: z.unknown().optional(),
});

const document = z.object({
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  description: text(4_000),
  title: maybe(z.string().max(200)),
  version: text(255),
  websiteUrl: maybe(z.string().max(2_000)),
  repository: maybe(z.object({ url: maybe(z.string().max(2_000)) })),
  // Each is read by itself: a bad one spoils no other.
  packages: maybe(z.array(z.unknown()).max(20)),
  remotes: maybe(z.array(z.unknown()).max(20)),
});

const official = z.object({
  status: maybe(z.string().max(40)),
  statusMessage: maybe(z.string().max(2_000)),
  publishedAt: maybe(z.iso.datetime({ offset: true })),
});

/** One word of a command line. */
export type DocumentArgument = z.infer<typeof argument>;
/** A package that runs the server on this machine. */
export type DocumentPackage = z.infer<typeof documentPackage>;
/** An address at which the server is reached. */
export type DocumentRemote = z.infer<typeof documentRemote>;

/** A published version of a server, as far as it is read. Every text is its publisher's. */
export type ServerDocument = Omit<z.infer<typeof document>, 'packages' | 'remotes'> & {
  readonly packages: readonly DocumentPackage[];
  readonly remotes: readonly DocumentRemote[];
  /** What is in it that no one can read: `package 2`. */
  readonly unreadable: readonly string[];
  /** `active` where the registry says nothing. */
  readonly status: string;
  readonly statusMessage: string | undefined;
  readonly publishedAt: string | undefined;
};

/** A document, or which one can't be read and why, in words that quote nothing but its name. */
export type DocumentReading =
  | { readonly type: 'document'; readonly document: ServerDocument }
  | { readonly type: 'unreadable'; readonly name: string; readonly why: string };

/** No honest document is larger. */
const LARGEST_CHARACTERS = 65_536;

/** Reads one entry of a registry's answer: `{ server, _meta }`. */
export function readDocument(value: unknown): DocumentReading {
  const server = isRecord(value) ? value['server'] : undefined;
  const name = isRecord(server) && typeof server['name'] === 'string' ? server['name'] : '';
  const unreadable = (why: string): DocumentReading => ({ type: 'unreadable', name, why });
  if (!isRecord(value) || !isRecord(server)) return unreadable('it is no server document');
  if (JSON.stringify(server).length > LARGEST_CHARACTERS) return unreadable('it is too large');
  const parsed = document.safeParse(server);
  if (!parsed.success) {
    const fields = new Set(parsed.error.issues.map(({ path }) => String(path[0] ?? 'all of it')));
    return unreadable(`wrong or missing: ${[...fields].join(', ')}`);
  }
  const packages = eachOf(parsed.data.packages, documentPackage, 'package');
  const remotes = eachOf(parsed.data.remotes, documentRemote, 'remote');
  return {
    type: 'document',
    document: {
      ...parsed.data,
      packages: packages.good,
      remotes: remotes.good,
      unreadable: [...packages.bad, ...remotes.bad],
      ...officialOf(value['_meta']),
    },
  };
}

/** The inputs that `{name}` in a value stands for. */
export function variablesOf(variables: unknown): ReadonlyMap<string, DocumentInput> {
  const found = new Map<string, DocumentInput>();
  if (!isRecord(variables)) return found;
  for (const [name, value] of Object.entries(variables).slice(0, 50)) {
    const parsed = z.object(input).safeParse(value);
    if (parsed.success && name.length <= 100) found.set(name, parsed.data);
  }
  return found;
}

function eachOf<Shape extends z.ZodType>(values: readonly unknown[] = [], shape: Shape, what: string) {
  const good: z.infer<Shape>[] = [];
  const bad: string[] = [];
  for (const [at, value] of values.entries()) {
    const parsed = shape.safeParse(value);
    if (parsed.success) good.push(parsed.data);
    else bad.push(`${what} ${at + 1}`);
  }
  return { good, bad };
}

function officialOf(meta: unknown): Pick<ServerDocument, 'status' | 'statusMessage' | 'publishedAt'> {
  const said = isRecord(meta) ? meta['io.modelcontextprotocol.registry/official'] : undefined;
  const parsed = official.safeParse(said);
  const { status = 'active', statusMessage, publishedAt } = parsed.success ? parsed.data : {};
  return { status, statusMessage, publishedAt };
}
