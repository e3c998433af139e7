import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedAddress, countedNetwork } from './counted-address.ts';

test('an IPv6 address counts with its /64, an IPv4 address as itself', () => {
  const cases: [string, string][] = [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::2:3:4:5:6', '2001:db8:0:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ];
  for (const [address, counted] of cases) assert.equal(countedAddress(address), counted, address);
});

test('the network of an IPv4 address is its /24, that of an IPv6 address its /64', () => {
  const cases: [string, string][] = [
    ['192.0.2.7', '192.0.2.0/24'],
    ['::ffff:192.0.2.7', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ];
  for (const [address, network] of cases) assert.equal(countedNetwork(address), network, address);
});
