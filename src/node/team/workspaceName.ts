import { Refusal } from '../../core/support/refusal';
import { repositoryId } from './repositoryId';

/** What a team may call a workspace: no path, and nothing that hides in a log. */
const NAME = /^[A-Za-z0-9][\w.:@-]{0,99}$/;

/** What is wrong with a name that a person gave a workspace; undefined where it is fine. */
export function nameProblem(name: string): string | undefined {
  return NAME.test(name)
    ? undefined
    : 'The name of a workspace is up to 100 letters, digits, ".", ":", "@", "_" and "-".';
}

/** What a team calls a workspace: the given name, else what its repository says. @throws {Refusal} bad-arguments */
export async function workspaceName(given: string | undefined, folder: string): Promise<string> {
  const problem = given === undefined ? undefined : nameProblem(given);
  if (problem !== undefined) throw new Refusal('bad-arguments', problem);
  const name = given ?? (await repositoryId(folder));
  if (name !== undefined) return name;
  throw new Refusal(
    'bad-arguments',
    'It is not known which workspace of the team this is: the folder is in no Git repository with its whole history. Give it a name, the same for everybody: with --workspace-id NAME, or in VS Code when you connect.',
  );
}
