import { programsOutside } from '../../processes/pathPrograms';

/** The git that a terminal would run, by its path; undefined where PATH leads to none outside of the workspace. */
export function gitOutside(workspaceFolder: string | undefined, git = 'git'): string | undefined {
  const found = programsOutside(workspaceFolder).find(git);
  return 'path' in found ? found.path : undefined;
}
