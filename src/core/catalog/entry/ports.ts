import type { ServerId } from '../../../shared/ids';
import type { Disposable } from '../../support/disposable';
import type { CredentialHolder } from './entry';
import type { CatalogEntry, CatalogSourceReading } from './entry';

/** One place that entries come from. Reading again gives what stands there now. */
export interface CatalogSource {
  read(): Promise<CatalogSourceReading>;
  /** Fires when reading again may give something else. */
  onDidChange(listener: () => void): Disposable;
}

/**
 * Where keys and passwords are kept: SecretStorage, or a file that only its owner can read. A value belongs to the launch it was given
 * for (`credentialTag`): another entry of the same name does not get it.
 */
export interface CredentialStore {
  /** Whether a value is stored: answered from names alone, so it costs nothing and reveals nothing. */
  has(holder: CredentialHolder, key: string): boolean;
  value(holder: CredentialHolder, key: string): Promise<string | undefined>;
  /** How the user hands over a key to exactly this entry, where the host's ordinary way does not reach it. One sentence. */
  advice?(holder: CredentialHolder): string | undefined;
  onDidChange(listener: () => void): Disposable;
}

/** Who is signed in where, by the browser. Answered from memory: it costs nothing and reveals nothing. */
export interface SignIns {
  /** Whether somebody has to sign in before the server can be used: it is known to ask for it, or said so itself. */
  isNeeded(entry: Pick<CatalogEntry, 'id' | 'signsIn'>): boolean;
  /** How the user signs in to a server at this address in this host. One sentence. */
  advice(server: ServerId, url: string): string;
  onDidChange(listener: () => void): Disposable;
}

/** What people switched on or off, whatever the entries themselves say. Answered from memory. */
export interface Switches {
  /** Undefined where nobody touched the server: its entry's own word counts. */
  of(server: ServerId): { readonly isOn: boolean; readonly by: 'user' | 'workspace' } | undefined;
  /** How the user switches a server on again in this host. One sentence. */
  readonly advice: string;
  onDidChange(listener: () => void): Disposable;
}

/** The surroundings that placeholders speak of. */
export interface Surroundings {
  /** A variable of the process's environment. */
  variable(name: string): string | undefined;
  /** First workspace folder, absolute; undefined when none is open. */
  readonly workspaceFolder: string | undefined;
  readonly userHome: string;
  readonly pathSeparator: string;
  /** How the user hands over a credential in this host. One sentence. */
  readonly credentialAdvice: string;
}

/** A program found, or the folders that were searched in vain. */
export type ProgramSearch =
  | { readonly path: string }
  | {
      readonly searched: readonly string[];
      /** A file of that name that can't be started: a folder, not executable, or where a repository may have put it. */
      readonly unusable?: {
        readonly path: string;
        readonly why: 'directory' | 'not-executable' | 'in-workspace';
      };
    };

/** Looks for programs as a start would, without starting anything. */
export interface Programs {
  find(command: string, cwd?: string): ProgramSearch;
}
