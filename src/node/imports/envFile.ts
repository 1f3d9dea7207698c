import { isAbsolute, join } from 'node:path';
import { parseEnv } from 'node:util';
import { expandVariables, surroundingValue } from '../../core/catalog/variables';
import type { Surroundings } from '../../core/catalog/ports';
import { readSmallFile } from '../catalog/smallFile';

/** The variables of an `envFile`, or why there are none, as a sentence about it. */
export async function readEnvFile(
  named: string,
  surroundings: Surroundings,
): Promise<ReadonlyMap<string, string> | string> {
  const { text, unresolved } = expandVariables(named, variable => surroundingValue(variable, surroundings));
  if (unresolved.length > 0) return 'its name has a variable that has no value here.';
  const folder = surroundings.workspaceFolder;
  if (!isAbsolute(text) && folder === undefined) return 'it belongs to a folder, and none is open.';
  const reading = await readSmallFile(isAbsolute(text) ? text : join(folder ?? '', text));
  switch (reading.type) {
    case 'absent':
      return 'it is not there.';
    case 'unreadable':
      return `it can't be read. ${reading.why}`;
    case 'text':
      return new Map(
        Object.entries(parseEnv(reading.text)).flatMap(([name, value]) =>
          value === undefined || value === '' ? [] : [[name, value] as const],
        ),
      );
  }
}
