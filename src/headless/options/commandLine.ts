import { join } from 'node:path';
import type { Place } from './arguments';

/** What a terminal starts: this code is in the runtime beside it (`scripts/program-bundle.mjs`). */
export const PROGRAM = join(__dirname, 'headless.js');

/** The command line of this program, with these words first, as it works in any terminal of this machine. */
export type OwnCommand = (...words: readonly string[]) => string;

interface CommandPlace {
  readonly workspace: string;
  readonly stateFolder: string;
  readonly serversFile: string;
}

/**
 * How a person runs this program for the same place. Everything is spelled out: nobody knows what is on their PATH, nor which
 * variables their terminal shares with us.
 * @param given what the command line said; `open` the same as absolute paths
 */
export function ownCommand(given: Place, open: CommandPlace, platform = process.platform): OwnCommand {
  const place = [
    ...['--workspace', open.workspace, '--state', open.stateFolder],
    ...(given.serversFile === undefined ? [] : ['--servers', open.serversFile]),
    ...(given.imports.length === 0 ? [] : ['--import', given.imports.join(',')]),
  ];
  return (...words) =>
    [process.execPath, PROGRAM, ...words, ...place].map(word => quoted(word, platform)).join(' ');
}

/** One word as a shell of the platform takes it: `cmd` and PowerShell on Windows, `sh` elsewhere. */
export function quoted(word: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') return /^[\w+=:.\\/-]+$/.test(word) ? word : windowsWord(word);
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Programs read backslashes before a quotation mark, and before the end, as escapes of it: each is there twice. */
function windowsWord(word: string): string {
  const escaped = word.replaceAll(/(\\*)"/g, String.raw`$1$1\"`).replace(/\\+$/, '$&$&');
  return `"${escaped}"`;
}
