import * as z from 'zod';
import { isRecord } from '../../core/support/json';
import { oauthShape } from './oauthShape';
import { credentialName, secretReference } from './secretReference';

/** Values of variables and headers. Null, as VS Code has it, takes one away; numbers and booleans mean their text. */
const namedTexts = (what: string, isName: (name: string) => boolean) =>
  z
    .custom<Readonly<Record<string, unknown>>>(
      value => typeof value === 'object' && value !== null && !Array.isArray(value),
      {
        error: 'expected an object of names and texts',
      },
    )
    .transform((record, context): readonly (readonly [string, string])[] =>
      Object.entries(record).flatMap(([name, value]) => {
        if (!isName(name) || name === '__proto__') {
          context.addIssue({ code: 'custom', path: [name], message: `that is no name for ${what}` });
        } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
          return [[name, String(value)] as const];
        } else if (value !== null) {
          context.addIssue({ code: 'custom', path: [name], message: 'expected a text' });
        }
        return [];
      }),
    );

const texts = z.array(z.string());
/** Programs take texts alone, so a number or a boolean can mean nothing but its text. */
const words = z.array(
  z.union([z.string(), z.number().transform(String), z.boolean().transform(String)], 'expected a text'),
);
const need = z.union(
  [
    credentialName.transform(key => ({ key, secret: true, required: true })),
    z.looseObject({
      key: credentialName,
      secret: z.boolean().default(true),
      required: z.boolean().default(true),
      description: z.string().optional(),
    }),
  ],
  { error: 'expected a name such as API_KEY, or an object with "key"' },
);

/** A header's value may name a stored secret instead of saying it: it is kept as a variable. */
const headers = z.preprocess(
  value => {
    if (!isRecord(value)) return value;
    const given = Object.entries(value).map(([name, header]) => [name, secretReference(header) ?? header]);
    return Object.fromEntries(given);
  },
  namedTexts('a header', name => /^[!#$%&'*+.^`|~\w-]{1,128}$/.test(name)),
);

const LONGEST_TIMEOUT_MS = 86_400_000;

const timeout = z
  .number()
  .positive('expected a time in milliseconds')
  .max(LONGEST_TIMEOUT_MS, 'expected a time in milliseconds, at most a day');

/** One server as VS Code's `mcp.json` has it, with our fields. Fields of others are let be. */
export const serverShape = z.looseObject({
  type: z.enum(['stdio', 'http', 'sse', 'streamable-http', 'streamableHttp']).optional(),
  command: z.string().trim().min(1, 'expected a program').optional(),
  args: words.default([]),
  env: namedTexts('a variable', name => /^[^=\0]{1,128}$/.test(name)).default([]),
  envFile: z.string().optional(),
  cwd: z.string().trim().min(1, 'expected a folder').optional(),
  url: z
    .string()
    .trim()
    .regex(/^(?:https?:\/\/|\$\{)/i, 'expected an address that begins with http:// or https://')
    .optional(),
  headers: headers.default([]),
  oauth: oauthShape.optional(),
  displayName: z.string().optional(),
  description: z.string().default(''),
  category: z.string().trim().min(1).default('custom'),
  tags: texts.default([]),
  disabled: z.boolean().default(false),
  isolation: z.enum(['shared', 'session']).default('shared'),
  allowed_tools: texts.default([]),
  excluded_tools: texts.default([]),
  require_approval: z
    .enum(['always', 'never', 'auto'], 'expected "always", "never" or "auto"')
    .default('never'),
  requiredEnv: z.array(need).default([]),
  requires: texts.default([]),
  timeout: timeout.optional(),
  start_timeout: timeout.optional(),
  allow_placeholders: z.boolean().default(false),
  homepage: z.string().optional(),
  note: z.string().optional(),
});

export type ServerShape = z.infer<typeof serverShape>;

/** A question of `mcp.json` that stands for a value: `${input:id}`. */
export const inputShape = z.looseObject({
  id: z.string().min(1),
  description: z.string().optional(),
  password: z.boolean().default(false),
});

export type InputShape = z.infer<typeof inputShape>;
