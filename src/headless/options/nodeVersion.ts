import { Refusal } from '../../core/support/refusal';

/** The first Node with SQLite inside, without a flag. */
const OLDEST = { major: 22, minor: 13 };

/** @throws {Refusal} old-node */
export function requireNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return;
  throw new Refusal(
    'old-node',
    `Switchyard needs Node ${OLDEST.major}.${OLDEST.minor} or newer, and this is ${version}.`,
  );
}
