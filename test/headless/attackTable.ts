import type { Stage } from './attackStage';
import { GIT, OWN_SERVERS, PULLS, REWRITES } from './attacksByChange';
import { ENTRIES } from './attacksByEntry';
import { LINKS, SUBFOLDER, THROUGH_A_LINK } from './attacksByPlace';
import { PACKAGES, PROGRAMS } from './attacksByProgram';

/** Everything that a repository tries. */
export const STAGES: readonly Stage[] = [
  ENTRIES,
  LINKS,
  THROUGH_A_LINK,
  SUBFOLDER,
  PACKAGES,
  PROGRAMS,
  REWRITES,
  PULLS,
  OWN_SERVERS,
  GIT,
];
