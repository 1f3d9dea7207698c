import { expect, test } from 'vitest';
import { requireNode } from './nodeVersion';

test('runs on every Node whose SQLite can do what the journal needs, and says which one it needs on others', () => {
  for (const version of ['22.16.0', '22.20.1', '24.0.0', '26.1.0-nightly']) requireNode(version);
  for (const version of ['18.20.0', '20.20.2', '22.15.9', '23.11.1']) {
    expect(() => requireNode(version)).toThrow(
      `Switchyard needs Node 22.16 or newer, but not 23, and this is ${version}.`,
    );
  }
});
