import { Refusal } from '../../core/support/refusal';

/** A list of names: it may be given in parts. */
export const LIST = { type: 'string', multiple: true } as const;

/** Options that name a file or a folder. */
const PATHS = {
  workspace: 'folder',
  state: 'folder',
  servers: 'file',
  'token-file': 'file',
  'model-key-file': 'file',
  'journal-password-file': 'file',
} as const;

/** The same values, with the parts of each list as one text. */
export function joinedLists<Values extends object>(values: Values): JoinedLists<Values> {
  const entries = Object.entries(values).map(([name, value]: [string, unknown]) => [
    name,
    Array.isArray(value) ? value.join(',') : value,
  ]);
  return Object.fromEntries(entries) as JoinedLists<Values>;
}

type JoinedLists<Values> = {
  [Name in keyof Values]: Values[Name] extends string[] | undefined ? string | undefined : Values[Name];
};

/**
 * The same values. An empty path, as of a variable that is not set, would be the current folder, which nobody named.
 * @throws {Refusal} bad-arguments
 */
export function checkedPaths<Values extends object>(values: Values): Values {
  const given = new Map<string, unknown>(Object.entries(values));
  for (const [name, what] of Object.entries(PATHS)) {
    const path = given.get(name);
    if (typeof path === 'string' && path.trim() === '')
      throw new Refusal(
        'bad-arguments',
        `--${name} is empty. Name a ${what}, or leave it out. Run switchyard --help to see the options.`,
      );
  }
  return values;
}
