import { NUMBER_SETTINGS } from '../../shared/settings';

/** Days for which history is kept where nobody says otherwise (chosen here). States stay however old they are. */
export const RETENTION_DAYS = NUMBER_SETTINGS['journal.retentionDays'].default;
