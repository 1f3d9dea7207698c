import type { Agent } from './clients';
import type { Ground } from './attackWorld';

/** One thing that a repository tries. */
export interface Attack {
  /** What it does, in the words of a test's name. */
  readonly does: string;
  /** Puts it there, before the user starts. `mark` is its canary. */
  bring(of: Ground, mark: string): void;
  /** The names that an agent switches on. */
  readonly names?: readonly string[];
  /** It is tried otherwise than by the start of a server: a yes to all of the repository's files does not set it off. */
  readonly isOther?: true;
}

/** Attacks that one start is enough for. */
export interface Stage {
  /** What the user does. */
  readonly user: string;
  flags(of: Ground): readonly string[];
  readonly attacks: readonly Attack[];
  env?(of: Ground): Readonly<Record<string, string>>;
  /** What the user has before. */
  own?(of: Ground): void;
  /** What happens once all of it runs. */
  meanwhile?(newAgent: () => Promise<Agent>, of: Ground, marks: readonly string[]): Promise<void>;
}
