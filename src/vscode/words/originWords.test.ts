import { expect, test } from 'vitest';
import { frenchWording } from '../../../test/support/pictureText';
import { SHIPPED_DATA } from '../../../test/support/shippedData';
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

test('says in French in which settings a server stands, and leaves paths, keys and names alone', () => {
  expect(originWords('switchyard.servers (user settings)', t)).toBe(
    'switchyard.servers (paramètres utilisateur)',
  );
  expect(originWords('/work/official/servers.json', t)).toBe('/work/official/servers.json');
  expect(publisherWords('Ann\nofficial', t)).toBe('Ann official');
  expect(needWords(['API_KEY', 'sign-in'], t)).toBe('API_KEY, une authentification');
});
