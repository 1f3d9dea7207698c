import type { PrivateRepository } from '../plumbing/privateRepository';
import type { FileState } from './restoreFiles';

/** What the user's git does not go by, because their disk does not have it. */
export interface DiskLimits {
  readonly hasBits: boolean;
  readonly hasLinks: boolean;
}

const LINK = '120000';
const PLAIN = '100644';

/** What git was told of the disk when the root was recorded. */
export async function diskLimits(repository: PrivateRepository, signal: AbortSignal): Promise<DiskLimits> {
  const isSet = async (name: string): Promise<boolean> => {
    const args = ['config', '--type=bool', '--default=true', '--get', name];
    return (await repository.line({ args, needsNoWorkTree: true }, signal)) === 'true';
  };
  return { hasBits: await isSet('core.filemode'), hasLinks: await isSet('core.symlinks') };
}

/** What is recorded, as it lies on such a disk: a link as a file with its target, the executable bit as it is there. */
export function asOnDisk(
  recorded: FileState,
  present: FileState,
  { hasBits, hasLinks }: DiskLimits,
): FileState {
  if (recorded === null) return null;
  const isPresentLink = present?.mode === LINK;
  if (recorded.mode === LINK) return hasLinks || isPresentLink ? recorded : { ...recorded, mode: PLAIN };
  return hasBits || present === null || isPresentLink ? recorded : { ...recorded, mode: present.mode };
}
