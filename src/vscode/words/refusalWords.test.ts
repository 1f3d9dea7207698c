import { expect, test } from 'vitest';
import { entryOf } from '../../../test/support/catalogWorld';
import { anna, gatewayWorld } from '../../../test/support/gatewayWorld';
import { frenchWording, plainWording } from '../../../test/support/pictureText';
import { noSignal } from '../../../test/support/testCore';
import { Refusal } from '../../core/support/refusal';
import { readinessWords } from './readinessWords';
import { refusalWords } from './refusalWords';

const SENTRY = entryOf('sentry', {
  needs: [{ key: 'SENTRY_TOKEN', isSecret: true, isRequired: true }],
  launch: { type: 'stdio', command: 'npx', args: ['sentry'], env: { SENTRY_TOKEN: '${env:SENTRY_TOKEN}' } },
});

test('says in the language of the person why core refused, with its own facts', async () => {
  const world = await gatewayWorld({ entries: [entryOf('files'), SENTRY], settings: { maxPerMinute: 1 } });
  world.gateway.enter(anna);
  const session = world.gateway.session(anna.session);
  if (!session) throw new Error('No session.');
  const refused = async (server: string): Promise<string> => {
    const error = await world.gateway.activateFor(session, server, noSignal()).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return Refusal.is(error) ? refusalWords(error, frenchWording) : 'no refusal';
  };
  expect(await refused('flies')).toBe(
    'Le catalogue ne contient aucun serveur de ce nom. Vouliez-vous dire files\u00A0?',
  );
  expect(await refused('sentry')).toBe('Il manque encore à «\u00A0sentry\u00A0»\u00A0: SENTRY_TOKEN.');
  await world.gateway.activateFor(session, 'files', noSignal());
  await world.gateway.deactivateFor(session, 'files');
  expect(await refused('files')).toBe(
    'Trop de serveurs ont été activés en une minute. Réessayez dans 60 secondes.',
  );
});

test('leaves a refusal that nobody has put into words as core says it', () => {
  expect(refusalWords(new Refusal('plan-outdated', 'Plan it again.'), frenchWording)).toBe('Plan it again.');
});

test('says what a server needs by the command that helps the person', async () => {
  const { catalog } = await gatewayWorld({ entries: [SENTRY, entryOf('off', { disabledBy: 'user' })] });
  const wordsOf = (name: string): string => {
    const entry = catalog.require(name);
    const readiness = catalog.readiness(entry);
    return readiness.status === 'available' ? '' : readinessWords(entry, readiness, plainWording);
  };
  expect(wordsOf('sentry')).toBe('Enter SENTRY_TOKEN with the command "Switchyard: Enter Credentials…".');
  expect(wordsOf('off')).toMatch(/^You disabled "off"\. Only you can enable it again, in /);
});
