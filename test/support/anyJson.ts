import fc from 'fast-check';

/** Any value as JSON text gives it back: `-0` is written as `0`, in requests and in the journal alike. */
export function anyJson(constraints: fc.JsonSharedConstraints = {}): fc.Arbitrary<unknown> {
  return fc.jsonValue(constraints).map(value => JSON.parse(JSON.stringify(value)) as unknown);
}
