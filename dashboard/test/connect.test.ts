import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { launchBrowser } from './browser.ts';
import { assertShown } from './inspect.ts';
import { addOrganization, addPerson, signIn } from './people.ts';
import { openWorld } from './world.ts';

const VERIFIER = 'v'.repeat(43);

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

test('a person connects an app in the browser, narrows it, and disconnects it', { skip }, async (t) => {
  assert.ok(typeof browser !== 'string');
  const { base, database, visit } = await openWorld(t, browser);
  const harbor = await addOrganization(database, { slug: 'harbor', name: 'Harbor Boats' });
  await addPerson(database, { name: 'Adam Admin', email: 'adam@harbor.test' }, new Map([[harbor, 'admin']]));
  const callback = await listening();
  t.after(() => callback.close());
  const clientId = await registered(base, callback.address);
  const asking = new URL(`${base}/oauth/authorize`);
  asking.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: callback.address,
    response_type: 'code',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${base}/v1`,
    state: 's',
  }).toString();
  const { page, complaints } = await visit();

  await t.test('whoever is not signed in does that first and comes back to the question', async () => {
    await page.goto(asking.href);
    await page.waitForURL(`${base}/sign-in?*`);
    await signIn(page, 'adam@harbor.test');
    await page.locator('bdi', { hasText: /^Reporting helper$/ }).waitFor();
    await page.locator('bdi', { hasText: /^Harbor Boats$/ }).waitFor();
    await page.getByText('Also in organizations that you join later').waitFor();
    assert.match(page.url(), /\/connect\/[\w-]{43}$/);
  });

  await t.test('the page is accessible, fits a narrow screen, and shows what is not available', async () => {
    await page.getByText('Not available to your roles').waitFor();
    assert.equal(await page.getByRole('checkbox', { name: /audit:read/ }).isDisabled(), true);
    await assertShown(page, 'connect');
  });

  let code = '';
  await t.test('unchecking narrows what the app gets, and the browser goes back to the app', async () => {
    for (const scope of ['campaigns:write', 'keywords:write', 'recommendations:apply']) {
      await page.getByRole('checkbox', { name: new RegExp(scope) }).uncheck();
    }
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('The app has its answer').waitFor();
    code = new URL(page.url()).searchParams.get('code') ?? '';
    const { scope } = await exchanged(base, { clientId, redirect: callback.address, code });
    assert.doesNotMatch(scope, /write|apply|audit/);
    assert.match(scope, /reports:generate/);
  });

  await t.test('the app is listed among the connected ones, until it is disconnected', async () => {
    await page.goto('/o/harbor/keys');
    await page.getByText('Reporting helper').waitFor();
    await assertShown(page, 'connected-apps');
    await page.getByRole('button', { name: 'Disconnect Reporting helper' }).click();
    await page.getByRole('button', { name: 'Disconnect app' }).click();
    await page.getByText('No app is connected').waitFor();
  });

  await t.test('declining sends the browser back to the app with nothing', async () => {
    await page.goto(asking.href);
    await page.getByRole('button', { name: 'Do not connect' }).click();
    await page.getByText('The app has its answer').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('error'), 'access_denied');
  });

  await t.test('a request that has run out says what to do', async () => {
    await page.goto(`/connect/${'x'.repeat(43)}`);
    await page.getByText('There is nothing to answer here').waitFor();
    await assertShown(page, 'gone');
  });

  const unexpected = complaints.filter((text) => !/status of (401|404)/.test(text));
  assert.deepEqual(unexpected, []);
});

/** An app on this device that waits for its answer. */
async function listening(): Promise<{ address: string; close(): void }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>The app has its answer');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return {
    address: `http://127.0.0.1:${address.port}/callback`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function registered(base: string, redirect: string): Promise<string> {
  const answer = await fetch(`${base}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Reporting helper', redirect_uris: [redirect] }),
  });
  const { client_id } = await answer.json();
  return String(client_id);
}

async function exchanged(
  base: string,
  { clientId, redirect, code }: { clientId: string; redirect: string; code: string },
): Promise<{ scope: string }> {
  const answer = await fetch(`${base}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: redirect,
      code,
      code_verifier: VERIFIER,
      resource: `${base}/v1`,
    }),
  });
  assert.equal(answer.status, 200);
  return answer.json();
}
