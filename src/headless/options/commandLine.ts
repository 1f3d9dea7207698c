import type { Place } from './arguments';

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
    [process.execPath, __filename, ...words, ...place].map(word => quoted(word, platform)).join(' ');
}

function quoted(word: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') return /^[\w@%+=:,.\\/-]+$/.test(word) ? word : `"${word.replaceAll('"', '""')}"`;
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
