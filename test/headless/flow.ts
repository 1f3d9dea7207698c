import { lines, type Shell } from './repositories';

/** What a person or an agent does every day with git, and whose each change is. */
export interface Flow {
  readonly name: string;
  /** Done before the task, by others. */
  readonly before?: (shell: Shell, colleague: Shell) => void;
  /** Done in the task; `colleague` pushes from a clone. */
  readonly task: (shell: Shell, colleague: Shell) => void;
  readonly own: readonly string[];
  readonly imported?: readonly string[];
  /** Subjects of commits that no branch has any more. */
  readonly dropped?: readonly string[];
}

/** A branch of somebody else with a new file and another version of b.txt. */
export const topic = (shell: Shell): void =>
  shell.branch('topic', () => {
    shell.write('topic.txt', lines('topic'));
    shell.edit('b.txt', 9, 'topic');
  });

/** A colleague pushes to main while the task runs. */
export const pushed = (colleague: Shell): void => {
  colleague.git('pull', '--quiet');
  colleague.write('theirs.txt', lines('theirs'));
  colleague.edit('b.txt', 9, 'theirs');
  colleague.commit('Theirs');
  colleague.git('push', '--quiet');
};

/** What comes with `topic`, and with what was pushed. */
export const OF_TOPIC = ['added topic.txt', 'modified b.txt'];
export const OF_COLLEAGUE = ['added theirs.txt', 'modified b.txt'];
