import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  dynamicClientRegistration,
  None,
  randomPKCECodeVerifier,
  refreshTokenGrant,
  tokenRevocation,
} from 'openid-client';
import { z } from 'zod';
import { startService } from '../../harness/service.ts';
import { Browser, newOwner, PUBLIC, RELAXED, REST, statusWith } from './app.ts';

test('openid-client discovers, registers, connects, refreshes and revokes', async (t) => {
  const service = await startService(t, RELAXED);
  const redirect_uri = 'http://127.0.0.1:50000/callback';
  const there: CustomFetch = (url, { body, ...init }) =>
    fetch(url.replace(PUBLIC, service.base), { ...init, ...(body != null && { body }) });
  const configuration = await dynamicClientRegistration(
    new URL(PUBLIC),
    { client_name: 'Client of the library', redirect_uris: ['http://127.0.0.1:1/callback'] },
    None(),
    { execute: [allowInsecureRequests], algorithm: 'oauth2', [customFetch]: there },
  );
  configuration[customFetch] = there;
  const verifier = randomPKCECodeVerifier();
  const address = buildAuthorizationUrl(configuration, {
    redirect_uri,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource: REST,
    state: 'st4te',
    scope: 'organizations:read campaigns:read',
  });

  const browser = new Browser(service, await newOwner(service));
  const page = (await browser.go(address.href)).headers.get('location') ?? '';
  const scopes = ['organizations:read'];
  const { json } = await browser.call('POST', `/connect-requests/${page.split('/').at(-1)}/approve`, { scopes });
  const back = await browser.go(z.string().parse(json.redirect_to));
  const callback = new URL(back.headers.get('location') ?? '');

  const checks = { pkceCodeVerifier: verifier, expectedState: 'st4te' };
  const first = await authorizationCodeGrant(configuration, callback, checks, { resource: REST });
  assert.equal(first.scope, 'organizations:read');
  assert.equal(await statusWith(service, first.access_token), 200);
  const second = await refreshTokenGrant(configuration, first.refresh_token ?? '', { resource: REST });
  assert.equal(await statusWith(service, second.access_token), 200);
  await tokenRevocation(configuration, second.refresh_token ?? '');
  for (const { access_token } of [first, second]) assert.equal(await statusWith(service, access_token), 401);
});
