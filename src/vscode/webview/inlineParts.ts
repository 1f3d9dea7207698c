import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The script and the style sheet of a page, as text that can stand inside its document. */
export interface InlineParts {
  readonly script: string;
  readonly style: string;
}

const read = new Map<string, InlineParts>();

/**
 * What is loaded by address goes through VS Code's service worker and back to us: for a script, a style sheet and the icons' font that
 * took longer than all else until the first paint (docs/dev/explorer.md, A window with thousands of tasks). `folder`: where the built
 * files are.
 */
export function inlineParts(folder: string, page: string): InlineParts {
  const known = read.get(page);
  if (known) return known;
  const parts = {
    // Inside strings only, as esbuild writes it: it would end the element, or hide its end (HTML, Restrictions for contents of script).
    script: readText(folder, `${page}.js`).replaceAll(/<(?=\/script|!--)/gi, String.raw`\x3C`),
    style: withFonts(folder, readText(folder, `${page}.css`)).replaceAll(/<(?=\/style)/gi, String.raw`\3C `),
  };
  read.set(page, parts);
  return parts;
}

function withFonts(folder: string, style: string): string {
  return style.replaceAll(
    /url\("\.\/([\w-]+)\.ttf"\)/g,
    (_, font: string) =>
      `url("data:font/ttf;base64,${readFileSync(join(folder, `${font}.ttf`)).toString('base64')}")`,
  );
}

function readText(folder: string, file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}
