import * as vscode from 'vscode';
import type { CatalogEntry } from '../../core/catalog/entry/entry';

/** The page that tells about a server. An address may come with a repository: nothing but a web page is ever opened. */
export function documentationOf({ homepage }: Pick<CatalogEntry, 'homepage'>): vscode.Uri | undefined {
  return homepage?.startsWith('https://') === true ? vscode.Uri.parse(homepage) : undefined;
}
