import { type ServerId, serverId } from '../../shared/ids';

/**
 * The id for a name that another tool allowed: what an id can't hold becomes a dash. Undefined where nothing is left of it.
 */
export function importedId(name: string): ServerId | undefined {
  const plain = name
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/_{2,}/g, '_')
    .replace(/^[_-]+/, '')
    .slice(0, 32)
    .replace(/[_-]+$/, '');
  return serverId(plain);
}
