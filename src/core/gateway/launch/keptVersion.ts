import type { CatalogEntry } from '../../catalog/entry/entry';
import type { PreparedLaunch } from '../../catalog/launch/launch';
import { type LaunchPackage, packageOf, withVersion } from '../../catalog/launch/launchPackage';
import type { Sha256 } from '../../support/hash';
import type { ApprovedLaunch } from './launchApproval';
import { judged } from './launchDecision';

/** The launch that a person approved, of which our registry has a newer version now. */
export interface KeptVersion {
  readonly launch: PreparedLaunch;
  readonly package: LaunchPackage;
  /** The newer version. */
  readonly newer: string;
  /** Whether the person said no to exactly that version before. */
  readonly isDeclined: boolean;
}

/**
 * Finds out whether a launch of our registry is the approved one but for the version of its package: then an update of ours is an
 * offer, and the approved version goes on. In entries of others a new version is a new launch: whoever wrote it wants that one.
 */
export function keptVersion(
  entry: CatalogEntry,
  launch: PreparedLaunch,
  approved: ApprovedLaunch | undefined,
  sha256: Sha256,
): KeptVersion | undefined {
  const newer = packageOf(launch.shown)?.version;
  if (entry.owner !== 'shipped' || approved?.version === undefined || newer === undefined) return undefined;
  const before = {
    ...withVersion(launch, approved.version),
    shown: withVersion(launch.shown, approved.version),
  };
  const known = packageOf(before.shown);
  if (known === undefined || newer === approved.version) return undefined;
  if (judged(entry, before, sha256).hash !== approved.launchHash) return undefined;
  return { launch: before, package: known, newer, isDeclined: approved.declined === newer };
}
