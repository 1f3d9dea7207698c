import { expect, test } from 'vitest';
import { requireNode } from './nodeVersion';

test('runs on every Node that has SQLite inside, and says which one it needs on others', () => {
  for (const version of ['22.13.0', '22.20.1', '24.0.0', '26.1.0-nightly']) requireNode(version);
  for (const version of ['18.20.0', '20.20.2', '22.12.9']) {
    expect(() => requireNode(version)).toThrow(
      `Switchyard needs Node 22.13 or newer, and this is ${version}.`,
    );
  }
});
