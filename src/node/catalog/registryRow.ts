import * as z from 'zod';
import { serverId } from '../../shared/ids';

const text = z.string().trim().min(1);
const key = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/);
const need = z.strictObject({ key, secret: z.boolean(), default: z.string().optional() });
const header = z.strictObject({ name: text, value: text, optional: z.boolean().optional() });

const alternative = z.discriminatedUnion('transport', [
  z.looseObject({
    transport: z.literal('stdio'),
    command: text,
    args: z.array(z.string()),
    requiredEnv: z.array(key).optional(),
  }),
  z.looseObject({ transport: z.literal('http'), url: z.url() }),
]);

const facts = {
  id: z.string().refine(id => serverId(id) !== undefined, 'is no server id'),
  displayName: text,
  description: text.max(120),
  category: text,
  /** Whether it is meant to be on in every session; the user chooses. */
  isCore: z.boolean(),
  auth: z.strictObject({
    kind: z.enum(['none', 'env', 'header', 'optional-header', 'oauth', 'cli-login']),
    headers: z.array(header).optional(),
  }),
  requiredEnv: z.array(need),
  optionalEnv: z.array(need),
  publisher: z.enum(['official', 'community']),
  /** Programs, some with a version: `node>=22.5`. */
  requires: z.array(text),
  tags: z.array(text).min(1),
  status: z.enum(['active', 'archived', 'deprecated', 'unavailable']),
  /** Rows that do the same, where this one should or can no longer be used. */
  instead: z.array(text).min(1).optional(),
  /** Another way to reach the same server: for people who read the file, and for the offline tool index. */
  alternative: alternative.optional(),
  platforms: z.array(z.enum(['win32', 'darwin', 'linux'])).optional(),
  homepage: z.url({ protocol: /^https$/ }),
  /** Where the row's facts come from. */
  source: text,
  verified: z.boolean(),
  note: text.optional(),
};

/** One server of the shipped registry, as `servers.json` has it. */
export const registryRow = z.discriminatedUnion('transport', [
  z.strictObject({ ...facts, transport: z.literal('stdio'), command: text, args: z.array(z.string()) }),
  z.strictObject({ ...facts, transport: z.literal('http'), url: z.url({ protocol: /^https$/ }) }),
]);

export type RegistryRow = z.infer<typeof registryRow>;

/** The shipped registry's file. */
export const registryFile = z.strictObject({
  schemaVersion: z.literal(1),
  generated: z.iso.date(),
  categories: z.array(text),
  placeholderSyntax: text,
  servers: z.array(registryRow),
});
