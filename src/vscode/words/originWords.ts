import { ORIGINS } from '../../core/catalog/entry/origins';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Wording } from './wording';

type T = Wording['t'];

/** Where an entry is defined, for the person: a path or an address as it is, what core says in English in their language. */
export function originWords(origin: string, t: T): string {
  switch (origin) {
    case ORIGINS.shipped:
      return t('the registry that ships with Switchyard');
    case ORIGINS.chatAgent:
      return t('an agent of this chat');
    case ORIGINS.round:
      return t('an LLM round');
    case ORIGINS.userSettings:
      return t('switchyard.servers (user settings)');
    case ORIGINS.workspaceSettings:
      return t('switchyard.servers (workspace settings)');
    case ORIGINS.folderSettings:
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
  return missing
    .map(key => {
      if (key === 'sign-in') return t('a sign-in');
      return key === 'workspaceFolder' ? t('an open folder') : oneLine(key, 64);
    })
    .join(', ');
}
