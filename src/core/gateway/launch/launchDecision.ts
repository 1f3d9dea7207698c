import type { ServerId } from '../../../shared/ids';
import type { CatalogEntry, EntryOwner } from '../../catalog/entry/entry';
import { launchFingerprint, type PreparedLaunch } from '../../catalog/launch/launch';
import type { Sha256 } from '../../support/hash';

/** What a yes is asked for: a launch as it was resolved, and whose word it is. */
export interface JudgedLaunch {
  readonly server: ServerId;
  readonly owner: EntryOwner;
  /** SHA-256 of `launchFingerprint`. */
  readonly hash: string;
  /** It takes variables from a file outside of the workspace. */
  readonly readsOutside: boolean;
  /** It runs a program or script of the workspace, whoever wrote the entry. */
  readonly runsWorkspaceCode: boolean;
}

/** What was allowed before anybody asked: by the command line, for one run. */
export interface GivenYes {
  /** Servers by name. */
  readonly names: 'all' | ReadonlySet<string>;
  /** Launches, as `launchRef` writes them. */
  readonly launches: ReadonlySet<string>;
  /** Whatever the files of the workspace start. */
  readonly workspace: boolean;
}

/** Where every launch is asked about. */
export const NOTHING_GIVEN: GivenYes = { names: new Set(), launches: new Set(), workspace: false };

/** How people name exactly one launch of one server: `name@sha256:` and 64 hex digits. */
export function launchRef({ server, hash }: Pick<JudgedLaunch, 'server' | 'hash'>): string {
  return `${server}@sha256:${hash}`;
}

/**
 * Whether a launch may start without a question, the one rule of both hosts:
 *
 * | whose entry                        | by its name, `all` | `workspace` | this very launch |
 * |------------------------------------|--------------------|-------------|------------------|
 * | the registry's, the user's         | yes                | no          | yes              |
 * | the repository's                   | no                 | yes         | yes              |
 * | … with variables from outside of it | no                | no          | yes              |
 * | the user's, which runs a file of it | only with both     | no          | yes              |
 * | an agent's                          | no                 | no          | yes              |
 * | a publisher's, from an MCP registry | no                 | no          | yes              |
 *
 * A name says nothing of what stands behind it in a file that a repository brings along, or in a registry where anybody publishes.
 *
 * @param approved the hash that a person approved for this server, if any
 */
export function mayLaunch(launch: JudgedLaunch, given: GivenYes, approved: string | undefined): boolean {
  if (approved === launch.hash || given.launches.has(launchRef(launch))) return true;
  if (launch.owner === 'agent' || launch.owner === 'publisher') return false;
  if (launch.owner === 'workspace') return given.workspace && !launch.readsOutside;
  if (launch.runsWorkspaceCode && !given.workspace) return false;
  return given.names === 'all' || given.names.has(launch.server);
}

/** A launch as `mayLaunch` looks at it. */
export function judged(
  entry: Pick<CatalogEntry, 'id' | 'owner'>,
  launch: Pick<PreparedLaunch, 'shown' | 'runsWorkspaceCode' | 'readsOutside'>,
  sha256: Sha256,
): JudgedLaunch {
  return {
    server: entry.id,
    owner: entry.owner,
    hash: sha256(launchFingerprint(entry, launch)),
    readsOutside: launch.readsOutside ?? false,
    runsWorkspaceCode: launch.runsWorkspaceCode ?? false,
  };
}
