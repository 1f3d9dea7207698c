import type { Icon } from '../../shared/webview/icons';

/** Endings by the codicon that fits, for a webview until it has the file icon theme's (`PageIcons`), or where no theme is set. */
const ENDINGS: readonly (readonly [Icon, string])[] = [
  ['markdown', 'md mdx markdown'],
  ['json', 'json jsonc json5 jsonl'],
  ['file-media', 'png jpg jpeg gif webp avif svg ico bmp mp3 wav ogg mp4 webm mov'],
  ['file-zip', 'zip gz tgz tar bz2 xz 7z jar vsix'],
  ['file-pdf', 'pdf'],
  ['file-binary', 'wasm bin exe dll so dylib o class node'],
  ['database', 'db sqlite sqlite3 sql'],
  ['terminal', 'sh bash zsh fish ps1 bat cmd'],
  ['gear', 'yml yaml toml ini cfg conf env properties editorconfig gitignore lock'],
  ['file', 'txt log csv tsv'],
];
const ICON_OF = new Map(ENDINGS.flatMap(([icon, endings]) => endings.split(' ').map(each => [each, icon])));

/** How a file looks in a webview, by the end of its name: code, where nothing else is known of it. */
export function fileIcon(path: string): Icon {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  if (dot < 0) return 'file';
  return ICON_OF.get(name.slice(dot + 1).toLowerCase()) ?? 'file-code';
}
