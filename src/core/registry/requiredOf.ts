import { isRecord } from '../support/json';
import type { JsonSchema } from './tool';

/**
 * The properties that must be there. One with a default need not, whatever its schema says: zod writes each parameter that a server fills
 * in itself as required (`z.toJSONSchema` without `io: 'input'`), Playwright's screenshot for one.
 */
export function requiredOf({ required, properties }: JsonSchema): readonly unknown[] {
  if (!Array.isArray(required)) return [];
  const known = isRecord(properties) ? properties : {};
  return required.filter(name => !hasDefault(known, name));
}

function hasDefault(properties: Readonly<Record<string, unknown>>, name: unknown): boolean {
  if (typeof name !== 'string' || !Object.hasOwn(properties, name)) return false;
  const property = properties[name];
  return isRecord(property) && property['default'] !== undefined;
}
