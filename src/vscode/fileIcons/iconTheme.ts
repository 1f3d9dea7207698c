import { isRecord } from '../../core/support/json';

/** Which of a theme's three tables count beside its first. */
export type Variant = 'dark' | 'light' | 'highContrast';

/** An icon as a theme defines it: paths are relative to the theme's file. */
export interface ThemeIcon {
  readonly path?: string;
  readonly glyph?: string;
  /** Id of the font, the theme's first where it names none. */
  readonly font?: string;
  readonly color?: string;
  readonly size?: string;
}

/** A font as a theme defines it. */
export interface ThemeFont {
  readonly id: string;
  readonly path: string;
  readonly size: string | undefined;
}

/** Letters of rows are this large in VS Code's lists, in pixels; sizes of a theme in per cent are of it. */
const LIST_FONT_PX = 13;
/** VS Code's own size for fonts that name none (File Icon Theme). */
const DEFAULT_SIZE = '150%';

/** A file icon theme (code.visualstudio.com/api/extension-guides/file-icon-theme), read with all that is odd in it passed over. */
export class IconTheme {
  readonly #theme: Readonly<Record<string, unknown>>;
  readonly fonts: readonly ThemeFont[];

  constructor(theme: unknown) {
    this.#theme = isRecord(theme) ? theme : {};
    const fonts = this.#theme['fonts'];
    this.fonts = (Array.isArray(fonts) ? fonts : []).flatMap(font => fontOf(font) ?? []);
  }

  /** The icon of a file of this name, in small letters; undefined where the theme has none. */
  iconOf(name: string, language: string | undefined, variant: Variant): ThemeIcon | undefined {
    const id = this.#idOf(name, language, variant);
    const definition = id === undefined ? undefined : own(this.#theme['iconDefinitions'], id);
    return isRecord(definition) ? this.#iconFrom(definition) : undefined;
  }

  /** By its name, then the longest ending, then its language, then what all files have: the order of VS Code. */
  #idOf(name: string, language: string | undefined, variant: Variant): string | undefined {
    const of = (table: string, key: string): string | undefined => {
      for (const associations of this.#associations(variant)) {
        const id = own(associations[table], key);
        if (typeof id === 'string') return id;
      }
      return undefined;
    };
    const byName = of('fileNames', name);
    if (byName !== undefined) return byName;
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      const byEnding = of('fileExtensions', name.slice(dot + 1));
      if (byEnding !== undefined) return byEnding;
    }
    const byLanguage = language === undefined ? undefined : of('languageIds', language);
    return (
      byLanguage ??
      this.#associations(variant)
        .map(each => each['file'])
        .find(isText)
    );
  }

  #associations(variant: Variant): readonly Readonly<Record<string, unknown>>[] {
    const special = this.#theme[variant];
    return isRecord(special) ? [special, this.#theme] : [this.#theme];
  }

  #iconFrom(definition: Readonly<Record<string, unknown>>): ThemeIcon | undefined {
    const { iconPath, fontCharacter, fontColor, fontSize, fontId } = definition;
    if (isText(iconPath)) return { path: iconPath };
    const glyph = isText(fontCharacter) ? glyphOf(fontCharacter) : undefined;
    const font = this.fonts.find(({ id }) => id === fontId) ?? this.fonts[0];
    if (glyph === undefined || font === undefined) return undefined;
    const size = pixelsOf(isText(fontSize) ? fontSize : (font.size ?? DEFAULT_SIZE));
    return { glyph, font: font.id, size, ...(isText(fontColor) ? { color: fontColor } : {}) };
  }
}

function fontOf(font: unknown): ThemeFont | undefined {
  if (!isRecord(font) || !isText(font['id']) || !Array.isArray(font['src'])) return undefined;
  const [first]: unknown[] = font['src'];
  if (!isRecord(first) || !isText(first['path'])) return undefined;
  return { id: font['id'], path: first['path'], size: isText(font['size']) ? font['size'] : undefined };
}

/** The letter that `\E001` stands for, as CSS writes it; any other text stands for itself. */
function glyphOf(text: string): string | undefined {
  const code = /^\\([0-9a-f]{1,6})$/i.exec(text)?.[1];
  if (code === undefined) return text.length > 8 ? undefined : text;
  const point = Number.parseInt(code, 16);
  return point === 0 || point > 0x10_ff_ff ? undefined : String.fromCodePoint(point);
}

/** A size of CSS: one in per cent or `em` is of the letters of a list. */
function pixelsOf(size: string): string {
  const [, number, unit] = /^([\d.]+)(%|em|rem|px)$/.exec(size.trim()) ?? ['', '150', '%'];
  const share = { '%': LIST_FONT_PX / 100, px: 1 }[unit ?? ''] ?? LIST_FONT_PX;
  return `${Math.round(Number(number) * share * 100) / 100}px`;
}

/** What an object has under a key itself: a file may be called `constructor`. */
function own(table: unknown, key: string): unknown {
  return isRecord(table) && Object.hasOwn(table, key) ? table[key] : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
