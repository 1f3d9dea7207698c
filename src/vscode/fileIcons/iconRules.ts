import type { ThemeIcon } from './iconTheme';

/** Colours that a theme may give: names, hexadecimal, and functions of CSS. Anything else could be more than a colour. */
const COLOUR = /^[\w#(),.%/ -]{1,80}$/;

/** The rule that makes a font of the theme known. `source`: an address with its bytes in it. */
export function fontRule(font: string, source: string): string {
  return `@font-face{font-family:${familyOf(font)};src:url("${source}")}\n`;
}

/** The rule for the icons of files of these names. `image`: an address with the picture in it, for an icon that is one. */
export function iconRule(names: readonly string[], icon: ThemeIcon, image: string | undefined): string {
  const which = names.map(name => `[data-file=${quoted(name)}]`).join();
  return `.icon:is(${which})::before{${image === undefined ? glyphStyle(icon) : imageStyle(image)}}\n`;
}

function imageStyle(image: string): string {
  return `content:"";display:block;width:16px;height:16px;background:url("${image}") center/contain no-repeat`;
}

function glyphStyle({ glyph = '', font = '', color, size }: ThemeIcon): string {
  return [
    `content:${quoted(glyph)}`,
    `font-family:${familyOf(font)}`,
    ...(size === undefined ? [] : [`font-size:${size}`]),
    ...(color === undefined || !COLOUR.test(color) ? [] : [`color:${color}`]),
  ].join(';');
}

/** No font of the page or of the system has this name. */
function familyOf(font: string): string {
  return quoted(`file-icons-${font}`);
}

/** A string of CSS (CSS Syntax, 4.3.7): whatever is not a plain letter is written as its number. */
function quoted(text: string): string {
  const safe = text.replaceAll(/[^\w.-]/gu, letter => `\\${(letter.codePointAt(0) ?? 0).toString(16)} `);
  return `"${safe}"`;
}
