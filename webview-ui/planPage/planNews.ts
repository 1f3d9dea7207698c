import type { PlanPicture } from '../../src/shared/planPage/picture';
import { newsOf } from '../kit/announcements';

/** What to say of a new picture to somebody who does not see it: how the run stands, else what nodes came to. */
export function planNewsOf(before: PlanPicture, after: PlanPicture): string {
  const { heading } = after;
  if (heading !== undefined && before.heading?.state !== heading.state)
    return `${heading.title}, ${heading.state}`;
  return newsOf(before.nodes, after.nodes);
}
