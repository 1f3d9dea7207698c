import type { ServerId, SessionId } from '../../../shared/ids';

/** Who we are to the server that signs people in for a remote one, where the user says it; else we introduce ourselves. */
export interface OAuthClient {
  /** A client that somebody registered by hand. VS Code's `mcp.json` has it under this name too. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Where a document that describes us stands on the web: its address is then our id (MCP 2025-11-25, SEP-991). */
  readonly clientMetadataUrl?: string;
  /** Exactly these rights are asked for, whatever the server names. */
  readonly scopes?: readonly string[];
  /** The browser comes back to this port, for servers that compare the whole address; any free one where left out. */
  readonly callbackPort?: number;
}

/** How a server is reached, as its configuration says it: placeholders such as `${env:X}` are still in there. */
export type LaunchTemplate =
  | {
      readonly type: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      /** Working folder; the workspace folder where left out, but a folder of its own for a package runner and our registry. */
      readonly cwd?: string;
      /** A file that some of its variables come from, absolute, links followed: shown and approved with it. */
      readonly envFile?: string;
    }
  | {
      readonly type: 'http';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      /** The older of MCP's two ways over HTTP, where the entry asks for it; else the newer one is tried first. */
      readonly speaks?: 'sse';
      readonly oauth?: OAuthClient;
    }
  /** A module of ours: nothing is started. */
  | { readonly type: 'native' };

/** The same with every placeholder replaced: what is started, shown for approval and hashed. Holds secrets: never log it. */
export type ResolvedLaunch =
  | {
      readonly type: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd?: string;
      readonly envFile?: string;
      /**
       * In place of `cwd`: a folder of ours for this server alone, with nothing of the workspace in or above it, since package
       * runners take settings and programs from where they are started. Said by this word, the same on every machine.
       */
      readonly startsIn?: 'own-folder';
    }
  | {
      readonly type: 'http';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly speaks?: 'sse';
      readonly oauth?: OAuthClient;
    };

/** Where an entry comes from, in order of precedence. */
export type EntrySource = 'settings' | 'servers-file' | 'imported' | 'built-in' | 'registry' | 'mcp-registry';

/** What ships with us or was synced: nobody chose these entries one by one, as people choose their own. */
export function isUsersOwn({ source }: Pick<CatalogEntry, 'source'>): boolean {
  return source === 'settings' || source === 'servers-file' || source === 'imported';
}

/**
 * Whose word an entry is. `workspace`: a file or setting that a repository can bring along, so that whoever writes to the repository
 * chooses what runs; `user`: the user's own file or setting outside of it; `shipped`: our registry and modules; `publisher`: whoever
 * published it in an MCP registry.
 */
export type EntryOwner = 'shipped' | 'user' | 'workspace' | 'agent' | 'publisher';

/** Whether strangers wrote the entry: its name says nothing of what it runs, and it gets no key that was given by name alone. */
export function isStrangers({ owner }: Pick<CatalogEntry, 'owner'>): boolean {
  return owner === 'workspace' || owner === 'publisher';
}

/** A value the server needs before it can start. */
export interface CredentialNeed {
  /** Name of the environment variable or input, e.g. `SENTRY_AUTH_TOKEN`. */
  readonly key: string;
  readonly isSecret: boolean;
  readonly isRequired: boolean;
  /** What it is, or where it is made, where the source says so. */
  readonly description?: string;
}

/**
 * Whether a person is asked before one of the entry's tools runs: at each call, never, or by what the tool says of
 * itself where somebody else vouches for it: `auto` runs what then only reads, and asks about the rest once in a chat
 *.
 */
export type RequireApproval = 'always' | 'never' | 'auto';

/** What is known about one server: an external one or a built-in module. */
export interface CatalogEntry {
  readonly id: ServerId;
  readonly displayName: string;
  readonly description: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly source: EntrySource;
  readonly owner: EntryOwner;
  /** The setting or file it stands in, for people; never a secret. */
  readonly origin: string;
  readonly launch: LaunchTemplate;
  readonly needs: readonly CredentialNeed[];
  /** It lets nobody in without a sign-in in the browser, unless a key stands in its headers. */
  readonly signsIn?: true;
  /** Programs that must be on the machine beside the command itself, e.g. `uv`, `docker`. */
  readonly requires: readonly string[];
  /** `session`: every session gets a process of its own; `shared`: one serves all. */
  readonly isolation: 'shared' | 'session';
  /** Switched off by whom, or null. */
  readonly disabledBy: 'user' | 'workspace' | 'policy' | null;
  /** Why, where whoever switched it off said so: one sentence. */
  readonly disabledReason?: string;
  /** How to switch it on again, where that is not done in `origin`: one sentence. */
  readonly disabledAdvice?: string;
  /** False for registry rows nobody could check: said before the first start. */
  readonly isVerified: boolean;
  readonly publisher?: string;
  readonly homepage?: string;
  readonly note?: string;
  /** Tools this entry lets through; empty means all. */
  readonly allowedTools: readonly string[];
  /** Tools it keeps back, though they are let through by name or by default. */
  readonly excludedTools?: readonly string[];
  /** `never` where the entry says nothing: VS Code's own agent asks about calls already, by the tools' hints. */
  readonly requireApproval: RequireApproval;
  /** How long its tools may say nothing while they are called, in milliseconds, where the entry says so. */
  readonly callTimeoutMs?: number;
  /** How long it may take to come up, in milliseconds; left out: as long as its command needs usually (`startDeadline.ts`). */
  readonly startTimeoutMs?: number;
  /** What looks like a placeholder in its configuration is meant as it stands. */
  readonly allowsPlaceholders?: true;
  /** One of thousands: found by a search or by its name, and in lists only while it is in use. */
  readonly onlyFound?: true;
  /** The only sessions that see it and may use it; left out: all. */
  readonly onlyFor?: ReadonlySet<SessionId>;
}

/** A source that could not be read, or an entry in it: shown to the user, never fatal to the other sources. */
export interface CatalogProblem {
  readonly origin: string;
  /** What is wrong and what to do, in one or two sentences. */
  readonly message: string;
  /** 1-based place in the file, where there is one. */
  readonly line?: number;
  readonly column?: number;
  /** The entry it is about, by the name that stands there. */
  readonly server?: string;
  /** What it is about is used all the same. */
  readonly isWarning?: true;
}

/** One source, read: its entries in its own order, and what was wrong with it. */
export interface CatalogSourceReading {
  readonly source: EntrySource;
  readonly entries: readonly CatalogEntry[];
  readonly problems: readonly CatalogProblem[];
  /** Where in its file an entry stands, 1-based; left out where places mean nothing. */
  readonly places?: ReadonlyMap<ServerId, { readonly line: number; readonly column: number }>;
}

/** What a stored credential is handed to. */
export type CredentialHolder = Pick<CatalogEntry, 'id' | 'owner' | 'launch'>;
