import { isChild } from '../../core/catalog/entry/childEntry';
import { launchText, type PreparedLaunch } from '../../core/catalog/launch/launch';
import type { CatalogEntry } from '../../core/catalog/entry/entry';
import type { Row } from '../../shared/explorer/picture';
import type { SetupSection } from '../../shared/serverPage/picture';
import { launchWords } from '../questions/modalConsent';
import { originWords, publisherWords } from '../words/originWords';
import { joined, shown, shownWhole } from '../words/wording';
import { type PagedServer, visibleLines } from './serverFacts';

/** How the server is reached and by whose word, what keys it takes, and who is signed in. */
export function setupPart(server: PagedServer): readonly SetupSection[] {
  const { entry } = server;
  return [
    ...(entry.launch.type === 'native' ? [] : [launchSection(server)]),
    sourceSection(server),
    ...(entry.needs.length === 0 ? [] : [keysSection(server)]),
    ...(entry.launch.type === 'http' ? [signInSection(server)] : []),
  ];
}

/** The command or address as it is approved: secrets stand in it by name. */
export function launchTextOf(entry: CatalogEntry, launch: PreparedLaunch): string {
  return launchText(entry, launch, launchWords());
}

function launchSection({ entry, facts: { launch }, wording: { t } }: PagedServer): SetupSection {
  const title = entry.launch.type === 'http' ? t('Address') : t('Command');
  const nothing = { id: 'launch', title, facts: [], rows: [], actions: [] };
  if (launch === undefined) return { ...nothing, note: t('It is shown when its keys are there.') };
  const note = launch.isApproved
    ? t('You approved this. You are asked again when it changes.')
    : t('Not approved yet: you are asked before it starts.');
  return { ...nothing, text: visibleLines(launch.text), note };
}

function sourceSection({ entry, row, wording: { t } }: PagedServer): SetupSection {
  const { origin, publisher, isolation, homepage, isVerified, requires, launch } = entry;
  const owners = {
    shipped: t('Ships with Switchyard'),
    user: t('Yours'),
    workspace: t('Of the workspace'),
    agent: t('Started by an agent'),
    publisher: t('Published in an MCP registry'),
  };
  const isNative = launch.type === 'native';
  const fact = (label: string, text: string | undefined) =>
    text === undefined || text === '' ? [] : [{ label, text: shown(text, 200) }];
  return {
    id: 'source',
    title: t('Source'),
    facts: [
      ...fact(t('Defined in'), joined(owners[entry.owner], isNative ? undefined : originWords(origin, t))),
      ...fact(t('Publisher'), publisher && publisherWords(publisher, t)),
      ...fact(t('Verified'), isNative || isChild(entry) ? undefined : isVerified ? t('yes') : t('no')),
      ...fact(t('Package'), row.package),
      ...fact(t('Version'), row.version),
      ...fact(
        t('Needs'),
        [...requires, ...(row.lacks === undefined ? [] : [t('{0} (not found)', row.lacks)])].join(', '),
      ),
      ...fact(
        t('Process'),
        isNative ? undefined : isolation === 'session' ? t('one for each chat') : t('shared by all chats'),
      ),
    ],
    rows: [],
    ...(row.hides === undefined ? {} : { note: shownWhole(row.hides) }),
    actions:
      homepage?.startsWith('https://') === true
        ? [{ command: 'openDocumentation', title: t('Open Documentation') }]
        : [],
  };
}

function keysSection({ core, entry, facts: { stored }, wording: { t } }: PagedServer): SetupSection {
  const readiness = core.catalog.readiness(entry);
  const missing = new Set(
    readiness.status === 'missing-credentials' ? readiness.missing.map(({ key }) => key) : [],
  );
  const rows = entry.needs.map(({ key, description, isRequired }): Row => {
    const isMissing = missing.has(key);
    const isStored = stored.includes(key);
    const isSet = !isMissing && (isStored || isRequired);
    const state = isMissing
      ? t('missing')
      : isStored
        ? t('set')
        : isRequired
          ? t('set in the environment or the configuration')
          : t('not stored, optional');
    return {
      id: `key:${key}`,
      level: 1,
      icon: isMissing ? 'warning' : isSet ? 'pass' : 'circle-outline',
      tone: isMissing ? 'warn' : isSet ? 'ok' : 'off',
      label: shown(key, 100),
      detail: joined(state, description === undefined ? undefined : shown(description)),
      kind: 'key',
      target: {},
    };
  });
  return {
    id: 'keys',
    title: t('Keys'),
    facts: [],
    rows,
    note: t("Values are kept in your operating system's secret store and never shown."),
    actions: [
      { command: 'enterCredentials', title: t('Enter Credentials…') },
      ...(stored.length === 0 ? [] : [{ command: 'forgetCredentials', title: t('Forget Credentials…') }]),
    ],
  };
}

function signInSection({ core, entry, facts: { isSignedIn }, wording: { t } }: PagedServer): SetupSection {
  const readiness = core.catalog.readiness(entry);
  const isNeeded =
    readiness.status === 'missing-credentials' && readiness.missing.some(({ kind }) => kind === 'sign-in');
  const text = isNeeded
    ? t('You need to sign in.')
    : isSignedIn
      ? t('You are signed in.')
      : t('Not needed so far.');
  return {
    id: 'sign-in',
    title: t('Sign-in'),
    facts: [{ label: t('Status'), text }],
    rows: [],
    actions: [
      ...(isSignedIn && !isNeeded ? [] : [{ command: 'signIn', title: t('Sign In to Server…') }]),
      ...(isSignedIn ? [{ command: 'signOut', title: t('Sign Out of Server…') }] : []),
    ],
  };
}
