import { parse, TomlError } from 'smol-toml';
import { placeOf, type Place } from '../catalog/jsonTree';
import { type ConfigError, type ConfigText, START } from './configReading';

/** Nested deeper than any configuration: the parser would run out of stack. */
const DEEPEST = 100;

/** Reads a configuration in TOML. */
export function readToml(text: string): ConfigText | ConfigError {
  try {
    return {
      type: 'config',
      root: parse(text, { maxDepth: DEEPEST, unsafeKeyBehaviour: 'drop' }),
      placeOf: path => tomlPlace(text, path),
      doubled: () => [], // TOML forbids it.
    };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The message goes on with the lines around the mistake, which may hold a key.
    const what = error.message.split('\n', 1)[0]?.replace(/^Invalid TOML document: /, '') ?? '';
    return { type: 'error', what, place: { line: error.line, column: error.column } };
  }
}

/** The parser keeps no places, so the header of the table is looked for. */
function tomlPlace(text: string, path: readonly (string | number)[]): Place {
  const words = path.slice(0, 2).map(part => `["']?${escaped(String(part))}["']?`);
  const header = new RegExp(`^[ \\t]*\\[[ \\t]*${words.join('[ \\t]*\\.[ \\t]*')}[ \\t]*\\]`, 'm');
  const at = words.length === 0 ? -1 : text.search(header);
  return at < 0 ? START : placeOf(text, at);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
