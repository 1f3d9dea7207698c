import assert from 'node:assert/strict';

test('fails on purpose', () => {
  assert.equal(1 + 1, 3);
});
