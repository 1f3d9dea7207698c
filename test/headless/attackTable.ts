import type { Stage } from './attackStage';
import { GIT, OWN_SERVERS, PULLS, REWRITES } from './attacksByChange';
import { ENTRIES } from './attacksByEntry';
import { LINKS, SUBFOLDER, THROUGH_A_LINK } from './attacksByPlace';
import { LED_ASTRAY, PACKAGES, PROGRAMS } from './attacksByProgram';

/** Everything that a repository tries. */
export const STAGES: readonly Stage[] = [
  ENTRIES,
  LINKS,
  THROUGH_A_LINK,
  SUBFOLDER,
  PACKAGES,
  PROGRAMS,
  LED_ASTRAY,
  REWRITES,
  PULLS,
  OWN_SERVERS,
  GIT,
];
