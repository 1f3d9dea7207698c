import type { Search } from './offered';
import type { Call, Protocol } from './turn';

/** What a user does so that a client knows Switchyard: words for a shell, or a file. */
export interface Snippet {
  readonly language: 'sh' | 'json' | 'toml' | 'yaml';
  /** The file, `~/` in the home and otherwise in the project; undefined for words for a shell. */
  readonly file?: string;
  /** With PROGRAM_PATH for the program's path and APPROVED for the servers that may be started. */
  readonly text: string;
}

/** How documents call the program's path. */
export const PROGRAM_PATH = '/path/to/switchyard/dist/headless.js';

/** The servers that documents allow. */
export const APPROVED = 'memory,filesystem';

/** Where a client is tried. */
export interface Place {
  readonly home: string;
  /** A git repository with one commit and the file haiku.txt. */
  readonly workspace: string;
  /** The scripted model's address, without a slash at the end. */
  readonly model: string;
}

/** What the model asks for: any client passes it on. */
export const PROMPT = 'Add a line to the haiku.';

/** What a cell of the table is about. */
export type Column = 'connects' | 'instructions' | 'arrival' | 'generic' | 'shown' | 'workflow' | 'exit';

/** A program that people talk to a model with. */
export interface Agent {
  /** What `npm run test:clients -- NAME` calls it. */
  readonly name: string;
  /** Its command, as a user types it. */
  readonly command: string;
  readonly title: string;
  /** Its package in npm; versions.json has the version. */
  readonly npm: string;
  /** What starts it, from the folder node_modules of its install. */
  launch(modules: string): readonly string[];
  readonly protocol: Protocol;
  readonly snippet: Snippet;
  /** Files that a scripted model needs, `~/` in the home. The snippet joins what its file has already. */
  files?(place: Place): Readonly<Record<string, string>>;
  /** Arguments for one prompt without a person. */
  args(place: Place): readonly string[];
  env(place: Place): Readonly<Record<string, string>>;
  /** How its own tools add a line to the haiku. */
  edits(place: Place): readonly Call[];
  /** How its model loads tools that are only named to it. */
  readonly search?: Search;
  /** What a user should know besides, in Markdown. */
  readonly note?: string;
  /** Why a cell cannot be a yes, in the client's own terms. */
  readonly reasons?: Readonly<Partial<Record<Column, string>>>;
}
