import { isRecord } from '../../core/support/json';

/** What fetches or runs a program that is named after it. */
const RUNNERS = /^(?:npx|npm|pnpm|yarn|bunx?|node|exec|dlx|x)(?:\.(?:cmd|exe))?$/i;
/** The package with or without a version, or the command that it installs. */
const PACKAGE = /^switchyard(?:@[\w.^~-]+|\.(?:cmd|exe|ps1))?$/i;
const PROGRAM = /[\\/]dist[\\/]headless\.js$/;

/**
 * Whether an entry starts Switchyard, as whoever uses Switchyard with another tool has it. It is no server to switch on: it would
 * list all the others once more.
 */
export function startsSwitchyard(name: string, entry: Readonly<Record<string, unknown>>): boolean {
  const { transport, ...given } = entry;
  const { command, args }: Readonly<Record<string, unknown>> = {
    ...given,
    ...(isRecord(transport) ? transport : {}),
  };
  const words = [command, args].flat().filter(word => typeof word === 'string');
  // What comes behind the program's name are its own arguments: a folder of this name is no program.
  const program = words.find(word => !word.startsWith('-') && !RUNNERS.test(lastPart(word))) ?? '';
  if (PACKAGE.test(lastPart(program))) return true;
  return PROGRAM.test(program) && /switchyard/i.test(name + program);
}

function lastPart(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? '';
}
