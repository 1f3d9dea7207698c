import type { Action, Row, Tone } from '../explorer/picture';
import type { Block, Fact, Heading } from '../taskPage/picture';

/** The parts of the page, one of which is seen. */
export const SERVER_TABS = ['tools', 'log', 'setup', 'chats'] as const;
export type ServerTab = (typeof SERVER_TABS)[number];

/** How a field of a form is filled in: `json` takes a list or an object as JSON. */
export const FIELD_KINDS = ['text', 'number', 'flag', 'choice', 'json'] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** A field for one argument of a tool. All its words but `label` are the server's: data. */
export interface FormField {
  /** Name of the argument. */
  readonly name: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  readonly about?: string;
  /** What it begins with. */
  readonly initial: string;
  /** Only of a choice; an empty one leaves the argument out. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** Why what was entered does not do. */
  readonly problem?: string;
}

/** What a person fills in to call a tool, and what came of the last call. */
export interface ToolForm {
  readonly fields: readonly FormField[];
  /** Said where the tool takes nothing. */
  readonly note?: string;
  readonly isRunning: boolean;
  readonly result?: ToolOutcome;
}

/** What a call came to. The text is the server's: data. */
export interface ToolOutcome {
  readonly tone: Tone;
  readonly title: string;
  readonly text: string;
}

/** One tool, as a row that opens. */
export interface ServerTool {
  readonly name: string;
  readonly about: string;
  /** As in `reads · ~160 tokens`. */
  readonly facts: string;
  readonly badge?: { readonly text: string; readonly tone: Tone };
  /** Whether lists show it to agents; left out where nobody can choose. */
  readonly isListed?: boolean;
  readonly detail?: ToolDetail;
}

/** What is known of the tool that is open. */
export interface ToolDetail {
  /** The whole description, where the row cuts it. */
  readonly about?: string;
  /** What is suspicious about its words. */
  readonly findings: readonly string[];
  readonly schemas: readonly { readonly title: string; readonly text: string }[];
  /** Left out where it can't be called. */
  readonly form?: ToolForm;
}

/** What is known of the server's tools, and of which chat their choice is. */
export interface ToolsPart {
  /** How many are listed, and what they cost. */
  readonly count: string;
  /** The chats that have the server on; whose choice is shown is the first or the chosen one. */
  readonly chats: readonly { readonly id: string; readonly name: string }[];
  readonly chat: string;
  readonly tools: readonly ServerTool[];
  /** Why there are none, or how to choose. */
  readonly note?: string;
}

/** What a server wrote for people. */
export interface LogPart {
  readonly lines: readonly { readonly id: number; readonly time: string; readonly text: string }[];
  readonly note: string;
}

/** Something about how the server is reached, under a name. */
export interface SetupSection {
  readonly id: string;
  readonly title: string;
  /** Lines as they are, e.g. a command. */
  readonly text?: string;
  readonly facts: readonly Fact[];
  readonly rows: readonly Row[];
  readonly note?: string;
  readonly actions: readonly Action[];
}

/** Everything that the page of a server shows: whole, never a change of it. All text is data. */
export interface ServerPicture {
  /** Nothing where there is no such server: then a block says what to do. */
  readonly heading?: Heading;
  readonly blocks: readonly Block[];
  readonly tabs: readonly { readonly id: ServerTab; readonly name: string; readonly count: string }[];
  readonly tab: ServerTab;
  readonly tools?: ToolsPart;
  readonly log?: LogPart;
  readonly setup?: readonly SetupSection[];
  readonly chats?: { readonly rows: readonly Row[]; readonly note?: string };
  readonly words: ServerWords;
}

/** The words of the page itself, in the user's language. */
export interface ServerWords {
  readonly page: string;
  readonly breadcrumb: string;
  readonly actions: string;
  readonly progress: string;
  readonly searchLabel: string;
  readonly searchPlaceholder: string;
  readonly clear: string;
  readonly noMatches: string;
  /** Before the list of chats whose choice is shown. */
  readonly chat: string;
  /** Name of a tool's switch, before the tool's own. */
  readonly listed: string;
  readonly tryTool: string;
  readonly run: string;
  readonly cancel: string;
  readonly required: string;
}
