/** The files and the git repository of the window's workspace, as an agent or a person changes them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { workspace } from 'vscode';

/** The first folder of the workspace. */
export const folder = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';

/** Writes a file, with the folders that it needs. */
export function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** What a file holds; throws where there is none. */
export function read(path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

/** Runs git there. @returns what it printed. */
export function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
}
