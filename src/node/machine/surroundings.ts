import { homedir } from 'node:os';
import { sep } from 'node:path';
import type { Surroundings } from '../../core/catalog/entry/ports';

/** This machine, as placeholders in configurations speak of it. */
export function machineSurroundings(
  workspaceFolder: string | undefined,
  credentialAdvice: string,
): Surroundings {
  return {
    variable: name => process.env[name],
    workspaceFolder,
    userHome: homedir(),
    pathSeparator: sep,
    credentialAdvice,
  };
}
