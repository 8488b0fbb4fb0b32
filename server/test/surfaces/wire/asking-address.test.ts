import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { addressGroup } from '../../../src/base/address-group.ts';
import { askingAddress } from '../../../src/surfaces/wire/asking-address.ts';

const HEADERS = [
  undefined,
  '',
  ' ',
  ',',
  '10.0.0.1',
  '10.0.0.2,10.0.0.1',
  ' 10.0.0.3 ,\t10.0.0.2 , 10.0.0.1',
  '2001:db8::1, ,',
];

test('whoever a connection is counted for is who the rest of the service sees', async () => {
  for (const trusted of [0, 1, 2, 3]) {
    const app = Fastify({ trustProxy: trusted > 0 && ((_address, hop) => hop < trusted) });
    app.get('/', ({ ip, raw }) => [addressGroup(ip), askingAddress(raw, trusted)]);
    for (const header of HEADERS) {
      const headers = header === undefined ? {} : { 'x-forwarded-for': header };
      const [seen, counted] = (await app.inject({ url: '/', headers })).json();
      assert.equal(counted, seen, `${trusted} trusted, ${header}`);
    }
  }
});
