import { isAbsolute, join } from 'node:path';
import { parseEnv } from 'node:util';
import { expandVariables, surroundingValue } from '../../core/catalog/variables';
import type { Surroundings } from '../../core/catalog/ports';
import { isInside, realPath } from '../machine/insideFolder';
import { readSmallFile } from '../catalog/smallFile';

/** What an `envFile` gives. */
export interface EnvFile {
  readonly variables: ReadonlyMap<string, string>;
  /** Its path with all links followed, where it lies outside of the workspace: a person has to see that before it is used. */
  readonly outside?: string;
}

/** Reads an `envFile`, or says why there is none, as a sentence about it. */
export async function readEnvFile(named: string, surroundings: Surroundings): Promise<EnvFile | string> {
  const { text, unresolved } = expandVariables(named, variable => surroundingValue(variable, surroundings));
  if (unresolved.length > 0) return 'its name has a variable that has no value here.';
  const folder = surroundings.workspaceFolder;
  if (!isAbsolute(text) && folder === undefined) return 'it belongs to a folder, and none is open.';
  // What is judged and what is read are one file: with its links followed.
  const path = realPath(isAbsolute(text) ? text : join(folder ?? '', text));
  const reading = await readSmallFile(path);
  switch (reading.type) {
    case 'absent':
      return 'it is not there.';
    case 'unreadable':
      return `it can't be read. ${reading.why}`;
    case 'text':
      return { variables: variablesOf(reading.text), ...(isOutside(path, folder) ? { outside: path } : {}) };
  }
}

function isOutside(path: string, folder: string | undefined): boolean {
  return folder === undefined || !isInside(path, folder);
}

function variablesOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(parseEnv(text)).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value] as const],
    ),
  );
}
