import { expect, test } from 'vitest';
import { frenchWording } from '../../../test/support/pictureText';
import { SHIPPED_DATA } from '../../../test/support/shippedData';
import { ORIGINS } from '../../core/catalog/entry/origins';
import { ShippedRegistry } from '../../node/catalog/shippedRegistry';
import { needWords, originWords, publisherWords } from './originWords';

const { t } = frenchWording;

test('says in French where each server of the registry comes from, and who publishes it', async () => {
  const { entries } = await new ShippedRegistry(SHIPPED_DATA).read();
  const said = new Set(
    entries.map(
      ({ origin, publisher = '?' }) => `${originWords(origin, t)}, ${publisherWords(publisher, t)}`,
    ),
  );
  expect([...said].toSorted()).toEqual([
    'le registre livré avec Switchyard, communauté',
    'le registre livré avec Switchyard, officiel',
  ]);
});

test.each(Object.values(ORIGINS))('has words in French for what core calls %s', origin => {
  expect(originWords(origin, t)).not.toBe(origin);
});

test('says in French in which settings a server stands, and leaves paths, keys and names alone', () => {
  expect(originWords(ORIGINS.userSettings, t)).toBe('switchyard.servers (paramètres utilisateur)');
  expect(originWords('/home/ann/official/servers.json', t)).toBe('/home/ann/official/servers.json');
  expect(publisherWords('Ann\nofficial', t)).toBe('Ann official');
  expect(needWords(['API_KEY', 'sign-in'], t)).toBe('API_KEY, une authentification');
  expect(needWords(['workspaceFolder'], t)).toBe('un dossier ouvert');
});
