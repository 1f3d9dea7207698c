import type { EndpointPlace } from '../../node/net/endpointAddress';
import { textSetting } from './setting';

/** The model that the user chose to re-rank searches; undefined where they chose none. */
export function embeddingSettings(): EndpointPlace | undefined {
  const url = textSetting('search.embeddingsUrl');
  return url === '' ? undefined : { url, model: textSetting('search.embeddingsModel') };
}
