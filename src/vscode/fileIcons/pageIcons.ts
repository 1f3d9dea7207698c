import * as vscode from 'vscode';
import { isRecord } from '../../core/support/json';
import type { Log } from '../../core/support/log';
import { readJson, valueOf } from '../../node/catalog/jsonTree';
import { type IconsTelling, type IconsWish, MAX_RULES } from '../../shared/webview/fileIcons';
import { fontRule, iconRule } from './iconRules';
import { IconTheme, type ThemeIcon, type Variant } from './iconTheme';
import { LanguageNames } from './languageNames';

/** Largest font or picture of a theme that is sent to a page, in bytes (chosen here: fonts of themes have less than 200 kB). */
const MAX_BYTES = 2_000_000;

const TYPES: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
};

/** What says how files look now. */
interface Look {
  readonly theme: IconTheme;
  /** Folder of the theme's file. */
  readonly folder: vscode.Uri;
  readonly languages: LanguageNames;
}

/**
 * How the files of a page look in the file icon theme. No stable API hands its icons to webviews (microsoft/vscode#183893, #224858), so
 * this reads the theme as its extension has it. Where none is set, or it can't be read, the page keeps its own icons.
 */
export class PageIcons implements vscode.Disposable {
  readonly #tell: (telling: IconsTelling) => void;
  readonly #log: Log;
  readonly #owned: vscode.Disposable;
  /** What the page has asked about. */
  readonly #names = new Set<string>();
  #look: Promise<Look | undefined> | undefined;

  constructor(tell: (telling: IconsTelling) => void, log: Log) {
    this.#tell = tell;
    this.#log = log;
    const change = (): void => void this.#change();
    this.#owned = vscode.Disposable.from(
      vscode.workspace.onDidChangeConfiguration(changed => {
        if (['workbench.iconTheme', 'files.associations'].some(each => changed.affectsConfiguration(each)))
          change();
      }),
      vscode.window.onDidChangeActiveColorTheme(change),
      vscode.extensions.onDidChange(change),
    );
  }

  /** Tells the page how these files look. Never rejects. */
  async answer({ names, isFirst }: IconsWish): Promise<void> {
    for (const name of names) this.#names.add(name);
    await this.#send(names, { withFonts: isFirst, isFresh: false });
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #change(): Promise<void> {
    this.#look = undefined;
    if (this.#names.size > 0) await this.#send([...this.#names], { withFonts: true, isFresh: true });
  }

  async #send(
    names: readonly string[],
    { withFonts, isFresh }: { readonly withFonts: boolean; readonly isFresh: boolean },
  ): Promise<void> {
    this.#look ??= this.#read();
    const asked = this.#look;
    try {
      const look = await asked;
      const fonts = look && withFonts ? await fontRules(look) : [];
      const icons = look ? await iconRules(names, look) : [];
      // What was asked for an older theme says nothing any more.
      if (asked === this.#look)
        this.#tell({ type: 'fileIcons', isFresh, rules: joinedRules([...fonts, ...icons]) });
    } catch (error) {
      this.#log.warn('The file icon theme could not be read', {
        error: error instanceof Error ? error.message : String(error),
      });
    }
  }

  async #read(): Promise<Look | undefined> {
    const id = vscode.workspace.getConfiguration('workbench').get<string | null>('iconTheme');
    const found = vscode.extensions.all
      .flatMap(extension => contributedBy(extension, 'iconThemes').map(theme => ({ extension, theme })))
      .find(({ theme }) => isRecord(theme) && theme['id'] === id);
    if (!found || !isRecord(found.theme) || typeof found.theme['path'] !== 'string') return undefined;
    const file = vscode.Uri.joinPath(found.extension.extensionUri, found.theme['path']);
    const theme = themeFrom(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
    const languages = vscode.extensions.all.flatMap(extension => contributedBy(extension, 'languages'));
    const associations: unknown = vscode.workspace.getConfiguration('files').get('associations');
    return {
      theme: new IconTheme(theme),
      folder: vscode.Uri.joinPath(file, '..'),
      languages: new LanguageNames(languages, associations),
    };
  }
}

/** The largest themes have 500 kB, which a reader of comments takes a tenth of a second for; few have any. */
function themeFrom(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const reading = readJson(text);
    if (reading.type !== 'tree') throw new Error('It is no JSON.');
    return valueOf(reading.root);
  }
}

/** What an extension contributes of one kind. Its manifest is what its author wrote. */
function contributedBy({ packageJSON }: vscode.Extension<unknown>, kind: string): readonly unknown[] {
  const contributes: unknown = isRecord(packageJSON) ? packageJSON['contributes'] : undefined;
  const list = isRecord(contributes) ? contributes[kind] : undefined;
  return Array.isArray(list) ? list : [];
}

/** The rules for files of these names, one for each icon. */
async function iconRules(names: readonly string[], look: Look): Promise<readonly string[]> {
  const variant = variantOf(vscode.window.activeColorTheme.kind);
  const together = new Map<string, { readonly icon: ThemeIcon; readonly names: string[] }>();
  for (const name of names) {
    const icon = look.theme.iconOf(name, look.languages.of(name), variant);
    if (!icon) continue;
    const key = JSON.stringify(icon);
    const known = together.get(key) ?? { icon, names: [] };
    known.names.push(name);
    together.set(key, known);
  }
  const rules = [...together.values()].map(async ({ icon, names: same }) => {
    if (icon.path === undefined) return iconRule(same, icon, undefined);
    const image = await addressOf(look.folder, icon.path);
    return image === undefined ? '' : iconRule(same, icon, image);
  });
  return await Promise.all(rules);
}

async function fontRules({ theme, folder }: Look): Promise<readonly string[]> {
  const rules = theme.fonts.map(async ({ id, path }) => {
    const source = await addressOf(folder, path);
    return source === undefined ? '' : fontRule(id, source);
  });
  return await Promise.all(rules);
}

/** As many of them as one message may have. */
function joinedRules(rules: readonly string[]): string {
  let room = MAX_RULES;
  return rules.filter(rule => (room -= rule.length) >= 0).join('');
}

/** An address with the bytes of a font or a picture in it; undefined where it is not there, or is neither. */
async function addressOf(folder: vscode.Uri, path: string): Promise<string | undefined> {
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()];
  if (type === undefined) return undefined;
  try {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, path));
    if (bytes.length > MAX_BYTES) return undefined;
    return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  } catch {
    return undefined; // The theme names a file that it does not have.
  }
}

function variantOf(kind: vscode.ColorThemeKind): Variant {
  if (kind === vscode.ColorThemeKind.Light) return 'light';
  return kind === vscode.ColorThemeKind.Dark ? 'dark' : 'highContrast';
}
