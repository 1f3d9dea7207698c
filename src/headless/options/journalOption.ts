import { Refusal } from '../../core/support/refusal';

/** A team's journal, as the command line names it. */
export interface JournalWish {
  /** It may hold a password: never shown. */
  readonly url: string;
  readonly passwordFile: string | undefined;
  /** What the team calls the workspace; undefined: what its repository says. */
  readonly workspaceId: string | undefined;
}

export const JOURNAL_HELP = `  --journal URL      share tasks, plans, the blackboard and so on with your team through PostgreSQL, e.g.
                     postgres://user@host/database; what is approved and secrets stay in the state folder
  --journal-password-file FILE
                     its password (default: PGPASSWORD)
  --workspace-id NAME
                     what the team calls this workspace (default: derived from its Git repository)`;

export const JOURNAL_OPTIONS = {
  journal: { type: 'string' },
  'journal-password-file': { type: 'string' },
  'workspace-id': { type: 'string' },
} as const;

/** The team's journal that the options name. @throws {Refusal} bad-arguments */
export function journalOf(values: {
  readonly journal?: string | undefined;
  readonly 'journal-password-file'?: string | undefined;
  readonly 'workspace-id'?: string | undefined;
}): JournalWish | undefined {
  const { journal: url, 'journal-password-file': passwordFile, 'workspace-id': workspaceId } = values;
  if (url !== undefined) return { url, passwordFile, workspaceId };
  if (passwordFile === undefined && workspaceId === undefined) return undefined;
  throw new Refusal(
    'bad-arguments',
    '--journal-password-file and --workspace-id require --journal. Run switchyard --help to see the options.',
  );
}
