import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dashboardOperations, operations } from '../../server/catalogue.ts';
import { api } from '../src/api.ts';
import { returnAddress } from '../src/pages/sign-in/return-address.ts';

const ORIGIN = 'https://sluice.test';

test('every operation that the dashboard calls is where the server serves it', () => {
  const served = new Map(
    [...operations, ...dashboardOperations].map(({ name, rest }) => [name, `${rest.method} ${rest.path}`]),
  );
  for (const [name, { route }] of Object.entries(api)) {
    assert.equal(route, served.get(name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)), name);
  }
});

test('signing in returns to the page that asked for it', () => {
  assert.deepEqual(returnAddress('/o/acme/keys?a=1#b', ORIGIN), { href: '/o/acme/keys?a=1#b', ofDashboard: true });
  assert.deepEqual(returnAddress(undefined, ORIGIN), { href: '/', ofDashboard: true });
  assert.deepEqual(returnAddress('/oauth/authorize?x=1', ORIGIN), { href: '/oauth/authorize?x=1', ofDashboard: false });
});

test('signing in never leads to another site', () => {
  for (const to of [
    'https://evil.test/o/',
    '//evil.test',
    '/\\evil.test',
    `${ORIGIN}//evil.test/phish`,
    `${ORIGIN}/\\evil.test/phish`,
    '/.//evil.test/phish',
    '/o/..//evil.test',
    'javascript:alert(1)',
    '/sign-in',
    'http://',
  ]) {
    assert.deepEqual(returnAddress(to, ORIGIN), { href: '/', ofDashboard: true }, to);
  }
});
