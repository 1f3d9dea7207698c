import { isRecord } from '../../core/support/json';

/**
 * The language of a file by its name, as extensions contribute it (`contributes.languages`) and the setting `files.associations` says. What
 * VS Code sees in a file's first line is not looked at, nor patterns with folders in them.
 */
export class LanguageNames {
  readonly #byName = new Map<string, string>();
  readonly #byEnding = new Map<string, string>();
  readonly #byPattern: (readonly [RegExp, string])[] = [];

  /** `contributed`: the languages of all extensions, in VS Code's order; of two that claim a name, the later has it. */
  constructor(contributed: readonly unknown[], associations: unknown) {
    for (const language of contributed) {
      if (!isRecord(language) || typeof language['id'] !== 'string') continue;
      const { id } = language;
      for (const name of texts(language['filenames'])) this.#byName.set(name.toLowerCase(), id);
      for (const ending of texts(language['extensions'])) this.#byEnding.set(ending.toLowerCase(), id);
      for (const pattern of texts(language['filenamePatterns'])) this.#addPattern(pattern, id);
    }
    if (!isRecord(associations)) return;
    for (const [pattern, id] of Object.entries(associations))
      if (typeof id === 'string') this.#addPattern(pattern.replace(/^\*\*\//, ''), id);
  }

  /** The language of a file of this name, in small letters; undefined where none is known. */
  of(name: string): string | undefined {
    const pattern = this.#byPattern.findLast(([form]) => form.test(name));
    return pattern?.[1] ?? this.#byName.get(name) ?? this.#byLongestEnding(name);
  }

  #byLongestEnding(name: string): string | undefined {
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      const id = this.#byEnding.get(name.slice(dot));
      if (id !== undefined) return id;
    }
    return undefined;
  }

  /** A pattern of a name: `*` for any letters, `?` for one. */
  #addPattern(pattern: string, id: string): void {
    if (/[/\\{}[\]]/.test(pattern)) return;
    const source = pattern.toLowerCase().replaceAll(/[.+^$()|]/g, String.raw`\$&`);
    const form = source.replaceAll(/\*+/g, '.*').replaceAll('?', '.');
    this.#byPattern.push([new RegExp(`^${form}$`, 's'), id]);
  }
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];
}
