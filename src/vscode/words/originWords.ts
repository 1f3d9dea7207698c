import { oneLine } from '../../core/catalog/entry/plainText';
import type { Wording } from './wording';

type T = Wording['t'];

/** Where an entry is defined, for the person: a path or an address as it is, what core says in English in their language. */
export function originWords(origin: string, t: T): string {
  switch (origin) {
    case 'the registry that ships with Switchyard':
      return t('the registry that ships with Switchyard');
    case 'an agent of this chat':
      return t('an agent of this chat');
    case 'an LLM round':
      return t('an LLM round');
    case 'switchyard.servers (user settings)':
      return t('switchyard.servers (user settings)');
    case 'switchyard.servers (workspace settings)':
      return t('switchyard.servers (workspace settings)');
    case 'switchyard.servers (folder settings)':
      return t('switchyard.servers (folder settings)');
    default:
      return oneLine(origin, 200);
  }
}

/** Who publishes a server, for the person: our registry knows two kinds, anything else is a name. */
export function publisherWords(publisher: string, t: T): string {
  if (publisher === 'official') return t('official');
  return publisher === 'community' ? t('community') : oneLine(publisher, 100);
}

/** What a server lacks, by name. */
export function needWords(missing: readonly string[], t: T): string {
  return missing.map(key => (key === 'sign-in' ? t('a sign-in') : oneLine(key, 64))).join(', ');
}
