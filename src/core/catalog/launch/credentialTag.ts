import { canonicalJson } from '../../support/json';
import type { Sha256 } from '../../support/hash';
import type { CredentialHolder } from '../entry/entry';
import { packageOf } from './launchPackage';

/** Characters of a tag: a name that people copy, long enough that nobody finds a second launch for one. */
const TAG_LENGTH = 16;

/**
 * Says which launch a credential was given for. Of an entry that is ours or the user's it names who gets the value: the package,
 * the host or the command, so that a newer version of the same package keeps its key. Of a repository's entry it names the whole
 * launch as it is written there: any change of it loses the key.
 */
export function credentialTag(holder: CredentialHolder, sha256: Sha256): string {
  return sha256(canonicalJson({ server: holder.id, getter: getterOf(holder) })).slice(0, TAG_LENGTH);
}

function getterOf({ owner, launch }: CredentialHolder): unknown {
  if (owner === 'workspace') return { workspace: launch };
  switch (launch.type) {
    case 'native':
      return {};
    case 'http':
      return { host: /^[a-z]+:\/\/[^/?#]*/i.exec(launch.url)?.[0].toLowerCase() ?? launch.url };
    case 'stdio': {
      const found = packageOf(launch);
      return found === undefined
        ? { command: launch.command, args: launch.args }
        : { from: found.from, package: found.name };
    }
  }
}
