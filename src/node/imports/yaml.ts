import { loadAll, YAMLException } from 'js-yaml';
import { isRecord } from '../../core/support/json';
import { placeOf, type Place } from '../catalog/jsonTree';
import { type ConfigError, type ConfigText, START } from './configReading';

/** Nested deeper than any configuration. */
const DEEPEST = 100;
/** Aliases of one file: each may stand for all before it, so that many make a file of any size. */
const MOST_ALIASES = 20;

/** Reads a configuration in YAML 1.2, of several documents the first. */
export function readYaml(text: string): ConfigText | ConfigError {
  try {
    const [root = {}] = loadAll(text, { maxDepth: DEEPEST, maxAliases: MOST_ALIASES });
    if (!isRecord(root)) return { type: 'error', what: 'a mapping is expected', place: START };
    return {
      type: 'config',
      root,
      placeOf: path => yamlPlace(text, path),
      doubled: () => [], // YAML forbids it.
    };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    // The message goes on with the lines around the mistake, and a reason may name a tag or an alias: either may hold a key.
    const what = error.reason.split(/["!*]/, 1)[0]?.trim() ?? '';
    const { line, column } = error.mark ?? { line: 0, column: 0 };
    return { type: 'error', what, place: { line: line + 1, column: column + 1 } };
  }
}

/** The parser keeps no places, so the last name of the path is looked for, as a key or as what an entry of a list calls itself. */
function yamlPlace(text: string, path: readonly (string | number)[]): Place {
  for (const name of path.filter(part => typeof part === 'string').toReversed()) {
    const quoted = `["']?${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}["']?`;
    const at = new RegExp(`^([ \\t-]*)(?:name:[ \\t]*${quoted}[ \\t]*$|${quoted}[ \\t]*:)`, 'm').exec(text);
    if (at) return placeOf(text, at.index + (at[1]?.length ?? 0));
  }
  return START;
}
