import { expect, test } from 'vitest';
import { addressKind } from './addressKind';

test.each([
  ['8.8.8.8', 'public'],
  ['2606:4700::1111', 'public'],
  ['64:ff9b::8.8.8.8', 'public'],
  ['127.0.0.1', 'loopback'],
  ['127.9.9.9', 'loopback'],
  ['::1', 'loopback'],
  ['10.0.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'private'],
  ['fd12::1', 'private'],
  ['0.0.0.0', 'special'],
  ['169.254.169.254', 'special'],
  ['224.0.0.1', 'special'],
  ['255.255.255.255', 'special'],
  ['::', 'special'],
  ['::ffff:127.0.0.1', 'special'],
  ['::ffff:8.8.8.8', 'special'],
  ['::7f00:1', 'special'],
  ['fe80::1', 'special'],
  ['fe80::1%eth0', 'special'],
  ['fec0::1', 'special'],
  ['ff02::1', 'special'],
  ['64:ff9b::a9fe:a9fe', 'special'],
  ['64:ff9b::10.0.0.1', 'special'],
  ['64:ff9b:1::1', 'special'],
  ['2002:7f00:1::', 'special'],
  ['2001:db8::1', 'special'],
  ['no address', 'special'],
])('takes %s for %s', (address, kind) => {
  expect(addressKind(address)).toBe(kind);
});
