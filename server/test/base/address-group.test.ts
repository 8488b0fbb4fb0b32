import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addressGroup, networkOf } from '../../src/base/address-group.ts';

suite('An address is counted', () => {
  test('whole where it is IPv4', () => {
    assert.equal(addressGroup('192.0.2.7'), '192.0.2.7');
    assert.notEqual(addressGroup('192.0.2.7'), addressGroup('192.0.2.8'));
  });

  test('by its first 64 bits where it is IPv6: one line has 2^64 addresses to choose from', () => {
    for (const ip of ['2001:db8:0:7::1', '2001:DB8::7:1:2:3:4', '2001:0db8:0000:0007:ffff::', '2001:db8:0:7::1%eth0']) {
      assert.equal(addressGroup(ip), '2001:db8:0:7::/64', ip);
    }
    assert.notEqual(addressGroup('2001:db8:0:7::1'), addressGroup('2001:db8:0:8::1'));
    assert.equal(addressGroup('::1'), '0:0:0:0::/64');
  });

  test('as IPv4 where it is IPv4 written as IPv6', () => {
    for (const ip of ['::ffff:192.0.2.7', '::FFFF:c000:207', '0:0:0:0:0:ffff:192.0.2.7']) {
      assert.equal(addressGroup(ip), '192.0.2.7', ip);
    }
  });

  test('as it stands where it is no address', () => {
    assert.equal(addressGroup(''), '');
    assert.equal(addressGroup('unknown'), 'unknown');
  });
});

test('the network of an address is the /48 of IPv6 and the /24 of IPv4', () => {
  for (const ip of ['2001:db8:7:8::1', '2001:db8:7:ffff::', '2001:DB8:7::1%eth0']) {
    assert.equal(networkOf(ip), '2001:db8:7::/48', ip);
  }
  for (const ip of ['192.0.2.7', '192.0.2.255', '::ffff:192.0.2.7']) assert.equal(networkOf(ip), '192.0.2.0/24', ip);
  assert.equal(networkOf('unknown'), 'unknown');
  assert.equal(networkOf(''), '');
});
