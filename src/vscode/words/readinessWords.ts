import type { CatalogEntry } from '../../core/catalog/entry/entry';
import type { MissingCredential } from '../../core/catalog/launch/launchPlan';
import { oneLine } from '../../core/catalog/entry/plainText';
import { mayBeMeant, type Readiness } from '../../core/catalog/launch/readiness';
import { originWords } from './originWords';
import type { Wording } from './wording';

type Blocked = Exclude<Readiness, { readonly status: 'available' }>;

/** What is in the way of a server and what to do next, for the person: core's own message tells a model. */
export function readinessWords(entry: CatalogEntry, readiness: Blocked, { t }: Pick<Wording, 't'>): string {
  if (readiness.status === 'disabled') return disabledWords(entry, readiness.by, t);
  const named = (kind: MissingCredential['kind']): string =>
    readiness.missing
      .filter(missing => missing.kind === kind)
      .map(({ key }) => oneLine(key, 64))
      .join(', ');
  const [values, texts] = [named('value'), named('text')];
  const needsSignIn = named('sign-in') !== '';
  const sentences = [
    needsSignIn ? t('Sign in with the command "Switchyard: Sign In to Server…".') : '',
    values === '' ? '' : keyWords(values, readiness.isStoreLocked, needsSignIn, t),
    // Only our own data may put an address into a sentence of ours.
    values !== '' && entry.source === 'registry' && entry.homepage !== undefined
      ? t('Where to get it: {0}', entry.homepage)
      : '',
    texts === '' ? '' : t('Replace the placeholder of {0} in {1}.', texts, originWords(entry.origin, t)),
    mayBeMeant(entry, readiness.missing)
      ? t('If the value is intended, add "allow_placeholders": true to the entry.')
      : '',
    named('folder') === '' ? '' : t('Open a folder: "{0}" needs an open folder.', entry.id),
  ];
  return sentences.filter(sentence => sentence !== '').join(' ');
}

/** That a program is not there, and what to do next. */
export function runtimeWords(server: string, program: string, { t }: Pick<Wording, 't'>): string {
  return t(
    'The program "{0}", required by "{1}", was not found or can\'t be run. Install it or fix the command, then try again.',
    oneLine(program, 100),
    server,
  );
}

function keyWords(keys: string, isStoreLocked: boolean, needsSignIn: boolean, t: Wording['t']): string {
  if (isStoreLocked) return t('The secret store is locked: unlock the keyring, then try again.');
  return needsSignIn
    ? t('Or enter {0} with the command "Switchyard: Enter Credentials…".', keys)
    : t('Enter {0} with the command "Switchyard: Enter Credentials…".', keys);
}

function disabledWords(
  { id, origin, disabledReason, disabledAdvice }: CatalogEntry,
  by: 'user' | 'workspace' | 'policy',
  t: Wording['t'],
): string {
  const reason = disabledReason === undefined ? '' : ` ${oneLine(disabledReason, 200)}`;
  if (by === 'policy') return `${t('"{0}" is not offered.', id)}${reason}`;
  const what = by === 'user' ? t('You disabled "{0}".', id) : t('"{0}" is disabled for this workspace.', id);
  // Only a switch of ours has advice: what a file or a setting switched off, no command switches on.
  const remedy =
    disabledAdvice === undefined
      ? t('Only you can enable it again, in {0}.', originWords(origin, t))
      : t('Enable it with the command "Switchyard: Enable Server…".');
  return `${what}${reason} ${remedy}`;
}
