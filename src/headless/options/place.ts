import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Log } from '../../core/support/log';
import type { Redactor } from '../../core/support/redactor';
import { Refusal } from '../../core/support/refusal';
import { fileOwner } from '../../node/machine/fileOwner';
import { isInside } from '../../node/machine/insideFolder';
import type { ServerId } from '../../shared/ids';
import { systemClock } from '../../node/machine/systemClock';
import { SignInFolder } from '../../node/oauth/signInFolder';
import { OAuthSignIns } from '../../node/oauth/signIns';
import type { DisposableStore } from '../../core/support/disposable';
import type { Place } from './arguments';
import { type OwnCommand, ownCommand } from './commandLine';
import { defaultStateFolder, prepareStateFolder } from './stateFolder';

/** Where the program works and remembers, as absolute paths. */
export interface OpenPlace {
  readonly workspace: string;
  readonly serversFile: string;
  /** Whose word the servers file is: the user's only where it lies outside of the workspace. */
  readonly serversOwner: 'user' | 'workspace';
  readonly stateFolder: string;
  /** How a person runs this program for the same place. */
  readonly command: OwnCommand;
}

/** What ships with us: beside the folder of the built program. */
export const DATA_FOLDER = join(__dirname, '..', 'data');

/** What the user hands over and where, in one sentence. */
export const CREDENTIAL_ADVICE =
  'The user can set it as an environment variable, or in credentials.json in the state folder.';

/** Finds the folders and files that the command line names. @throws {Refusal} not-found, bad-arguments, state-unusable */
export async function openPlace(place: Place, log: Log): Promise<OpenPlace> {
  const workspace = resolve(place.workspace ?? process.cwd());
  await requireThere(workspace, 'directory', '--workspace');
  const serversFile = resolve(workspace, place.serversFile ?? join('.switchyard', 'servers.json'));
  if (place.serversFile !== undefined) await requireThere(serversFile, 'file', '--servers');
  const stateFolder = resolve(place.stateFolder ?? defaultStateFolder(workspace));
  requireOutside('--state', stateFolder, workspace);
  await prepareStateFolder(stateFolder, log);
  const found = { workspace, serversFile, stateFolder };
  return {
    ...found,
    serversOwner: fileOwner(serversFile, workspace),
    command: ownCommand(place, found),
  };
}

/** What must not be kept where a repository can bring it along. */
const KEPT_OUTSIDE = { '--state': 'what is approved', '--token-file': 'the key to this program' } as const;

/**
 * A repository could bring a state folder along, with approvals in it, or a token that others know. A workspace around the home
 * folder is the user's own.
 * @throws {Refusal} bad-arguments
 */
export function requireOutside(flag: keyof typeof KEPT_OUTSIDE, path: string, workspace: string): void {
  if (isInside(homedir(), workspace)) return;
  if (fileOwner(path, workspace) === 'user') return;
  const what = flag === '--state' ? 'folder' : 'file';
  throw new Refusal(
    'bad-arguments',
    `${flag}: ${path} lies in the workspace, or in the repository around it, and ${KEPT_OUTSIDE[flag]} must not be kept where a repository can bring it along. Choose a ${what} outside of it.`,
  );
}

/** Who is signed in, as the state folder says. `isByAddress`: another program knows the server by its address only. */
export async function openSignIns(
  { stateFolder, command }: OpenPlace,
  { log, redactor }: { readonly log: Log; readonly redactor: Redactor },
  owned: DisposableStore,
  isByAddress: (server: ServerId) => boolean = () => false,
): Promise<OAuthSignIns> {
  return owned.add(
    await OAuthSignIns.open({
      store: owned.add(await SignInFolder.open(join(stateFolder, 'sign-ins'), log)),
      clock: systemClock,
      log,
      learnSecret: secret => redactor.add(secret),
      advice: (server, url) => {
        const where = isByAddress(server) ? ['--server-url', url] : [];
        return `The user can sign in, in a terminal: \`${command('--sign-in', server, ...where)}\`.`;
      },
    }),
  );
}

async function requireThere(path: string, kind: 'directory' | 'file', flag: string): Promise<void> {
  const found = await stat(path).catch(() => undefined); // Whatever the reason, it can't be used.
  if (kind === 'directory' ? found?.isDirectory() : found?.isFile()) return;
  throw new Refusal('not-found', `${flag}: there is no ${kind} ${path}.`);
}
