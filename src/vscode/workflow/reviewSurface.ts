import type { Choice } from '../../shared/settings';
import { choiceSetting } from '../settings/setting';

/** Where a person is told that tasks wait for a review: by badges, by a notification besides, or in the rows only. */
export function reviewSurface(): Choice<'notifications.reviewNeeded'> {
  return choiceSetting('notifications.reviewNeeded');
}
